import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { githubactions } from "./index.ts";

const declarationsOf = (text: string) =>
  extractFiles({ ".github/workflows/ci.yml": text }, [githubactions]).declarations;

/** The declaration of a workflow's only step. */
const stepDeclaration = (uses: string) =>
  declarationsOf(`jobs:\n  a:\n    steps:\n      - uses: ${uses}\n`)[0];

/** The image declarations of a job whose container is on line 4. */
const images = (container: string, strategy = "{}") =>
  declarationsOf(`jobs:\n  a:\n    strategy: ${strategy}\n    container: ${container}\n`).map(
    ({ sourceLine, rawReference, artifact, versionConstraint, unbound, lookups }) => ({
      sourceLine,
      rawReference,
      artifact,
      versionConstraint,
      unbound,
      hasLookups: lookups.length > 0,
    }),
  );

describe("githubactions: expressions", () => {
  it("leaves an expression in a version unbound and keeps the name", () => {
    expect(images("ghcr.io/acme/base:v${{ inputs.tag }}")).toEqual([
      {
        sourceLine: 4,
        rawReference: "ghcr.io/acme/base:v${{ inputs.tag }}",
        artifact: "ghcr.io/acme/base",
        versionConstraint: "v${{ inputs.tag }}",
        unbound: "inputs.tag",
        hasLookups: true,
      },
    ]);
  });

  it.each([
    "${{ vars.IMAGE }}",
    "${{ vars.IMAGE }}:1.2",
    "localhost:${{ vars.IMAGE }}/base",
    "ghcr.io/acme/${{ vars.IMAGE }}",
  ])("does not look up an image with an expression in its name: %s", (image) => {
    expect(images(image)).toEqual([
      {
        sourceLine: 4,
        rawReference: image,
        artifact: image,
        versionConstraint: null,
        unbound: "vars.IMAGE",
        hasLookups: false,
      },
    ]);
  });

  it("binds a matrix expression to each literal value", () => {
    expect(images("node:${{ matrix.node }}", "{matrix: {node: [20, '22']}}")).toMatchObject([
      { sourceLine: 4, rawReference: "node:20", versionConstraint: "20", unbound: null },
      { sourceLine: 4, rawReference: "node:22", versionConstraint: "22", unbound: null },
    ]);
  });

  it("binds a matrix expression to values of include and their fields", () => {
    const strategy = "{matrix: {include: [{on: {image: acme/a}}, {on: {image: acme/b}}, {os: linux}]}}";
    expect(images("${{matrix.on.image}}:1", strategy).map(({ rawReference }) => rawReference)).toEqual([
      "acme/a:1",
      "acme/b:1",
    ]);
  });

  it.each([
    ["a computed matrix", "{matrix: '${{ fromJSON(inputs.matrix) }}'}", "${{ matrix.image }}"],
    ["a computed value", "{matrix: {image: [a, '${{ vars.IMAGE }}']}}", "${{ matrix.image }}"],
    [
      "a computed list",
      "{matrix: {image: '${{ inputs.images }}', include: [{image: a}]}}",
      "${{ matrix.image }}",
    ],
    ["more values than a matrix can have", `{matrix: {image: [${"a,".repeat(257)}]}}`, "${{ matrix.image }}"],
    ["an overlong value", `{matrix: {image: [${"a".repeat(1025)}]}}`, "${{ matrix.image }}"],
    ["an overlong text", "{matrix: {image: [a]}}", `acme/base:${"${{ matrix.image }}".repeat(60)}`],
    ["two keys of the matrix", "{matrix: {image: [a], tag: [b]}}", "${{ matrix.image }}:${{ matrix.tag }}"],
    ["an expression with an operator", "{matrix: {image: [a]}}", "${{ matrix.image || 'b' }}"],
  ])("leaves a matrix expression unbound for %s", (_, strategy, image) => {
    expect(images(image, strategy)).toMatchObject([{ rawReference: image }]);
    expect(images(image, strategy)[0]?.unbound).toMatch(/^matrix\.image/);
  });

  it("looks up an action with an expression in its ref", () => {
    expect(stepDeclaration("'acme/setup/sub@${{ inputs.ref }}'")).toMatchObject({
      artifact: "acme/setup/sub",
      versionConstraint: "${{ inputs.ref }}",
      unbound: "inputs.ref",
      lookups: ["github_action:acme/setup/sub", "path:acme/setup"],
    });
  });

  it("does not look up an action with an expression in its name", () => {
    expect(stepDeclaration("'${{ inputs.action }}@v1'")).toMatchObject({
      dependencyType: "github_action",
      artifact: "${{ inputs.action }}@v1",
      versionConstraint: null,
      unbound: "inputs.action",
      lookups: [],
    });
  });

  it("skips empty matrix values", () => {
    const strategy = "{matrix: {image: [acme/a, '', null, ~, acme/a]}}";
    expect(images("${{ matrix.image }}", strategy)).toMatchObject([{ rawReference: "acme/a" }]);
  });
});

const REUSABLE = ".github/workflows/check.yml";
const STEPS = `steps:
      - uses: actions/checkout@v4
        with: { repository: acme/api, ref: "\${{ inputs.ref }}" }
`;
const workflow = (on: string): string => `on:${on}\njobs:\n  a:\n    ${STEPS}`;
const action = (inputs: string): string => `inputs: ${inputs}\nruns:\n    using: composite\n    ${STEPS}`;
const callerOf = (uses: string, inputs: string): string =>
  `on: push\njobs:\n  a:\n    uses: ${uses}\n    with: ${inputs}\n  b:\n    steps:\n      - uses: ${uses}\n        with: ${inputs}\n`;

/** The constraint and the unbound name of the checkout of acme/api. */
const checkedOut = (files: Record<string, string>) =>
  extractFiles(files, [githubactions])
    .declarations.filter(({ artifact }) => artifact === "github.com/acme/api")
    .map(({ versionConstraint, unbound }) => [versionConstraint, unbound]);

const UNBOUND = [["${{ inputs.ref }}", "inputs.ref"]];
const CALL = " { workflow_call: { inputs: { ref: { default: main } } } }";

describe("githubactions: inputs", () => {
  it.each([
    [REUSABLE, workflow(CALL)],
    [REUSABLE, workflow(" { workflow_dispatch: { inputs: { ref: { default: main } } } }")],
    [
      REUSABLE,
      workflow("\n  workflow_call: &c { inputs: { ref: { default: main } } }\n  workflow_dispatch: *c"),
    ],
    ["action.yml", action("{ ref: { default: main } }")],
    [".github/actions/api/action.yaml", action("{ ref: { default: main } }")],
  ])("binds an input to its default: %s %j", (path, text) => {
    expect(checkedOut({ [path]: text })).toEqual([["main", null]]);
  });

  it.each([
    ["no default", " { workflow_call: { inputs: { ref: { required: true } } } }"],
    ["an empty default", " { workflow_call: { inputs: { ref: { default: '' } } } }"],
    ["an expression as default", " { workflow_call: { inputs: { ref: { default: '${{ github.ref }}' } } } }"],
    ["another event", " { push: {}, workflow_call: { inputs: { ref: { default: main } } } }"],
    [
      "different defaults",
      " { workflow_dispatch: { inputs: { ref: { default: v1 } } }, workflow_call: { inputs: { ref: { default: main } } } }",
    ],
  ])("leaves an input with %s unbound", (_, on) => {
    expect(checkedOut({ [REUSABLE]: workflow(on) })).toEqual(UNBOUND);
  });

  it.each([
    [REUSABLE, workflow(CALL), `./${REUSABLE}`],
    ["tools/api/action.yml", action("{ ref: { default: main } }"), "./tools/api"],
    ["action.yml", action("{ ref: { default: main } }"), "./"],
  ])("leaves an input of %s unbound if a local caller passes another value", (path, text, uses) => {
    const called = (inputs: string) =>
      checkedOut({ [path]: text, ".github/workflows/ci.yml": callerOf(uses, inputs) });
    expect(called("{ ref: v2 }")).toEqual(UNBOUND);
    expect(called("{ ref: '${{ github.sha }}' }")).toEqual(UNBOUND);
    expect(called("{ ref: main }")).toEqual([["main", null]]);
    expect(called("{ other: v2 }")).toEqual([["main", null]]);
  });
});
