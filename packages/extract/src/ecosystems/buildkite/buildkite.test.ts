import { describe, expect, it } from "vitest";
import type { RepositoryIdentity } from "../../ecosystem.ts";
import { extractFiles } from "../../repository-extraction.ts";
import { buildkite } from "./index.ts";

const CI = ".buildkite/pipeline.yml";
const NOTHING = { declarations: [], artifacts: [], compositions: [], problems: [] };
const SHA = "11bd71901bbe5b1630ceea73d27597364c9af683";

const extract = (files: Record<string, string>, repository?: RepositoryIdentity) =>
  extractFiles(files, [buildkite], repository);
const declarationsOf = (text: string) => extract({ [CI]: text }).declarations;

/** `line rule rawReference` of every declaration. */
const declared = (text: string, path = CI): string[] =>
  extract({ [path]: text }).declarations.map(
    ({ sourceLine, evidence, rawReference }) =>
      `${sourceLine} ${evidence.rule.replace("buildkite.", "")} ${rawReference}`,
  );

/** The declaration of a pipeline's only plugin. */
const pluginDeclaration = (plugin: string) => declarationsOf(`steps:\n- plugins:\n  - ${plugin}\n`)[0];

const TYPICAL = `env: { image: acme/text }
image: acme/hosted:1
x-plugins: &shared
  - docker#v5.11.0:
      image: acme/build:1.4
      environment: [ "image=acme/text" ]
steps:
  - label: ":hammer:"
    command: |
      plugins: acme/text#v1
      make
    plugins: *shared
  - wait
  - command: make
    plugins: *shared
  - group: tests
    steps:
      - command: make test
        image: acme/hosted:2
        plugins:
          - Acme/deploy#v1.2.0
          # - acme/old#v1
          - ssh://git@git.acme.io:2222/acme/tool.git#main: ~
          - docker-compose#v4.0.0:
              run: app
              config: { image: acme/text }
          - ./.buildkite/plugins/local
          - kubernetes:
              podSpec: { containers: [ { image: "node:20" } ] }
          - scan#v1: { image: acme/scanned }
  - trigger: other
  - plugins:
      docker#v5.11.0: { image: "node:20" }
`;

describe("buildkite: declarations", () => {
  it("declares plugins and the images they run, not commands, comments or local plugins", () => {
    expect(declared(TYPICAL)).toEqual([
      "2 image acme/hosted:1",
      "4 plugin docker#v5.11.0",
      "5 image acme/build:1.4",
      "19 image acme/hosted:2",
      "21 plugin Acme/deploy#v1.2.0",
      "23 plugin ssh://git@git.acme.io:2222/acme/tool.git#main",
      "24 plugin docker-compose#v4.0.0",
      "28 plugin kubernetes",
      "29 image node:20",
      "30 plugin scan#v1",
      "33 plugin docker#v5.11.0",
      "33 image node:20",
    ]);
  });

  it("looks up a plugin by its name, then its repository", () => {
    expect(declarationsOf(TYPICAL)[4]).toEqual({
      ecosystem: "buildkite",
      dependencyType: "buildkite_plugin",
      sourceFile: CI,
      sourceLine: 21,
      rawReference: "Acme/deploy#v1.2.0",
      artifact: "github.com/acme/deploy-buildkite-plugin",
      versionConstraint: "v1.2.0",
      versioning: "git",
      unbound: null,
      versionComment: null,
      lookups: [
        "buildkite_plugin:github.com/acme/deploy-buildkite-plugin",
        "git:github.com/acme/deploy-buildkite-plugin",
      ],
      evidence: { class: "manifest", rule: "buildkite.plugin" },
      role: "ci",
      scope: null,
      locked: null,
    });
  });

  it.each([
    ["docker#v5.11.0", "github.com/buildkite-plugins/docker-buildkite-plugin", "v5.11.0"],
    ["docker", "github.com/buildkite-plugins/docker-buildkite-plugin", null],
    ["acme/x-buildkite-plugin#main", "github.com/acme/x-buildkite-plugin", "main"],
    ["https://github.com/acme/tool.git#v1", "github.com/acme/tool", "v1"],
    ["git@gitlab.acme.io:group/sub/tool.git#v1", "gitlab.acme.io/group/sub/tool", "v1"],
    ["gitlab.acme.io/group/tool#v1", "gitlab.acme.io/group/tool", "v1"],
  ])("reads the plugin %s as %s at %s", (plugin, artifact, versionConstraint) => {
    expect(pluginDeclaration(plugin)).toMatchObject({ artifact, versionConstraint, rawReference: plugin });
  });

  it("takes the version from a comment next to a commit", () => {
    expect(pluginDeclaration(`acme/a#${SHA} # v1.2.0`)?.versionComment).toBe("v1.2.0");
  });

  it("leaves variables unbound", () => {
    expect(pluginDeclaration("acme/a#${VERSION}")).toMatchObject({
      unbound: "VERSION",
      artifact: "github.com/acme/a-buildkite-plugin",
    });
    expect(pluginDeclaration("${PLUGIN}#v1")).toMatchObject({ unbound: "PLUGIN", lookups: [] });
    expect(declarationsOf("steps:\n- image: acme/base:$TAG\n")).toMatchObject([{ unbound: "TAG" }]);
  });

  it("ignores references to the repository itself", () => {
    expect(pluginDeclaration("https://github.com/Acme/App#v1")).toBeUndefined();
  });

  it("accepts a byte-order mark and CRLF", () => {
    const { declarations, problems } = extract({ [CI]: `\uFEFF${TYPICAL.replaceAll("\n", "\r\n")}` });
    expect(problems).toEqual([]);
    expect(declarations.map(({ sourceLine }) => sourceLine)).toEqual([
      2, 4, 5, 19, 21, 23, 24, 28, 29, 30, 33, 33,
    ]);
  });
});

describe("buildkite: files", () => {
  const STEPS = "steps:\n- command: make\n  plugins: [ docker#v5 ]\n";

  it.each([
    [CI, STEPS],
    [".buildkite/sub/release.yaml", "- command: make\n  plugins: [ docker#v5 ]\n"],
    ["buildkite.yml", STEPS],
    ["ci/pipeline.yml", STEPS],
    ["ci/deploy.pipeline.yml", STEPS.replaceAll("\n", "\r\n")],
  ])("recognizes a pipeline by folder or name and content: %s", (path, text) => {
    expect(extract({ [path]: text }).declarations).toHaveLength(1);
  });

  it.each([
    ["ci/build.yml", STEPS],
    ["pipeline.yml", "jobs: []\nsteps:\n- plugins: [ docker#v5 ]\n"],
    ["pipeline.yml", "resources: []\nsteps:\n- get: repo\n"],
    ["pipeline.yml", `apiVersion: tekton.dev/v1\nkind: Pipeline\n${STEPS}`],
    [".buildkite/docker-compose.yml", "services:\n  a: { image: acme/a }\n"],
    [".buildkite/values.yml", "image: acme/a\n"],
    ["plugin.yml", "name: Game\nversion: 1\nmain: a.B\n"],
    ["sub/plugin.yml", "name: Deploy\nconfiguration: {}\n"],
  ])("ignores another tool's %s", (path, text) => {
    expect(extract({ [path]: text })).toEqual(NOTHING);
  });

  it("finds nothing in an empty file", () => {
    for (const text of ["", "# nothing\n", "steps:\n", "steps: []\n"])
      expect(extract({ [CI]: text })).toEqual(NOTHING);
  });

  it.each([
    ["invalid YAML", "steps:\n- plugins: {\n", 3],
    ["an invalid plugin reference", "steps:\n- plugins:\n  - a b\n", 3],
    ["an invalid image reference", "steps:\n- image: a:b:c\n", 2],
  ])("reports the file and line of %s", (_, text, line) => {
    const { problems, declarations } = extract({ [CI]: text });
    expect(problems).toMatchObject([{ file: CI, line, code: "invalid_syntax" }]);
    expect(declarations).toEqual([]);
  });
});

it("buildkite: produces a plugin named after its repository", () => {
  const files = { "plugin.yml": "# A plugin.\nname: Deploy\nconfiguration: { properties: {} }\n" };
  const cloneUrl = "https://github.com/Acme/deploy-buildkite-plugin.git";
  expect(extract(files, { fullPath: "Acme/deploy-buildkite-plugin", cloneUrl }).artifacts).toMatchObject([
    {
      artifactType: "buildkite_plugin",
      name: "github.com/acme/deploy-buildkite-plugin",
      sourceLine: 2,
      announces: ["buildkite_plugin:github.com/acme/deploy-buildkite-plugin"],
    },
  ]);
  expect(extract(files, { fullPath: "acme/a", cloneUrl: null }).artifacts).toEqual([]);
});
