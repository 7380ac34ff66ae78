import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { githubactions } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [githubactions]);

const WORKFLOW = ".github/workflows/build.yml";

const membersOf = (path: string, text: string) =>
  extract({ [path]: text }).interfaces?.map(({ scope, line, members }) => [
    scope,
    line,
    ...members.map(({ file: _, ...one }) => one),
  ]);

describe("githubactions: interfaces", () => {
  it("has the inputs and outputs of an action", () => {
    expect(
      membersOf(
        "setup/action.yml",
        "inputs:\n  version:\n    required: true\n  cache:\n    required: true\n    default: yes\noutputs:\n  path:\n    value: x\nruns:\n  using: composite\n",
      ),
    ).toEqual([
      [
        "github_action:acme/app/setup",
        10,
        { kind: "input", name: "cache", line: 4, default: expect.stringMatching(/^[\da-f]{8}$/) },
        { kind: "input", name: "version", line: 2, required: true },
        { kind: "output", name: "path", line: 8 },
      ],
    ]);
  });

  it("has the inputs, secrets and outputs of a reusable workflow", () => {
    const text = `on:
  workflow_call:
    inputs:
      image: { type: string, required: true }
    secrets:
      TOKEN:
        required: true
      OTHER:
    outputs:
      digest: { value: "x" }
jobs: {}
`;
    expect(membersOf(WORKFLOW, text)).toEqual([
      [
        "reusable_workflow:acme/app/.github/workflows/build.yml",
        2,
        { kind: "input", name: "image", line: 4, required: true, type: "string" },
        { kind: "output", name: "digest", line: 10 },
        { kind: "secret", name: "OTHER", line: 8 },
        { kind: "secret", name: "TOKEN", line: 6, required: true },
      ],
    ]);
  });

  it("is empty for a workflow without inputs, and missing for one that cannot be called", () => {
    expect(membersOf(WORKFLOW, "on: workflow_call\njobs: {}\n")).toEqual([
      ["reusable_workflow:acme/app/.github/workflows/build.yml", 1],
    ]);
    expect(membersOf(WORKFLOW, "on: push\njobs: {}\n")).toBeUndefined();
  });
});

const callsOf = (text: string) =>
  extract({ [WORKFLOW]: text }).declarations.map((each) => [
    each.artifact,
    ...(each.arguments ?? ["not read"]).map((one) =>
      typeof one === "string" ? one : `${one.kind} ${one.name}:${one.line}`,
    ),
    each.openArguments ?? {},
  ]);

describe("githubactions: arguments", () => {
  it("has what a job passes to a workflow and what other jobs read", () => {
    const text = `on: push
jobs:
  build:
    uses: acme/ci/.github/workflows/build.yml@v1
    with:
      image: app
    secrets:
      TOKEN: x
  deploy:
    needs: build
    runs-on: x
    steps:
      - run: echo \${{ needs.build.outputs.digest }} \${{ needs.build.outputs['size'] }}
`;
    expect(callsOf(text)).toEqual([
      [
        "acme/ci/.github/workflows/build.yml",
        "input image:6",
        "secret TOKEN:8",
        "output digest:13",
        "output size:13",
        {},
      ],
    ]);
  });

  it("is open for inherited secrets and for all outputs", () => {
    const text = `jobs:
  build:
    uses: acme/ci/.github/workflows/build.yml@v1
    secrets: inherit
  deploy:
    steps:
      - run: echo '\${{ toJSON(needs.build.outputs) }}'
`;
    expect(callsOf(text)).toEqual([
      ["acme/ci/.github/workflows/build.yml", { secret: "secrets: inherit", output: "All outputs are read" }],
    ]);
  });

  it("attributes outputs to the step with the ID in the same job", () => {
    const text = `jobs:
  a:
    steps:
      - uses: acme/one@v1
        id: it
        with: { args: x, key: y }
      - run: echo \${{ steps.it.outputs.first }}
  b:
    steps:
      - uses: acme/two@v1
        id: it
      - uses: docker://alpine
        with: { args: x }
      - run: echo \${{ steps.it.outputs.second }}
`;
    expect(callsOf(text)).toEqual([
      ["acme/one", "input key:6", "output first:7", {}],
      ["acme/two", "output second:14", {}],
      ["docker.io/library/alpine", "not read", {}],
    ]);
  });
});
