import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { githubactions } from "./index.ts";

const CI = ".github/workflows/ci.yml";
const SHA = "11bd71901bbe5b1630ceea73d27597364c9af683";
const DIGEST = `sha256:${"a".repeat(64)}`;

const extract = (files: Record<string, string>) => extractFiles(files, [githubactions]);
const declarationsOf = (text: string, path = CI) => extract({ [path]: text }).declarations;

/** `line rule rawReference` of every declaration of one file. */
const declared = (text: string, path = CI): string[] =>
  declarationsOf(text, path).map(
    ({ sourceLine, evidence, rawReference }) => `${sourceLine} ${evidence.rule} ${rawReference}`,
  );

/** The declaration of a workflow whose only step says `uses: …`. */
const used = (uses: string) => declarationsOf(`jobs:\n  a:\n    steps:\n      - uses: ${uses}\n`)[0];

const TYPICAL = `name: CI
on: push
jobs:
  build:
    runs-on: ubuntu-latest
    container: ghcr.io/acme/builder:1.2
    services:
      db:
        image: postgres:16
    steps:
      - uses: actions/checkout@v4
      - name: Setup
        uses: Acme/Actions/Setup/Node@v1
      # - uses: acme/old@v1
      - run: |
          echo "- uses: acme/text@v1"
          uses: acme/text@v1
      - uses: actions/checkout@v4
  release:
    uses: acme/workflows/.github/workflows/release.yml@main
`;

describe("a checkout of another repository", () => {
  const checkout = (inputs: string, uses = "actions/checkout@v4") =>
    declarationsOf(`jobs:\n  a:\n    steps:\n      - uses: ${uses}\n        with: ${inputs}\n`)
      .filter(({ evidence }) => evidence.rule === "githubactions.checkout")
      .map((each) => [each.sourceLine, each.artifact, each.versionConstraint, each.unbound, each.lookups]);

  it("is a declaration of it, at the ref that is given", () => {
    expect(checkout("{ repository: Acme/Schemas, ref: v2 }")).toEqual([
      [5, "github.com/acme/schemas", "v2", null, ["path:acme/schemas"]],
    ]);
    expect(checkout("{ repository: acme/schemas }")).toEqual([
      [5, "github.com/acme/schemas", null, null, ["path:acme/schemas"]],
    ]);
    expect(checkout("{ repository: acme/schemas, ref: '${{ inputs.ref }}' }")).toEqual([
      [5, "github.com/acme/schemas", "${{ inputs.ref }}", expect.anything(), ["path:acme/schemas"]],
    ]);
  });

  it("is none of the repository itself, of the event's, or by another action", () => {
    expect(checkout("{ repository: acme/app }")).toEqual([]);
    expect(checkout("{ repository: '${{ github.repository }}' }")).toEqual([]);
    expect(checkout("{ fetch-depth: 0 }")).toEqual([]);
    expect(checkout("{ repository: acme/schemas }", "acme/checkout@v1")).toEqual([]);
  });
});

it("a path may go through the folder itself", () => {
  expect(used("acme/actions/./setup@v1")?.artifact).toBe("acme/actions/setup");
  expect(used("acme/shared/./.github/workflows/x.yml@v1")).toMatchObject({
    dependencyType: "reusable_workflow",
    artifact: "acme/shared/.github/workflows/x.yml",
  });
});

describe("githubactions declarations", () => {
  it("are the uses of steps and jobs and the images of jobs, one per line; comments and scripts are text", () => {
    expect(declared(TYPICAL)).toEqual([
      "6 githubactions.container ghcr.io/acme/builder:1.2",
      "9 githubactions.service postgres:16",
      "11 githubactions.step_uses actions/checkout@v4",
      "13 githubactions.step_uses Acme/Actions/Setup/Node@v1",
      "18 githubactions.step_uses actions/checkout@v4",
      "20 githubactions.job_uses acme/workflows/.github/workflows/release.yml@main",
    ]);
  });

  it("of an action keep its full path, owner and repository without case", () => {
    expect(declarationsOf(TYPICAL)[3]).toEqual({
      ecosystem: "githubactions",
      dependencyType: "github_action",
      sourceFile: CI,
      sourceLine: 13,
      rawReference: "Acme/Actions/Setup/Node@v1",
      artifact: "acme/actions/Setup/Node",
      versionConstraint: "v1",
      versioning: "git",
      unbound: null,
      versionComment: null,
      lookups: ["github_action:acme/actions/Setup/Node", "path:acme/actions"],
      evidence: { class: "manifest", rule: "githubactions.step_uses" },
    });
  });

  it("of a reusable workflow look for the workflow, then its repository", () => {
    expect(declarationsOf(TYPICAL)[5]).toMatchObject({
      dependencyType: "reusable_workflow",
      artifact: "acme/workflows/.github/workflows/release.yml",
      versionConstraint: "main",
      lookups: ["reusable_workflow:acme/workflows/.github/workflows/release.yml", "path:acme/workflows"],
    });
  });

  it("of an image are those of a container image", () => {
    expect(declarationsOf(TYPICAL)[0]).toMatchObject({
      dependencyType: "container_image",
      artifact: "ghcr.io/acme/builder",
      versionConstraint: "1.2",
      versioning: "docker",
      lookups: expect.arrayContaining(["container_image:ghcr.io/acme/builder"]) as unknown,
    });
  });

  it("of a commit carry the version that a comment states", () => {
    expect(used(`acme/setup@${SHA} # v4.1.0`)).toMatchObject({
      rawReference: `acme/setup@${SHA}`,
      versionConstraint: SHA,
      versionComment: "v4.1.0",
    });
  });

  it("take docker:// for an image, wherever it is used", () => {
    expect(used(`docker://ghcr.io/acme/lint:2@${DIGEST}`)).toMatchObject({
      dependencyType: "container_image",
      rawReference: `docker://ghcr.io/acme/lint:2@${DIGEST}`,
      artifact: "ghcr.io/acme/lint",
      versionConstraint: `2@${DIGEST}`,
      evidence: { rule: "githubactions.step_uses" },
    });
  });

  it("read a container given as a map, on the line of its image", () => {
    expect(declared("jobs:\n  a:\n    container:\n      options: --cpus 1\n      image: node:20\n")).toEqual([
      "5 githubactions.container node:20",
    ]);
  });

  it("are none for an empty container or step", () => {
    expect(declared("jobs:\n  a:\n    container:\n    services:\n      db: {image: ''}\n")).toEqual([]);
    expect(extract({ [CI]: "jobs:\n  a:\n    steps:\n      - uses:\n" }).problems).toEqual([]);
  });

  it("are none for the repository itself when its own path has capitals", () => {
    const files = { [CI]: "jobs: {a: {uses: acme/app/.github/workflows/b.yml@v1}}\n" };
    const repository = { fullPath: "Acme/App", cloneUrl: null };
    expect(extractFiles(files, [githubactions], repository).declarations).toEqual([]);
  });

  it("are none for local references and for the repository itself, in whatever case", () => {
    const text = `jobs:
  a:
    uses: ./.github/workflows/build.yml
  b:
    uses: Acme/App/.github/workflows/build.yml@main
  c:
    steps:
      - uses: ./actions/setup
      - uses: ../setup
      - uses: acme/app@v1
      - uses: acme/app-setup@v1
`;
    expect(declared(text)).toEqual(["11 githubactions.step_uses acme/app-setup@v1"]);
  });

  it("keep a reference without a ref, with no constraint", () => {
    expect(used("acme/setup")).toMatchObject({ rawReference: "acme/setup", versionConstraint: null });
  });

  it("read a folded text and a trailing slash", () => {
    expect(used(">\n          acme/setup/sub/@v1\n")).toMatchObject({
      sourceLine: 4,
      rawReference: "acme/setup/sub/@v1",
      artifact: "acme/setup/sub",
    });
  });

  it("take a branch with slashes as a ref", () => {
    expect(used("acme/setup/sub@releases/v1")).toMatchObject({
      artifact: "acme/setup/sub",
      versionConstraint: "releases/v1",
    });
  });

  it("are right with a byte-order mark and CRLF", () => {
    const { declarations, problems } = extract({ [CI]: `\uFEFF${TYPICAL.replaceAll("\n", "\r\n")}` });
    expect(problems).toEqual([]);
    expect(declarations.map(({ sourceLine, versionConstraint }) => [sourceLine, versionConstraint])).toEqual([
      [6, "1.2"],
      [9, "16"],
      [11, "v4"],
      [13, "v1"],
      [18, "v4"],
      [20, "main"],
    ]);
  });

  it("are one for a line that several jobs share by an anchor", () => {
    const text = `jobs:
  a:
    steps: &steps
      - uses: acme/setup@v1
  b:
    steps: *steps
`;
    expect(declared(text)).toEqual(["4 githubactions.step_uses acme/setup@v1"]);
  });
});

describe("githubactions files", () => {
  it.each([
    CI,
    ".github/workflows/ci.yaml",
    "templates/go/.github/workflows/ci.yml",
    "workflow-templates/ci.yml",
  ])("%s is a workflow", (path) => {
    expect(declared(TYPICAL, path)).toHaveLength(6);
  });

  it("a workflow may be called action.yml", () => {
    expect(declared(TYPICAL, ".github/workflows/action.yml")).toHaveLength(6);
  });

  it.each([
    ".github/workflows/nested/ci.yml",
    ".github/dependabot.yml",
    "ci.yml",
    "action.yml",
    "my-action.yml",
  ])("%s is none", (path) => {
    expect(declared(TYPICAL, path)).toEqual([]);
  });

  it.each(["", "# uses: acme/setup@v1\n", "\uFEFF"])("may be empty: %j", (text) => {
    expect(extract({ [CI]: text, "action.yml": text })).toEqual({
      declarations: [],
      artifacts: [],
      problems: [],
    });
  });

  it("that are malformed are a problem with file and line", () => {
    const { declarations, problems } = extract({ [CI]: "jobs:\n  a: [\n  b: }\n" });
    expect(declarations).toEqual([]);
    expect(problems).toEqual([
      expect.objectContaining({ file: CI, line: 3, code: "invalid_syntax" }) as unknown,
    ]);
  });

  it("that are no map are a problem as a workflow, another tool's file as an action", () => {
    const text = "\n- uses: acme/setup@v1\n";
    expect(extract({ [CI]: text, "action.yml": text }).problems).toEqual([
      { file: CI, line: 2, code: "invalid_syntax", message: "githubactions: A workflow is a map." },
    ]);
  });

  it("that use what names nothing are a problem with file and line, and keep the rest", () => {
    const { declarations, problems } = extract({
      [CI]: `jobs:
  a:
    container: node:no tag
    steps:
      - uses: checkout
      - uses: https://git.acme.example/acme/setup@v1
      - uses: acme/setup@v1
`,
    });
    expect(declarations).toHaveLength(1);
    expect(problems).toEqual([
      {
        file: CI,
        line: 3,
        code: "invalid_syntax",
        message: 'githubactions: "node:no tag" names no image.',
      },
      {
        file: CI,
        line: 5,
        code: "invalid_syntax",
        message: 'githubactions: "checkout" names no action.',
      },
      expect.objectContaining({ line: 6 }),
    ]);
  });
});
