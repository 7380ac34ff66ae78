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

/** What a workflow with this trigger on line 2 produces. */
const produced = (on: string, path = CI) => extract({ [path]: `name: Build\n${on}\njobs: {}\n` }).artifacts;

const dockerAction = (image: string) => `runs:\n  using: docker\n  image: ${image}\n`;

describe("githubactions actions", () => {
  const COMPOSITE = `name: Setup
runs:
  using: composite
  steps:
    - uses: actions/setup-node@v4
    - uses: ./other
    - run: "uses: acme/text@v1"
      shell: bash
`;

  it("consume what their steps use", () => {
    expect(declared(COMPOSITE, "Setup/action.yaml")).toEqual([
      "5 githubactions.step_uses actions/setup-node@v4",
    ]);
  });

  it("consume the image they run, unless it is their own Dockerfile", () => {
    expect(declared(dockerAction("docker://acme/lint:2"), "action.yml")).toEqual([
      "3 githubactions.runs_image docker://acme/lint:2",
    ]);
    expect(declared(dockerAction("Dockerfile"), "action.yml")).toEqual([]);
  });

  it("are produced by every action.yml, under repository and folder", () => {
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

  it("are told by what they run: another tool's action.yml is none", () => {
    expect(extract({ "action.yml": "actions:\n  - uses: acme/text@v1\n" })).toEqual({
      declarations: [],
      artifacts: [],
      problems: [],
    });
  });
});

describe("githubactions reusable workflows", () => {
  it.each(["on: workflow_call", "on: [push, workflow_call]", "on: {push: , workflow_call: {inputs: {}}}"])(
    "are produced by %j",
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

  it("are none without that trigger, nor outside the folder that GitHub reads", () => {
    expect(produced("on: [push, workflow_dispatch]")).toEqual([]);
    expect(produced("on: workflow_call", "templates/.github/workflows/ci.yml")).toEqual([]);
    expect(produced("on: workflow_call", "workflow-templates/ci.yml")).toEqual([]);
  });
});
