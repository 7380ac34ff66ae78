import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { githubactions } from "./index.ts";

const REUSABLE = ".github/workflows/check.yml";
const STEPS = `steps:
      - uses: actions/checkout@v4
        with: { repository: acme/api, ref: "\${{ inputs.ref }}" }
`;
const workflow = (on: string): string => `on:${on}\njobs:\n  a:\n    ${STEPS}`;
const action = (inputs: string): string => `inputs: ${inputs}\nruns:\n    using: composite\n    ${STEPS}`;
const calling = (uses: string, given: string): string =>
  `on: push\njobs:\n  a:\n    uses: ${uses}\n    with: ${given}\n  b:\n    steps:\n      - uses: ${uses}\n        with: ${given}\n`;

/** The constraint of the checkout of acme/api, and the name that is unbound in it. */
const checkedOut = (files: Record<string, string>) =>
  extractFiles(files, [githubactions])
    .declarations.filter(({ artifact }) => artifact === "github.com/acme/api")
    .map(({ versionConstraint, unbound }) => [versionConstraint, unbound]);

const OPEN = [["${{ inputs.ref }}", "inputs.ref"]];
const CALL = " { workflow_call: { inputs: { ref: { default: main } } } }";

describe("an input", () => {
  it.each([
    [REUSABLE, workflow(CALL)],
    [REUSABLE, workflow(" { workflow_dispatch: { inputs: { ref: { default: main } } } }")],
    [
      REUSABLE,
      workflow("\n  workflow_call: &c { inputs: { ref: { default: main } } }\n  workflow_dispatch: *c"),
    ],
    ["action.yml", action("{ ref: { default: main } }")],
    [".github/actions/api/action.yaml", action("{ ref: { default: main } }")],
  ])("is what its file says that it is by default: %s %j", (path, text) => {
    expect(checkedOut({ [path]: text })).toEqual([["main", null]]);
  });

  it.each([
    ["nothing", " { workflow_call: { inputs: { ref: { required: true } } } }"],
    ["an empty text", " { workflow_call: { inputs: { ref: { default: '' } } } }"],
    ["an expression", " { workflow_call: { inputs: { ref: { default: '${{ github.ref }}' } } } }"],
    ["another event's", " { push: {}, workflow_call: { inputs: { ref: { default: main } } } }"],
    [
      "two things",
      " { workflow_dispatch: { inputs: { ref: { default: v1 } } }, workflow_call: { inputs: { ref: { default: main } } } }",
    ],
  ])("that is by default %s is unbound", (_, on) => {
    expect(checkedOut({ [REUSABLE]: workflow(on) })).toEqual(OPEN);
  });

  it.each([
    [REUSABLE, workflow(CALL), `./${REUSABLE}`],
    ["tools/api/action.yml", action("{ ref: { default: main } }"), "./tools/api"],
    ["action.yml", action("{ ref: { default: main } }"), "./"],
  ])("of %s is unbound where a caller of the same repository gives another", (path, text, uses) => {
    const called = (given: string) =>
      checkedOut({ [path]: text, ".github/workflows/ci.yml": calling(uses, given) });
    expect(called("{ ref: v2 }")).toEqual(OPEN);
    expect(called("{ ref: '${{ github.sha }}' }")).toEqual(OPEN);
    expect(called("{ ref: main }")).toEqual([["main", null]]);
    expect(called("{ other: v2 }")).toEqual([["main", null]]);
  });
});
