import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { githubactions } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [githubactions]);

const workflow = (job: string, uses: string, head = "on: push\n"): string =>
  `${head}jobs:\n  ${job}:\n    runs-on: x\n    steps:\n      - uses: ${uses}\n`;

const roles = (files: Record<string, string>): string[] =>
  extract(files).declarations.map(({ role, scope }) => `${role} ${scope}`);

describe("githubactions: roles", () => {
  it.each([
    ["build", "acme/ci/build@v1", "build"],
    ["publish", "acme/ci/publish_release@v1", "build"],
    ["main", "acme/ci/publish_release@v1", "build"],
    ["docker", "docker/build-push-action@v6", "build"],
    ["test", "acme/ci/build@v1", "ci"],
    ["release", "acme/ci/setup-build@v1", "ci"],
    ["release", "actions/checkout@v4", "ci"],
    ["release", "docker/setup-buildx-action@v3", "ci"],
    ["release", "acme/release-drafter@v6", "ci"],
    ["release", "acme/release-branch-manager@v1", "ci"],
    ["release", "docker://acme/build:1", "ci"],
  ])("of a step in a job %s that uses %s is %s", (job, uses, role) => {
    expect(roles({ ".github/workflows/x.yml": workflow(job, uses) })).toEqual([`${role} null`]);
  });

  it("follow from the names of the workflow", () => {
    const text = workflow("main", "acme/ci/build@v1");
    expect(roles({ ".github/workflows/release.yml": text })).toEqual(["build null"]);
    expect(roles({ ".github/workflows/x.yml": `name: Docker images\n${text}` })).toEqual(["build null"]);
  });

  it("of called workflows follow from their names", () => {
    const call = (file: string) => `on: push\njobs:\n  a:\n    uses: acme/ci/.github/workflows/${file}@v1\n`;
    expect(roles({ ".github/workflows/x.yml": call("release.yml") })).toEqual(["build null"]);
    expect(roles({ ".github/workflows/x.yml": call("lint.yml") })).toEqual(["ci null"]);
  });

  it("have no scope next to a reusable workflow", () => {
    const files = {
      ".github/workflows/a.yml": "on: workflow_call\njobs: {}\n",
      ".github/workflows/release.yml": workflow("release", "acme/ci/release@v1"),
    };
    expect(roles(files)).toEqual(["build null"]);
  });

  it("are ci in reusable workflows and actions, with their scope", () => {
    const files = {
      ".github/workflows/release.yml": workflow("release", "acme/ci/release@v1", "on: workflow_call\n"),
      "release/action.yml": "runs:\n  using: composite\n  steps:\n    - uses: acme/ci/release@v1\n",
    };
    expect(roles(files)).toEqual([
      "ci reusable_workflow:acme/app/.github/workflows/release.yml",
      "ci github_action:acme/app/release",
    ]);
  });
});

describe("githubactions: compositions", () => {
  const compositions = (files: Record<string, string>): string[] =>
    extract(files).compositions.map(({ outer, inner }) => `${outer} < ${inner}`);
  const composite = (...uses: string[]) =>
    `runs:\n  using: composite\n  steps:\n${uses.map((each) => `    - uses: ${each}\n`).join("")}`;

  it("link callable files to local actions and workflows", () => {
    const files = {
      ".github/workflows/call.yml": `on: workflow_call
jobs:
  a:
    steps:
      - uses: ./setup
      - uses: ./missing
      - uses: Acme/App/lint@v1
  b:
    uses: ./.github/workflows/inner.yml
`,
      ".github/workflows/inner.yml": "on: workflow_call\njobs: {}\n",
      ".github/workflows/ci.yml": "on: push\njobs:\n  a:\n    steps:\n      - uses: ./setup\n",
      "setup/action.yml": composite("./lint/", "actions/checkout@v4"),
      "lint/action.yml": composite(),
    };
    expect(compositions(files)).toEqual([
      "reusable_workflow:acme/app/.github/workflows/call.yml < github_action:acme/app/setup",
      "reusable_workflow:acme/app/.github/workflows/call.yml < github_action:acme/app/lint",
      "reusable_workflow:acme/app/.github/workflows/call.yml < reusable_workflow:acme/app/.github/workflows/inner.yml",
      "github_action:acme/app/setup < github_action:acme/app/lint",
    ]);
    expect(extract(files).declarations.map(({ artifact }) => artifact)).toEqual(["actions/checkout"]);
  });

  it("link an action to the Dockerfile it runs", () => {
    const action = (image: string) => `runs:\n  using: docker\n  image: ${image}\n`;
    expect(compositions({ "lint/action.yml": action("../images/Dockerfile") })).toEqual([
      "github_action:acme/app/lint < unit:docker:images/Dockerfile",
    ]);
    expect(compositions({ "lint/action.yml": action("docker://acme/lint") })).toEqual([]);
  });
});
