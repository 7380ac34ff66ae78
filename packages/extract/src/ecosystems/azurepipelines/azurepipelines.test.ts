import { describe, expect, it } from "vitest";
import type { RepositoryIdentity } from "../../ecosystem.ts";
import { extractFiles } from "../../repository-extraction.ts";
import { azurepipelines } from "./index.ts";

const CI = "azure-pipelines.yml";
const AZURE: RepositoryIdentity = {
  fullPath: "acme/Shop/app",
  cloneUrl: "https://acme@dev.azure.com/acme/Shop/_git/app",
};

const extract = (files: Record<string, string>, repository?: RepositoryIdentity) =>
  extractFiles(files, [azurepipelines], repository);
const declarationsOf = (text: string, repository?: RepositoryIdentity) =>
  extract({ [CI]: text }, repository).declarations;

/** `line rule rawReference` of every declaration. */
const declared = (text: string): string[] =>
  declarationsOf(text).map(
    ({ sourceLine, evidence, rawReference }) =>
      `${sourceLine} ${evidence.rule.replace("azurepipelines.", "")} ${rawReference}`,
  );

const TYPICAL = `trigger: [main]
resources:
  repositories:
    - repository: templates
      type: github
      name: Acme/Pipeline-Templates
      ref: refs/tags/v1.2.0
      endpoint: github
    - repository: tools
      type: git
      name: Platform/tools
    # - repository: old
    #   name: acme/old
  containers:
    - container: linux
      image: ghcr.io/acme/build:1.4
    - container: registry
      type: ACR
      registry: acmereg
      repository: tools/build
  pipelines:
    - pipeline: upstream
      source: acme-lib
variables:
  - group: shared
  - template: vars/common.yml@templates
stages:
  - \${{ if eq(variables['Build.SourceBranch'], 'refs/heads/main') }}:
    - template: /stages/deploy.yml@templates
      parameters:
        template: plain text
        steps:
          - task: AcmeDeploy@3
  - stage: build
    jobs:
      - job: test
        container: linux
        services:
          db: postgres:16
        steps:
          - checkout: self
          - checkout: tools
          - checkout: git://Platform/scripts@refs/heads/main
          - template: steps/local.yml
          - template: steps/own.yml@self
          - task: Docker@2
            inputs: { task: Docker@9, template: x.yml@templates }
          - script: |
              - task: Text@1
              - template: text.yml@templates
          - task: Docker@2
      - job: other
        container: { image: "node:20" }
        steps:
          - task: acme.tools.contribution.AcmeLint@1.2.3
`;

describe("azurepipelines: declarations", () => {
  it("declares repositories, templates, tasks and images, not aliases, local templates, scripts or comments", () => {
    expect(declared(TYPICAL)).toEqual([
      "6 repository Acme/Pipeline-Templates@refs/tags/v1.2.0",
      "11 repository Platform/tools",
      "16 container ghcr.io/acme/build:1.4",
      "20 container acmereg.azurecr.io/tools/build",
      "26 template vars/common.yml@templates",
      "29 template /stages/deploy.yml@templates",
      "33 task AcmeDeploy@3",
      "39 container postgres:16",
      "43 checkout git://Platform/scripts@refs/heads/main",
      "46 task Docker@2",
      "51 task Docker@2",
      "53 container node:20",
      "55 task acme.tools.contribution.AcmeLint@1.2.3",
    ]);
  });

  it("keeps the full path of a template and takes its repository and ref from the alias", () => {
    expect(declarationsOf(TYPICAL)[5]).toEqual({
      arguments: [
        { kind: "parameter", name: "template", file: "azure-pipelines.yml", line: 31 },
        { kind: "parameter", name: "steps", file: "azure-pipelines.yml", line: 32 },
      ],
      ecosystem: "azurepipelines",
      dependencyType: "azure_pipelines_template",
      sourceFile: CI,
      sourceLine: 29,
      rawReference: "/stages/deploy.yml@templates",
      artifact: "github.com/acme/pipeline-templates/stages/deploy.yml",
      versionConstraint: "refs/tags/v1.2.0",
      versioning: "git",
      unbound: null,
      versionComment: null,
      lookups: [
        "azure_pipelines_template:github.com/acme/pipeline-templates/stages/deploy.yml",
        "git:github.com/acme/pipeline-templates",
        "path:acme/pipeline-templates",
      ],
      evidence: { class: "manifest", rule: "azurepipelines.template" },
      role: "ci",
      scope: null,
      targetScope: "unit:file:stages/deploy.yml",
      locked: null,
    });
  });

  it("accepts Windows separators in a template's path", () => {
    const [, template] =
      declarationsOf(`resources: {repositories: [{repository: t, type: github, name: acme/t}]}
steps:
- template: templates\\dotnet\\build.yml@t
`);
    expect(template).toMatchObject({
      rawReference: "templates\\dotnet\\build.yml@t",
      artifact: "github.com/acme/t/templates/dotnet/build.yml",
    });
    expect(template?.lookups[0]).toBe(
      "azure_pipelines_template:github.com/acme/t/templates/dotnet/build.yml",
    );
  });

  it("looks up a task by its full name and by its last part", () => {
    expect(declarationsOf(TYPICAL).at(-1)).toMatchObject({
      dependencyType: "azure_pipelines_task",
      artifact: "acme.tools.contribution.acmelint",
      versionConstraint: "1.2.3",
      lookups: ["azure_pipelines_task:acme.tools.contribution.acmelint", "azure_pipelines_task:acmelint"],
    });
  });

  it.each([
    ["type: git\n    name: tools", ["git:dev.azure.com/acme/shop/tools"]],
    ["name: tools", ["git:dev.azure.com/acme/shop/tools"]],
    ["type: git\n    name: Platform Team/tools", ["git:dev.azure.com/acme/platform%20team/tools"]],
    ["type: git\n    name: other/Platform/tools", ["git:dev.azure.com/other/platform/tools"]],
    ["type: bitbucket\n    name: acme/tools", ["git:bitbucket.org/acme/tools", "path:acme/tools"]],
    ["type: githubenterprise\n    name: Acme/tools", ["path:acme/tools"]],
  ])("looks up a repository resource with %j from Azure Repos as %j", (written, lookups) => {
    const [first] = declarationsOf(`resources:\n  repositories:\n  - repository: x\n    ${written}\n`, AZURE);
    expect(first).toMatchObject({ dependencyType: "git_repository", versionConstraint: null, lookups });
  });

  it.each([
    ["https://tfs.acme.io/tfs/Main/Shop/_git/app", "tools", ["git:tfs.acme.io/tfs/main/shop/_git/tools"]],
    ["https://tfs.acme.io/tfs/Main/Shop/_git/app", "Lib/tools", ["git:tfs.acme.io/tfs/main/lib/_git/tools"]],
    [null, "tools", ["path:acme/tools"]],
    [null, "Lib/tools", ["path:lib/tools"]],
    ["https://github.com/acme/app.git", "tools", []],
    ["https://github.com/acme/app.git", "Lib/tools", ["path:lib/tools"]],
  ])("looks up a resource of type git from another host (%s, %s) as %j", (cloneUrl, name, lookups) => {
    const text = `resources:\n  repositories:\n  - {repository: x, type: git, name: ${name}}\n`;
    expect(declarationsOf(text, { fullPath: "acme/app", cloneUrl })[0]?.lookups).toEqual(lookups);
  });

  it("ignores references to the repository itself", () => {
    const text = `resources:
  repositories:
  - {repository: me, name: Shop/App}
  - {repository: also, name: app}
steps:
- template: a.yml@me
- checkout: git://Shop/app
`;
    expect(extract({ [CI]: text }, AZURE)).toMatchObject({ declarations: [], problems: [] });
  });

  it("binds an alias used in a template if the repository's pipelines agree on it", () => {
    const pipeline = (name: string, ref: string) =>
      `resources:\n  repositories:\n  - {repository: t, type: github, name: ${name}, ref: ${ref}}\n`;
    const template = "parameters: []\nsteps:\n- template: a.yml@t\n";
    const found = (a: string, b: string) =>
      extract({ [CI]: a, "azure-pipelines-b.yml": b, "azure-pipelines/t.yml": template }).declarations.at(-1);
    expect(found(pipeline("acme/t", "v1"), pipeline("acme/t", "v1"))).toMatchObject({
      sourceLine: 3,
      versionConstraint: "v1",
      unbound: null,
      artifact: "github.com/acme/t/a.yml",
    });
    expect(found(pipeline("acme/t", "v1"), pipeline("acme/t", "v2"))).toMatchObject({
      versionConstraint: null,
      artifact: "github.com/acme/t/a.yml",
    });
    expect(found(pipeline("acme/t", "v1"), pipeline("acme/u", "v1"))).toMatchObject({
      unbound: "t",
      lookups: [],
    });
  });

  it("uses only the templates that are named, and all of a resource that nothing names", () => {
    const resource = "resources: {repositories: [{repository: T, type: github, name: acme/t}]}\n";
    const scopesOf = (steps: string, more: Record<string, string> = {}) =>
      extract({ [CI]: `${resource}steps:\n${steps}`, ...more }).declarations.map(
        ({ targetScope }) => targetScope,
      );
    const all = "*:azure_pipelines_template";
    const local = { "steps/a.yml": "parameters: []\nsteps:\n- template: x.yml@T\n" };
    expect(scopesOf("- script: make\n")).toEqual([all]);
    expect(scopesOf("- template: /a/b.yml@T\n")).toEqual([undefined, "unit:file:a/b.yml"]);
    expect(scopesOf("- template: ./a/../b.yml@T\n")).toEqual([undefined, "unit:file:b.yml"]);
    expect(scopesOf("- template: ${{ parameters.x }}.yml@T\n")).toEqual([undefined, undefined]);
    expect(scopesOf("- checkout: T\n")).toEqual([undefined]);
    expect(scopesOf("- template: steps/a.yml\n", local)).toEqual([undefined, "unit:file:x.yml"]);
  });

  it("leaves expressions unbound and keeps the text around them", () => {
    const text = `resources:
  repositories:
  - {repository: t, type: github, name: acme/t}
  - {repository: u, type: github, name: "acme/\${{ parameters.u }}"}
extends:
  template: "\${{ parameters.file }}.yml@t"
jobs:
- job: a
  container: $[ variables['image'] ]
- job: b
  container: ghcr.io/acme/base:$(tag)
- job: c
  container: \${{ parameters.image }}
  steps:
  - template: a.yml@u
  - template: b.yml@unknown
  - template: \${{ parameters.local }}
`;
    expect(
      declarationsOf(text).map(({ sourceLine, unbound, lookups }) => [sourceLine, unbound, lookups.length]),
    ).toEqual([
      [3, null, 2],
      [4, "parameters.u", 0],
      [6, "parameters.file", 2],
      [9, "variables['image']", 0],
      [11, "tag", 2],
      [13, "parameters.image", 0],
      [15, "parameters.u", 0],
      [16, "unknown", 0],
    ]);
  });

  it("ignores a single-word container in a template, which may be an alias", () => {
    const job = "jobs:\n- job: a\n  container: linux\n";
    expect(declared(job)).toEqual(["3 container linux"]);
    expect(declared(`parameters: []\n${job}`)).toEqual([]);
  });

  it("declares steps shared by an anchor once", () => {
    expect(
      declared(
        "jobs:\n- job: a\n  steps: &s\n  - task: Docker@2\n  - task: Docker@2\n- job: b\n  steps: *s\n",
      ),
    ).toEqual(["4 task Docker@2", "5 task Docker@2"]);
  });

  it("accepts a byte-order mark and CRLF", () => {
    const { declarations, problems } = extract({ [CI]: `\uFEFF${TYPICAL.replaceAll("\n", "\r\n")}` });
    expect(problems).toEqual([]);
    expect(declarations.map(({ sourceLine }) => sourceLine)).toEqual([
      6, 11, 16, 20, 26, 29, 33, 39, 43, 46, 51, 53, 55,
    ]);
  });
});
