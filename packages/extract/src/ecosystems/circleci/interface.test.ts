import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { circleci } from "./index.ts";

const extract = (files: Record<string, string>) =>
  extractFiles(files, [circleci], {
    fullPath: "acme/deploy-orb",
    cloneUrl: "https://github.com/acme/deploy-orb",
  });

const CONFIG = ".circleci/config.yml";
const ROOT = "src/@orb.yml";

const offered = (files: Record<string, string>) =>
  extract({ [ROOT]: "version: 2.1\n", ...files }).interfaces?.map(({ scope, file, members, open }) => [
    `${scope} ${file}`,
    ...members.map(
      (one) =>
        `${one.kind} ${one.name}${one.required ? "!" : ""}${one.type ? `: ${one.type}` : ""} ${one.file}:${one.line}`,
    ),
    ...Object.keys(open ?? {}),
  ]);

const SCOPE = `circleci_orb:acme/deploy ${ROOT}`;

describe("circleci: interfaces", () => {
  it("has the commands, jobs and executors of the files next to the root of an orb", () => {
    expect(
      offered({
        "src/commands/run.yml":
          "parameters:\n  image:\n    type: string\n  level:\n    type: integer\n    default: 1\nsteps: []\n",
        "src/jobs/build.yaml":
          "executor: java\nparameters: { after: { type: steps, default: [] } }\nsteps: []\n",
        "src/executors/java.yml": "docker: [{ image: cimg/openjdk:21 }]\n",
        "other/jobs/build.yml": "steps: []\n",
      }),
    ).toEqual([
      [
        SCOPE,
        "command run src/commands/run.yml:1",
        "executor java src/executors/java.yml:1",
        "job build src/jobs/build.yaml:1",
        "parameter build.after: steps src/jobs/build.yaml:2",
        "parameter run.image!: string src/commands/run.yml:2",
        "parameter run.level: integer src/commands/run.yml:4",
      ],
    ]);
  });

  it("has those of orbs in one file each, which are named like their folders", () => {
    const orb =
      'version: "2.1"\norbs:\n  kit: acme/kit@1\njobs:\n  test:\n    executor: kit/node\n    steps: []\n';
    const { artifacts, declarations, interfaces } = extractFiles(
      {
        "src/web/web.yml": orb,
        "src/deploy/orb.yml": orb.replace("test:", "push:"),
        "src/other/other.yml": "version: 2.1\nservices: {}\n",
        "ci/ci.yml": `${orb}workflows:\n  all:\n    jobs: [test]\n`,
        "src/web/more.yml": orb,
      },
      [circleci],
      { fullPath: "Acme/orbs", cloneUrl: null },
    );
    expect(artifacts.map(({ name, assumed, announces }) => [name, assumed, announces])).toEqual([
      ["acme/deploy", true, ["convention:circleci_orb:acme/deploy"]],
      ["acme/web", true, ["convention:circleci_orb:acme/web"]],
    ]);
    expect(declarations.map(({ sourceFile, scope }) => [sourceFile, scope])).toEqual([
      ["src/deploy/orb.yml", "circleci_orb:acme/deploy"],
      ["src/web/web.yml", "circleci_orb:acme/web"],
    ]);
    expect(interfaces?.map(({ scope, members }) => [scope, members.map(({ name }) => name)])).toEqual([
      ["circleci_orb:acme/deploy", ["push"]],
      ["circleci_orb:acme/web", ["test"]],
    ]);
  });

  it("has those of the root, and of the published orb with the name of its folder", () => {
    const files = {
      [CONFIG]:
        "workflows:\n  a:\n    jobs:\n    - orb-tools/publish: { orb_name: acme/one }\n    - orb-tools/publish: { orb_name: acme/two }\n",
      "two/@orb.yml": "commands:\n  run: { steps: [] }\n",
    };
    expect(
      extract(files).interfaces?.map(({ scope, members }) => [scope, members.map(({ name }) => name)]),
    ).toEqual([["circleci_orb:acme/two", ["run"]]]);
  });

  it("has those of the root for each namespace that the orb is published in", () => {
    const publish = (...names: string[]): string =>
      `workflows:\n  a:\n    jobs:\n${names.map((name) => `      - orb-tools/publish: { orb_name: ${name} }\n`).join("")}`;
    const scopes = (...names: string[]) =>
      offered({ [CONFIG]: publish(...names), "src/commands/run.yml": "steps: []\n" });
    const members = ["command run src/commands/run.yml:1"];
    expect(scopes("sandbox/deploy", "acme/deploy")).toEqual([
      [SCOPE, ...members],
      [`circleci_orb:sandbox/deploy ${ROOT}`, ...members],
    ]);
    expect(scopes("acme/lint", "acme/deploy")).toBeUndefined();
  });

  it("merges a job and a command with the same name", () => {
    const parameters = (text: string) => `parameters:\n${text}steps: []\n`;
    expect(
      offered({
        "src/commands/go.yml": parameters(
          "  both: { type: string }\n  some: { type: string }\n  one: { type: string }\n",
        ),
        "src/jobs/go.yml": parameters("  both: { type: string }\n  some: { type: enum, default: x }\n"),
      })?.[0]?.slice(3),
    ).toEqual([
      "parameter go.both!: string src/jobs/go.yml:2",
      "parameter go.one: string src/commands/go.yml:4",
      "parameter go.some src/jobs/go.yml:3",
    ]);
  });

  it("is open if a part is not valid, and ignores such files of other tools", () => {
    const invalid = "steps:\n- a: [\n";
    const { interfaces } = extract({
      [ROOT]: "version: 2.1\n",
      "src/jobs/a.yml": invalid,
      "src/jobs/b.yml": "steps: []\n",
    });
    const valid = extract({
      [ROOT]: "version: 2.1\n",
      "src/jobs/b.yml": "steps: []\n",
      "test/jobs/a.yml": invalid,
    });
    expect(valid.interfaces?.[0]?.open).toBeUndefined();
    expect(Object.keys(interfaces?.[0]?.open ?? {})).toEqual(["command", "job", "executor", "parameter"]);
    expect(extract({ "src/jobs/a.yml": invalid, "src/jobs/b.yml": "- steps\n" }).problems).toEqual([]);
  });
});

/** The arguments of each orb. */
const passed = (files: Record<string, string>) =>
  extract(files)
    .declarations.filter(({ dependencyType }) => dependencyType === "circleci_orb")
    .map((each) => [
      ...(each.arguments ?? []).map(({ kind, name, line }) => `${kind} ${name}:${line}`),
      ...Object.keys(each.openArguments ?? {}),
    ]);

describe("circleci: arguments", () => {
  it("has the jobs, commands and executors that are used, each with its parameters", () => {
    const text = `orbs:
  ci: acme/ci@1
  other: acme/other@1
executors:
  own: { docker: [{ image: x }] }
jobs:
  test:
    executor: { name: ci/java, version: "21" }
    steps:
      - checkout
      - ci/setup
      - ci/run:
          level: 1
          after:
            - ci/report: { to: x }
      - when:
          condition: true
          steps: [other/notify]
workflows:
  main:
    when: ci/never
    jobs:
      - test
      - ci/build:
          name: build
          context: [ci/context]
          image: app
          matrix: { parameters: { version: [a, b] } }
          requires: [ci/first, build-own, { ci/second: failed }]
          pre-steps:
            - ci/login: { user: x }
      - ci/deploy
`;
    expect(passed({ [CONFIG]: text })).toEqual([
      [
        "executor java:8",
        "parameter java.version:8",
        "command setup:11",
        "command run:12",
        "parameter run.level:13",
        "parameter run.after:14",
        "command report:15",
        "parameter report.to:15",
        "job build:24",
        "parameter build.image:27",
        "parameter build.version:28",
        "job first:29",
        "job second:29",
        "command login:31",
        "parameter login.user:31",
        "job deploy:32",
      ],
      ["command notify:18"],
    ]);
  });

  it("is open for a computed matrix or map", () => {
    const workflow = (job: string) =>
      `orbs: { ci: acme/ci@1 }\nworkflows:\n  main:\n    jobs:\n      - ci/build: ${job}\n`;
    expect(passed({ [CONFIG]: workflow("{ matrix: { parameters: << pipeline.x >> } }") })).toEqual([
      ["job build:5", "parameter"],
    ]);
    expect(passed({ [CONFIG]: workflow("<< pipeline.x >>") })).toEqual([["job build:5", "parameter"]]);
    expect(passed({ [CONFIG]: workflow("") })).toEqual([["job build:5"]]);
  });

  it("has what inline orbs and the parts of an orb use", () => {
    const inline =
      "orbs:\n  mine:\n    orbs: { ci: acme/ci@1 }\n    jobs:\n      a: { steps: [ci/run] }\n  ci: acme/ci@2\n";
    expect(passed({ [CONFIG]: inline })).toEqual([["command run:5"], []]);
    const files = {
      [ROOT]: "orbs: { slack: circleci/slack@4 }\n",
      "src/commands/tell.yml": "steps:\n  - slack/notify: { event: fail }\n",
    };
    expect(passed(files)).toEqual([["command notify:2", "parameter notify.event:2"]]);
  });
});
