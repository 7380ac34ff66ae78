import { describe, expect, it } from "vitest";
import type { ArtifactInterface } from "../../interface.ts";
import { extractFiles } from "../../repository-extraction.ts";
import { gitlabci } from "./index.ts";

const CI = ".gitlab-ci.yml";

const extract = (files: Record<string, string>) => extractFiles(files, [gitlabci]);

const shown = ({ members }: Pick<ArtifactInterface, "members">): string[] =>
  members.map(({ kind, name, file, line }) => `${kind} ${name} ${file}:${line}`);

const interfaceOf = (path: string, files: Record<string, string>) => {
  const { interfaces = [] } = extract(files);
  const found = interfaces.find(({ file }) => file === path);
  return found ?? { members: [], open: undefined, scope: "none" };
};

const JOB = "a: {stage: test, script: x}\n";

describe("gitlabci: interfaces", () => {
  it("has the inputs and jobs of a component", () => {
    const text = `spec:
  inputs:
    stage:
    count: { type: number, default: 3 }
    names:
      type: array
      default: [a]
---
.base:
  image: alpine
build:
  extends: .base
  script: make
`;
    const found = interfaceOf("templates/build.yml", { "templates/build.yml": text });
    expect(found.scope).toBe("gitlab_component:acme/app/build");
    expect(found.members).toEqual([
      {
        kind: "input",
        name: "count",
        file: "templates/build.yml",
        line: 4,
        type: "number",
        default: expect.any(String),
      },
      {
        kind: "input",
        name: "names",
        file: "templates/build.yml",
        line: 5,
        type: "array",
        default: expect.any(String),
      },
      { kind: "input", name: "stage", file: "templates/build.yml", line: 3, type: "string", required: true },
      { kind: "job", name: ".base", file: "templates/build.yml", line: 9 },
      { kind: "job", name: "build", file: "templates/build.yml", line: 11 },
    ]);
    expect(found.open).toBeUndefined();
  });

  it("has the variables that are read from outside, at their declaration", () => {
    const text = `variables:
  TARGET: x
  PIP_CACHE_DIR: .cache
  ASSIGNED: x
build:
  stage: test
  script:
    # echo $COMMENTED
    - make $TARGET \${MODE:-fast} "$LEVEL" $CI_COMMIT_SHA $GIT_DEPTH
    - VERSION=$(cat version); for NAME in a b; do echo $VERSION-rc $NAME $ASSIGNED; done
    - ASSIGNED=1
    - export SUFFIX="$SUFFIX-1"
    - Write-Host $env:POWER
    - echo %BATCH%
`;
    expect(shown(interfaceOf("jobs.yml", { "jobs.yml": text }))).toEqual([
      "job build jobs.yml:5",
      "variable ASSIGNED jobs.yml:4",
      "variable BATCH jobs.yml:14",
      "variable LEVEL jobs.yml:9",
      "variable MODE jobs.yml:9",
      "variable POWER jobs.yml:13",
      "variable SUFFIX jobs.yml:12",
      "variable TARGET jobs.yml:2",
    ]);
  });

  it("contains the files that it includes locally", () => {
    const files = {
      "all.yml": "include: [/jobs/*.yml]\na: {stage: test, script: x}\n",
      "jobs/b.yml": "b:\n  script: echo $B\n",
    };
    const found = interfaceOf("all.yml", files);
    expect(shown(found)).toEqual(["job a all.yml:2", "job b jobs/b.yml:1", "variable B jobs/b.yml:2"]);
    expect(found.open).toBeUndefined();
  });

  it.each([
    ["include: {project: acme/other, file: x.yml}\n", ["job", "variable"]],
    ["include: {template: Auto-DevOps.gitlab-ci.yml}\n", ["job", "variable"]],
    ["include: $FILE\n", ["job", "variable"]],
    ["include: missing.yml\n", ["job", "variable"]],
    ["spec: {include: [{local: x.yml}]}\n---\n", ["input"]],
    ["spec: {inputs: {name: }}\n---\n'$[[ inputs.name ]]-build': {script: x}\n", ["job"]],
  ])("is open for %s", (text, kinds) => {
    const files = { [CI]: text + JOB, "x.yml": "b:\n  script: x\n" };
    expect(Object.keys(interfaceOf(CI, files).open ?? {})).toEqual(kinds);
  });

  it("is open for a file that is not valid, so that it does not look removed", () => {
    expect(interfaceOf(CI, { [CI]: `${JOB}b:\n  - "x\n` }).open).toEqual({
      input: "The file is not valid",
      job: "The file is not valid",
      variable: "The file is not valid",
    });
  });

  it("does not exist for an empty file", () => {
    expect(extract({ [CI]: "# nothing\n" }).interfaces).toBeUndefined();
  });

  it("ignores odd jobs and inputs", () => {
    const text =
      "spec: {inputs: [a]}\n---\na: [1]\n1: {script: [[x]], needs: [[a], {job: [b]}], extends: {a: b}}\n";
    expect(shown(interfaceOf(CI, { [CI]: text }))).toEqual(["job 1 .gitlab-ci.yml:4"]);
  });
});

/** The arguments of each include, as `kind name file:line`. */
const passed = (files: Record<string, string>): string[][] =>
  extract(files)
    .declarations.filter(({ dependencyType }) => dependencyType.startsWith("gitlab_c"))
    .map((each) => (each.arguments ?? []).map((one) => `${one.kind} ${one.name} ${one.file}:${one.line}`));

const INCLUDE = "include: {project: acme/ci, file: build.yml}\n";

describe("gitlabci: arguments", () => {
  it("has the inputs of each include", () => {
    const text = `include:
  - component: gitlab.com/acme/ci/build@1
    inputs:
      stage: test
  - project: acme/ci
    file: [a.yml, b.yml]
    inputs: { level: 1 }
  - remote: https://gitlab.com/acme/ci/-/raw/main/c.yml
`;
    expect(passed({ [CI]: text })).toEqual([
      [`input stage ${CI}:4`],
      [`input level ${CI}:7`],
      [`input level ${CI}:7`],
      [],
    ]);
  });

  it("has the jobs that the pipeline uses but does not define", () => {
    const text = `${INCLUDE}
.own: { script: x }
.half: { image: x }
one:
  extends: .base
two:
  extends:
    - .own
    - .other
  needs: [first, { job: second }, { job: third, optional: true }, { project: a/b, job: fourth }]
  dependencies: [fifth]
  script:
    - !reference [.setup, script]
    # - !reference [.old, script]
    - !reference [".quoted", before_script]
    - !reference [.own, script]
three:
  rules: []
four:
  extends: $NAME
`;
    expect(passed({ [CI]: text })).toEqual([
      [
        `job .base ${CI}:6`,
        `job .other ${CI}:10`,
        `job first ${CI}:11`,
        `job second ${CI}:11`,
        `job fifth ${CI}:12`,
        `job three ${CI}:18`,
        `job .setup ${CI}:14`,
        `job .quoted ${CI}:16`,
      ],
    ]);
  });

  it("has the variables that the pipeline sets for others", () => {
    const text = `${INCLUDE}
variables:
  TARGET: x
  OWN: x
.local: { extends: .base, variables: { LOCAL: x } }
one:
  extends: .local
  variables: { ONE: x }
two:
  script: echo $OWN
  variables: { TWO: x }
`;
    expect(passed({ [CI]: text })).toEqual([
      [`job .base ${CI}:6`, `variable TARGET ${CI}:4`, `variable LOCAL ${CI}:6`, `variable ONE ${CI}:9`],
    ]);
  });

  it("merges the files that one pipeline includes, not those of another", () => {
    const files = {
      [CI]: `include: [{local: a.yml}, {local: b.yml}]\n`,
      "a.yml": `${INCLUDE}.own: {script: x}\n`,
      "b.yml": "b:\n  extends: [.base, .own]\n",
      "c.gitlab-ci.yml": "c:\n  extends: .c\n",
    };
    expect(passed(files)).toEqual([["job .base b.yml:2"]]);
  });

  it("is open if a job generates an included file", () => {
    const text = `${INCLUDE}a: {trigger: {include: [{artifact: a.yml, job: b}]}}\n`;
    expect(extract({ [CI]: text }).declarations[0]?.openArguments).toEqual({
      job: "A job generates an included file",
      variable: "A job generates an included file",
    });
  });

  it("resolves the files of a trigger by the jobs that extend it", () => {
    const files = {
      [CI]: `include: jobs.yml
.child:
  trigger:
    include:
      - { project: acme/ci, file: $MACHINE.yml, ref: v1 }
      - local: extra/$MACHINE.yml
`,
      "jobs.yml":
        "a:\n  extends: .child\n  variables: {MACHINE: a}\nb: {extends: .child, variables: {MACHINE: b}}\n",
      "extra/a.yml": "x:\n  extends: .base\n",
    };
    const { declarations } = extract(files);
    expect(declarations.map((each) => [each.artifact, each.unbound, each.sourceLine])).toEqual([
      ["acme/ci/a.yml", null, 5],
      ["acme/ci/b.yml", null, 5],
    ]);
    expect(passed(files)).toEqual([["job .base extra/a.yml:2"], ["job .base extra/a.yml:2"]]);
  });

  it("leaves a trigger unbound that no job with a value extends", () => {
    const trigger = ".child: {trigger: {include: [{project: acme/ci, file: $MACHINE.yml}]}}\n";
    const unboundOf = (text: string) =>
      extract({ [CI]: trigger + text }).declarations.map((each) => each.unbound);
    expect(unboundOf("")).toEqual(["MACHINE"]);
    expect(unboundOf("a: {extends: .child, variables: {MACHINE: $OTHER}}\n")).toEqual(["MACHINE"]);
    expect(unboundOf("a: {extends: [.child, a]}\n.b: {extends: .child, variables: {MACHINE: x}}\n")).toEqual([
      "MACHINE",
    ]);
  });
});
