import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { azurepipelines } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [azurepipelines]);

const STEPS = "steps:\n- task: Bash@3\n";

const offeredBy = (text: string, path = "templates/build.yml") => {
  const found = extract({ [path]: text }).interfaces?.[0];
  return [
    found?.scope,
    found?.line,
    ...(found?.members ?? []).map(({ file: _, ...one }) => one),
    found?.open,
  ];
};

const SCOPE = "azure_pipelines_template:github.com/acme/app/templates/build.yml";

describe("azurepipelines: interfaces", () => {
  it("has the parameters of a list, required without a default", () => {
    const text = `parameters:
- name: image
- name: count
  type: number
  default: 3
- name: setup
  type: stepList
  default: []
${STEPS}`;
    expect(offeredBy(text)).toEqual([
      SCOPE,
      1,
      { kind: "parameter", name: "count", line: 3, type: "number", default: expect.any(String) },
      { kind: "parameter", name: "image", line: 2, type: "string", required: true },
      { kind: "parameter", name: "setup", line: 6, type: "stepList", default: expect.any(String) },
      undefined,
    ]);
  });

  it("has the parameters of a map and those that are read, and accepts any", () => {
    const text = `parameters:
  image: x
steps:
- script: echo \${{ parameters.image }} \${{ parameters.extra }} \${{ parameters['other'] }}
- task: Bash@3
`;
    expect(offeredBy(text)).toEqual([
      SCOPE,
      1,
      { kind: "parameter", name: "extra", line: 4 },
      { kind: "parameter", name: "image", line: 2, default: expect.any(String) },
      { kind: "parameter", name: "other", line: 4 },
      { parameter: "The template accepts any parameter" },
    ]);
  });

  it.each([
    "steps:\n- script: echo ${{ parameters.image }}\n",
    "steps:\n- bash: ./build.sh\n",
    "steps:\n- script: ./build.sh\n",
    "steps:\n- script: ./build.sh\n  displayName: Build\n",
  ])("recognizes %j as a template by its steps", (steps) => {
    expect(offeredBy(`parameters:\n- name: image\n${steps}`, "build.yml")).toEqual([
      "azure_pipelines_template:github.com/acme/app/build.yml",
      1,
      { kind: "parameter", name: "image", line: 2, type: "string", required: true },
      undefined,
    ]);
  });

  it("is open for a pipeline that may be a template, but not for one that is named like a pipeline", () => {
    const files = { "rust.yml": STEPS, "azure-pipelines.yml": STEPS };
    expect(extract(files).interfaces).toEqual([
      {
        scope: "azure_pipelines_template:github.com/acme/app/rust.yml",
        file: "rust.yml",
        line: 1,
        members: [],
        open: { parameter: "The parameters could not be read" },
      },
    ]);
  });

  it("is open if a parameter is computed, and next to templates", () => {
    expect(offeredBy(`parameters:\n- \${{ each x in y }}:\n  - name: a\n${STEPS}`).at(-1)).toEqual({
      parameter: "The parameters could not be read",
    });
    const files = {
      "templates/build.yml": STEPS,
      "templates/other.yml": "steps: []\n",
      "a/b.yml": "steps: []\n",
    };
    expect(extract(files).interfaces?.map(({ scope, open }) => [scope, Object.keys(open ?? {})])).toEqual([
      [SCOPE, ["parameter"]],
      [SCOPE.replace("build", "other"), ["parameter"]],
    ]);
  });
});

const RESOURCES =
  "resources:\n  repositories:\n  - repository: ci\n    type: github\n    name: acme/ci\n    ref: refs/tags/v1\n";

const passedBy = (text: string) =>
  extract({ "azure-pipelines.yml": RESOURCES + text, "local.yml": STEPS })
    .declarations.filter(({ dependencyType }) => dependencyType === "azure_pipelines_template")
    .map((each) => [
      ...(each.arguments ?? ["not read"]).map((one) =>
        typeof one === "string" ? one : `${one.kind} ${one.name}:${one.line}`,
      ),
      each.openArguments ?? {},
    ]);

describe("azurepipelines: arguments", () => {
  it("has the parameters of each template of another repository", () => {
    const text = `extends:
  template: all.yml@ci
  parameters:
    image: x
    stages:
    - stage: a
      jobs:
      - template: job.yml@ci
        parameters: { name: a }
      - template: local.yml
        parameters: { other: a }
      - template: none.yml@ci
`;
    expect(passedBy(text)).toEqual([
      ["parameter image:10", "parameter stages:11", {}],
      ["parameter name:15", {}],
      [{}],
    ]);
  });

  it("has conditional parameters, and is open for computed ones", () => {
    const text = `steps:
- template: a.yml@ci
  parameters:
    \${{ if eq(1, 1) }}:
      a: x
    \${{ else }}:
      b: x
- template: b.yml@ci
  parameters:
    \${{ insert }}: \${{ parameters }}
- template: c.yml@ci
  parameters: \${{ parameters }}
`;
    const open = { parameter: "An expression passes parameters" };
    expect(passedBy(text)).toEqual([["parameter a:11", "parameter b:13", {}], [open], [open]]);
  });

  it("passes nothing by an empty or odd value", () => {
    expect(passedBy("steps:\n- template: a.yml@ci\n  parameters:\n")).toEqual([[{}]]);
    expect(passedBy("steps:\n- template: a.yml@ci\n  parameters: [a]\n")).toEqual([
      [{ parameter: "An expression passes parameters" }],
    ]);
  });
});

describe("azurepipelines: templates that are passed to another one", () => {
  it("belong to the repository of that template if the own one has no such file", () => {
    const pipeline = `resources:
  repositories:
  - repository: shared
    type: github
    name: acme/templates
    ref: refs/tags/v1
jobs:
- template: job.yml@shared
  parameters:
    before:
    - template: install.yml
      parameters: { version: 1 }
    - template: own.yml
    - template: /ci/own.yml
    - template: \${{ parameters.step }}
    - name: x
      template: some text
- job: a
  steps:
  - template: gone.yml
`;
    const { declarations } = extract({
      "ci/azure-pipelines.yml": pipeline,
      "ci/own.yml": "steps:\n- script: a\n",
    });
    expect(
      declarations.map(({ sourceLine, artifact, rawReference, versionConstraint, arguments: passed }) => [
        sourceLine,
        artifact,
        rawReference,
        versionConstraint,
        passed?.map(({ name }) => name),
      ]),
    ).toEqual([
      [5, "github.com/acme/templates", "acme/templates@refs/tags/v1", "refs/tags/v1", undefined],
      [8, "github.com/acme/templates/job.yml", "job.yml@shared", "refs/tags/v1", ["before"]],
      [11, "github.com/acme/templates/install.yml", "install.yml", "refs/tags/v1", ["version"]],
    ]);
  });
});
