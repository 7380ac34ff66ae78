import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { circleci } from "./index.ts";
import { cpuMsSince } from "../../testing/cpu-ms.ts";

const CONFIG = ".circleci/config.yml";
const NOTHING = { declarations: [], artifacts: [], compositions: [], problems: [] };

const extract = (files: Record<string, string>) => extractFiles(files, [circleci]);
const declarationsOf = (text: string, path = CONFIG) => extract({ [path]: text }).declarations;

/** `line rule rawReference` of every declaration of one file. */
const declared = (text: string, path = CONFIG): string[] =>
  declarationsOf(text, path).map(
    ({ sourceLine, evidence, rawReference }) => `${sourceLine} ${evidence.rule} ${rawReference}`,
  );

const TYPICAL = `version: 2.1
orbs:
  node: circleci/node@5.1.0
  # old: acme/old@1
  deploy: Acme/deploy@volatile
  inline:
    orbs: { slack: circleci/slack@4 }
    executors:
      default:
        docker: [{ image: acme/inline:1 }]
executors:
  default: &default
    docker:
      - image: cimg/node:20.1
        auth: { username: x }
      - image: "postgres:16" # beside it
  vm:
    machine: { image: "ubuntu-2204:current" }
jobs:
  test:
    <<: *default
    steps:
      - run: |
          image: acme/text:1
      - setup_remote_docker: { docker_image: acme/text }
  build:
    docker:
      - image: cimg/node:20.1
workflows:
  main:
    jobs: [test, node/test, build]
`;

describe("circleci: declarations", () => {
  it("declares orbs and images, also of inline orbs, not machines, scripts or comments", () => {
    expect(declared(TYPICAL)).toEqual([
      "3 circleci.orb circleci/node@5.1.0",
      "5 circleci.orb Acme/deploy@volatile",
      "7 circleci.orb circleci/slack@4",
      "10 circleci.image acme/inline:1",
      "14 circleci.image cimg/node:20.1",
      "16 circleci.image postgres:16",
      "28 circleci.image cimg/node:20.1",
    ]);
  });

  it("looks up an orb by name and by convention", () => {
    expect(declarationsOf(TYPICAL)[1]).toEqual({
      arguments: [],
      ecosystem: "circleci",
      dependencyType: "circleci_orb",
      sourceFile: CONFIG,
      sourceLine: 5,
      rawReference: "Acme/deploy@volatile",
      artifact: "acme/deploy",
      versionConstraint: "volatile",
      versioning: "circleci",
      unbound: null,
      versionComment: null,
      lookups: ["circleci_orb:acme/deploy", "convention:circleci_orb:acme/deploy"],
      evidence: { class: "manifest", rule: "circleci.orb" },
      role: "ci",
      scope: null,
      locked: null,
    });
  });

  it("looks up an image like any container image", () => {
    expect(declarationsOf(TYPICAL)[3]).toMatchObject({
      dependencyType: "container_image",
      artifact: "docker.io/acme/inline",
      versionConstraint: "1",
      versioning: "docker",
      lookups: ["container_image:docker.io/acme/inline", "convention:container_image:acme/inline"],
    });
  });

  it.each([
    ["acme/deploy@1", "1"],
    ["acme/deploy@1.2", "1.2"],
    ["acme/deploy@dev:first", "dev:first"],
    ["acme/deploy", null],
  ])("keeps the version of %s", (orb, constraint) => {
    expect(declarationsOf(`orbs: {a: '${orb}'}`)).toMatchObject([{ versionConstraint: constraint }]);
  });

  it("leaves parameters unbound and keeps the name before them", () => {
    expect(
      declarationsOf(`orbs: {a: "acme/deploy@<<pipeline.parameters.v>>"}
jobs:
  a: { docker: [{ image: "acme/base:<< parameters.tag >>" }] }
  b: { docker: [{ image: << parameters.image >> }] }
  c: { docker: [{ image: acme/base:$TAG }] }
`).map(({ artifact, versionConstraint, unbound, lookups }) => [
        artifact,
        versionConstraint,
        unbound,
        lookups.length > 0,
      ]),
    ).toEqual([
      ["acme/deploy", "<<pipeline.parameters.v>>", "pipeline.parameters.v", true],
      ["docker.io/acme/base", "<< parameters.tag >>", "parameters.tag", true],
      ["<< parameters.image >>", null, "parameters.image", false],
      ["docker.io/acme/base", "$TAG", "TAG", true],
    ]);
  });

  it("reads every configuration of a .circleci folder, also of a nested project, and an orb's source", () => {
    const orb = "version: 2.1\norbs: {a: acme/deploy@1}\n";
    for (const path of [".circleci/continue/deploy.yaml", "app/.circleci/config.yml", "src/@orb.yml"])
      expect(declared(orb, path)).toEqual(["2 circleci.orb acme/deploy@1"]);
    expect(extract({ "circleci/config.yml": orb, ".circleci/notes.txt": orb })).toEqual(NOTHING);
  });

  it("reads an orb's executors and jobs next to its root file", () => {
    const part = "parameters:\n  tag: { type: string }\ndocker:\n  - image: acme/base:<< parameters.tag >>\n";
    const parts = {
      "src/executors/java.yml": part,
      "src/jobs/build.yaml": part,
      "src/commands/run.yml": part,
    };
    expect(
      extract({ "src/@orb.yml": "version: 2.1\n", ...parts, "executors/java.yml": part }).declarations.map(
        ({ sourceFile, sourceLine, unbound }) => [sourceFile, sourceLine, unbound],
      ),
    ).toEqual([
      ["src/executors/java.yml", 4, "parameters.tag"],
      ["src/jobs/build.yaml", 4, "parameters.tag"],
    ]);
    expect(extract(parts)).toEqual(NOTHING);
  });

  it("finds nothing in other YAML, in an empty file, and for orbs referenced by URL", () => {
    expect(extract({ ".circleci/requirements.yml": "- src: acme.java\n" })).toEqual(NOTHING);
    for (const text of [
      "",
      "# orbs:\n",
      "version: 2.1\norbs:\njobs: {}\n",
      "orbs: {a: 'https://acme.io/orb.yml'}\n",
    ])
      expect(extract({ [CONFIG]: text })).toEqual(NOTHING);
  });

  it("accepts a byte-order mark and CRLF", () => {
    const { declarations, problems } = extract({ [CONFIG]: `\uFEFF${TYPICAL.replaceAll("\n", "\r\n")}` });
    expect(problems).toEqual([]);
    expect(declarations.map(({ sourceLine }) => sourceLine)).toEqual([3, 5, 7, 10, 14, 16, 28]);
  });
});

describe("circleci: artifacts", () => {
  const PUBLISH = `orbs:
  orb-tools: circleci/orb-tools@12.0
  own: acme/deploy@dev:<<pipeline.number>>
workflows:
  publish:
    jobs:
      - orb-tools/pack
      - orb-tools/continue: { orb_name: deploy }
      - orb-tools/publish:
          orb_name: Acme/deploy
          filters: &filters {}
      - orb-tools/publish: { orb-name: acme/deploy, filters: *filters }
`;

  it("produces the orbs that a workflow publishes and does not declare them", () => {
    const { artifacts, declarations } = extract({ [CONFIG]: PUBLISH });
    expect(artifacts).toEqual([
      {
        ecosystem: "circleci",
        artifactType: "circleci_orb",
        name: "acme/deploy",
        version: null,
        registryUrl: null,
        sourceFile: CONFIG,
        sourceLine: 10,
        announces: ["circleci_orb:acme/deploy"],
        evidence: { class: "manifest", rule: "circleci.publish" },
      },
    ]);
    expect(declarations.map(({ artifact }) => artifact)).toEqual(["circleci/orb-tools"]);
  });

  it.each([
    ["acme/deploy-orb", ["acme/deploy", "acme/deploy-orb"]],
    ["Acme/orb-deploy", ["acme/deploy", "acme/orb-deploy"]],
    ["acme/deploy", ["acme/deploy"]],
  ])("assumes the orb's name from the repository %s", (fullPath, names) => {
    const { artifacts } = extractFiles({ "src/@orb.yml": "version: 2.1\n" }, [circleci], {
      fullPath,
      cloneUrl: null,
    });
    expect(artifacts).toMatchObject([
      {
        name: names[0],
        sourceLine: 1,
        assumed: true,
        announces: names.map((name) => `convention:circleci_orb:${name}`),
        evidence: { rule: "circleci.orb_source" },
      },
    ]);
  });
});

describe("circleci: problems", () => {
  it.each([
    ["invalid YAML", "orbs:\n  a: [\n", 3],
    ["a configuration that is a list", "- a\n", 1],
    ["an invalid orb reference", "orbs:\n  a: acme\n", 2],
    ["an invalid image reference", "jobs:\n  a:\n    docker:\n      - image: acme base\n", 4],
  ])("reports the line of %s", (_, text, line) => {
    const { problems, declarations } = extract({ [CONFIG]: text });
    expect(problems).toMatchObject([{ file: CONFIG, line, code: "invalid_syntax" }]);
    expect(declarations).toEqual([]);
  });

  it("reads a text with many unclosed parameters in linear time", () => {
    const started = process.cpuUsage();
    for (const piece of ["<< ", "<<", " "])
      extract({ [CONFIG]: `orbs: {a: 'acme/a@<<${piece.repeat(100_000)}'}\n` });
    expect(cpuMsSince(started)).toBeLessThan(2000);
  });
});

describe("circleci: scopes", () => {
  const ORB = "orbs:\n  node: circleci/node@5\n";
  const PART = "docker:\n  - image: cimg/base:1\n";
  const publish = (...names: string[]): string =>
    `${ORB}workflows:\n  a:\n    jobs:\n${names.map((name) => `      - orb-tools/publish: { orb_name: ${name} }\n`).join("")}`;
  const scopes = (files: Record<string, string>): string[] =>
    extract(files).declarations.map(({ sourceFile, role, scope }) => `${sourceFile}: ${role} ${scope}`);

  it("are the orb for its source and parts, but not for the pipeline that publishes it", () => {
    const files = { "src/@orb.yml": ORB, "src/executors/default.yml": PART };
    const parts = [
      "src/@orb.yml: ci circleci_orb:acme/app",
      "src/executors/default.yml: ci circleci_orb:acme/app",
    ];
    expect(scopes({ ...files, [CONFIG]: ORB })).toEqual([".circleci/config.yml: ci null", ...parts]);
    expect(scopes({ ...files, [CONFIG]: publish("acme/app") })).toEqual([
      ".circleci/config.yml: ci null",
      ...parts,
    ]);
  });

  it("distinguish orbs by their folders", () => {
    const files = {
      [CONFIG]: publish("acme/lint", "acme/deploy"),
      "src/deploy/@orb.yml": ORB,
      "src/other/@orb.yml": ORB,
    };
    expect(scopes(files).slice(1)).toEqual([
      "src/deploy/@orb.yml: ci circleci_orb:acme/deploy",
      "src/other/@orb.yml: ci null",
    ]);
  });
});
