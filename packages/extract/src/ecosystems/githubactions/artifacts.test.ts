import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { githubactions } from "./index.ts";

const CI = ".github/workflows/ci.yml";

const extract = (files: Record<string, string>) => extractFiles(files, [githubactions]);

/** `line rule rawReference` of every declaration of one file. */
const declared = (text: string, path: string): string[] =>
  extract({ [path]: text }).declarations.map(
    ({ sourceLine, evidence, rawReference }) => `${sourceLine} ${evidence.rule} ${rawReference}`,
  );

/** The artifacts of a workflow with this trigger on line 2. */
const produced = (on: string, path = CI) => extract({ [path]: `name: Build\n${on}\njobs: {}\n` }).artifacts;

const dockerAction = (image: string) => `runs:\n  using: docker\n  image: ${image}\n`;

describe("githubactions: actions", () => {
  const COMPOSITE = `name: Setup
runs:
  using: composite
  steps:
    - uses: actions/setup-node@v4
    - uses: ./other
    - run: "uses: acme/text@v1"
      shell: bash
`;

  it("declares the actions that an action's steps use", () => {
    expect(declared(COMPOSITE, "Setup/action.yaml")).toEqual([
      "5 githubactions.step_uses actions/setup-node@v4",
    ]);
  });

  it("declares the image that an action runs, unless it is its own Dockerfile", () => {
    expect(declared(dockerAction("docker://acme/lint:2"), "action.yml")).toEqual([
      "3 githubactions.runs_image docker://acme/lint:2",
    ]);
    expect(declared(dockerAction("Dockerfile"), "action.yml")).toEqual([]);
  });

  it("produces an action for each action.yml, named after repository and folder", () => {
    const { artifacts } = extractFiles(
      { "Setup/action.yaml": COMPOSITE, "action.yml": COMPOSITE },
      [githubactions],
      {
        fullPath: "Acme/App",
        cloneUrl: null,
      },
    );
    expect(artifacts).toEqual([
      {
        ecosystem: "githubactions",
        artifactType: "github_action",
        name: "acme/app/Setup",
        version: null,
        registryUrl: null,
        sourceFile: "Setup/action.yaml",
        sourceLine: 2,
        announces: ["github_action:acme/app/Setup"],
        evidence: { class: "manifest", rule: "githubactions.action" },
      },
      expect.objectContaining({ name: "acme/app", sourceFile: "action.yml" }),
    ]);
  });

  it("ignores another tool's action.yml, which has no runs", () => {
    expect(extract({ "action.yml": "actions:\n  - uses: acme/text@v1\n" })).toEqual({
      declarations: [],
      artifacts: [],
      compositions: [],
      problems: [],
    });
  });
});

describe("githubactions: reusable workflows", () => {
  it.each(["on: workflow_call", "on: [push, workflow_call]", "on: {push: , workflow_call: {inputs: {}}}"])(
    "produces a reusable workflow for %j",
    (on) => {
      expect(produced(on)).toEqual([
        {
          ecosystem: "githubactions",
          artifactType: "reusable_workflow",
          name: `acme/app/${CI}`,
          version: null,
          registryUrl: null,
          sourceFile: CI,
          sourceLine: 2,
          announces: [`reusable_workflow:acme/app/${CI}`],
          evidence: { class: "manifest", rule: "githubactions.workflow_call" },
        },
      ]);
    },
  );

  it("produces none without that trigger or outside .github/workflows", () => {
    expect(produced("on: [push, workflow_dispatch]")).toEqual([]);
    expect(produced("on: workflow_call", "templates/.github/workflows/ci.yml")).toEqual([]);
    expect(produced("on: workflow_call", "workflow-templates/ci.yml")).toEqual([]);
  });
});
