import { describe, expect, it } from "vitest";
import type { RepositoryIdentity } from "../../ecosystem.ts";
import { extractFiles } from "../../repository-extraction.ts";
import type { AnyEcosystem } from "../../ecosystem.ts";
import { npm } from "../npm/index.ts";
import { azurepipelines } from "./index.ts";
import { cpuMsSince } from "../../testing/cpu-ms.ts";

const CI = "azure-pipelines.yml";
const NOTHING = { declarations: [], artifacts: [], compositions: [], problems: [] };
const AZURE: RepositoryIdentity = {
  fullPath: "acme/Shop/app",
  cloneUrl: "https://acme@dev.azure.com/acme/Shop/_git/app",
};

const extract = (files: Record<string, string>, repository?: RepositoryIdentity) =>
  extractFiles(files, [azurepipelines], repository);
describe("azurepipelines: files", () => {
  const STEPS = "steps:\n- task: Docker@2\n";

  it.each([
    [".azuredevops/ci.yml", STEPS],
    [".azure-pipelines/jobs/a.yaml", STEPS],
    ["build/azure-pipelines-nightly.yml", STEPS],
    ["ci/build.yml", STEPS],
    ["ci/build.yml", "steps:\r\n- task: Docker@2\r\n"],
    ["ci/build.yml", "steps:\n- ${{ if true }}:\n  - task: Docker@2\n"],
    ["ci/build.yml", "extends:\n  template: a.yml@t\n"],
    ["ci/build.yml", "jobs:\n- job: a\n  pool:\n    vmImage: x\n  container: a/b:1\n"],
  ])("recognizes a pipeline by path or content: %s %j", (path, text) => {
    expect(extract({ [path]: text }).declarations).toHaveLength(1);
  });

  it.each([
    [".github/workflows/ci.yml", "jobs:\n  a:\n    container: x:1\n    steps:\n    - task: A@1\n"],
    ["ci/workflow.yml", "on: push\njobs:\n  a:\n    container: x:1\n    steps:\n    - ${{ x }}\n"],
    [".gitlab-ci.yml", "variables: {}\ninclude:\n- template: a.yml@x\n"],
    ["ci/templates/a.yml", "include:\n- template: a.yml\nstages: [a]\n"],
    ["wf.yml", "apiVersion: argoproj.io/v1\nkind: Workflow\nsteps:\n- template: a@b\n"],
    ["src/commands/x.yml", "parameters: {a: {type: string}}\nsteps:\n- checkout\n- run: x\n"],
    ["taskfile.yml", "variables: {}\nsteps:\n- task: a@1\n"],
    ["README.md", STEPS],
    ["task.json", '{"name": "a", "version": "2.0.0", "tasks": []}'],
    ["chart/x.yml", `{{ if .Values.x }}\n${STEPS}`],
  ])("ignores another tool's %s", (path, text) => {
    expect(extract({ [path]: text })).toEqual(NOTHING);
  });

  it("finds nothing in an empty file", () => {
    for (const text of ["", "# nothing\n", "steps:\n", "resources: {repositories: []}\n"])
      expect(extract({ [CI]: text })).toEqual(NOTHING);
  });

  it.each([
    ["invalid YAML", CI, "steps:\n  - task: [\n", 3],
    ["a pipeline that is a list", CI, "- task: Docker@2\n", 1],
    ["an invalid task reference", CI, "steps:\n- task: a b\n", 2],
    ["an invalid image reference", CI, "jobs:\n- job: a\n  container: a:b:c\n", 3],
    [
      "an invalid repository name",
      CI,
      "resources:\n  repositories:\n  - {repository: a, type: github, name: a}\n",
      3,
    ],
    ["a task manifest without a name", "a/task.json", '{"execution": {}}', 1],
  ])("reports the file and line of %s", (_, path, text, line) => {
    const { problems, declarations } = extract({ [path]: text });
    expect(problems).toMatchObject([{ file: path, line, code: "invalid_syntax" }]);
    expect(declarations).toEqual([]);
  });

  it("reads a text with many unclosed expressions in linear time", () => {
    const started = process.cpuUsage();
    for (const piece of ["${{ ", "$[", "$(", "@"])
      extract({
        [CI]: `steps:\n- template: '${piece.repeat(100_000)}@t'\n- task: '${piece.repeat(100_000)}'\n`,
      });
    expect(cpuMsSince(started)).toBeLessThan(2000);
  });
});

describe("azurepipelines: artifacts", () => {
  it("names a template by repository and path", () => {
    const { artifacts } = extract(
      { "jobs/build.yml": "# A template.\nparameters: []\njobs:\n- template: b.yml\n" },
      AZURE,
    );
    expect(artifacts).toEqual([
      {
        ecosystem: "azurepipelines",
        artifactType: "azure_pipelines_template",
        name: "dev.azure.com/acme/shop/app/jobs/build.yml",
        version: null,
        registryUrl: null,
        sourceFile: "jobs/build.yml",
        sourceLine: 2,
        announces: ["azure_pipelines_template:dev.azure.com/acme/shop/app/jobs/build.yml"],
        evidence: { class: "manifest", rule: "azurepipelines.template_file" },
      },
    ]);
  });

  it.each([
    ["templates/steps.yml", "steps:\n- pwsh: x\n", 1],
    ["steps.yml", "steps:\n- pwsh: x\n", 0],
    [CI, "trigger: none\nparameters: []\nsteps:\n- pwsh: x\n", 0],
    ["steps.yml", "parameters: []\nresources: {}\n", 0],
  ])("produces a template only from a file that is not a pipeline: %s %j", (path, text, count) => {
    expect(extract({ [path]: text }).artifacts).toHaveLength(count);
  });

  it("announces a task by name and ID, and keeps the last of several versions", () => {
    const task = (major: number) =>
      `{"id": "AB-1",\n"name": "AcmeLint", "version": {"Major": ${major}, "Minor": 2, "Patch": 3}, "execution": {}}`;
    expect(extract({ "LintV1/task.json": task(1), "LintV2/task.json": task(2) }).artifacts).toEqual([
      {
        ecosystem: "azurepipelines",
        artifactType: "azure_pipelines_task",
        name: "acmelint",
        version: "2.2.3",
        registryUrl: null,
        sourceFile: "LintV2/task.json",
        sourceLine: 2,
        announces: ["azure_pipelines_task:acmelint", "azure_pipelines_task:ab-1"],
        evidence: { class: "manifest", rule: "azurepipelines.task_manifest" },
      },
    ]);
  });
});

describe("azurepipelines: compositions", () => {
  const template = (...used: string[]): string =>
    `parameters: []\nsteps:\n- pwsh: make\n${used.map((each) => `- template: ${each}\n`).join("")}`;
  const compositions = (
    files: Record<string, string>,
    ecosystems: readonly AnyEcosystem[] = [azurepipelines],
  ) =>
    extractFiles(files, ecosystems).compositions.map(
      ({ outer, inner }) => `${outer.replace(/^.*app/, "")} < ${inner.replace(/^.*app/, "")}`,
    );

  it("link templates to the local templates they use", () => {
    const files = {
      "templates/all.yml": template(
        "steps/build.yml",
        "/templates/steps/test.yml@self",
        "..\\templates\\steps\\lint.yml",
        "missing.yml",
        "steps/build.yml@other",
      ),
      "templates/steps/build.yml": template(),
      "templates/steps/test.yml": template(),
      "templates/steps/lint.yml": template(),
      "azure-pipelines.yml": "trigger: none\nsteps:\n- template: templates/all.yml\n",
    };
    expect(compositions(files)).toEqual([
      "/templates/all.yml < /templates/steps/build.yml",
      "/templates/all.yml < /templates/steps/test.yml",
      "/templates/all.yml < /templates/steps/lint.yml",
    ]);
  });

  it("build a task from the package in its folder", () => {
    const files = {
      "Tasks/Lint/task.json": JSON.stringify({ id: "1", name: "Lint", execution: {} }),
      "Tasks/Lint/package.json": JSON.stringify({ dependencies: { ui: "1" } }),
    };
    expect(compositions(files, [azurepipelines, npm])).toEqual([
      "azure_pipelines_task:lint < unit:npm:Tasks/Lint",
    ]);
  });
});
