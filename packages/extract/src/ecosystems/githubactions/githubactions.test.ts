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

/** The declaration of a workflow's only step. */
const stepDeclaration = (uses: string) =>
  declarationsOf(`jobs:\n  a:\n    steps:\n      - uses: ${uses}\n`)[0];

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

describe("githubactions: checkouts", () => {
  const checkout = (inputs: string, uses = "actions/checkout@v4") =>
    declarationsOf(`jobs:\n  a:\n    steps:\n      - uses: ${uses}\n        with: ${inputs}\n`)
      .filter(({ evidence }) => evidence.rule === "githubactions.checkout")
      .map((each) => [each.sourceLine, each.artifact, each.versionConstraint, each.unbound, each.lookups]);

  it("declares another repository at its ref", () => {
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

  it("ignores the repository itself, the event's repository, and other actions", () => {
    expect(checkout("{ repository: acme/app }")).toEqual([]);
    expect(checkout("{ repository: '${{ github.repository }}' }")).toEqual([]);
    expect(checkout("{ fetch-depth: 0 }")).toEqual([]);
    expect(checkout("{ repository: acme/schemas }", "acme/checkout@v1")).toEqual([]);
  });
});

describe("githubactions: repositories in a matrix or an input", () => {
  const used = (jobs: string) =>
    declarationsOf(`on: push\njobs:\n${jobs}`)
      .filter(({ dependencyType }) => dependencyType === "git_repository")
      .map((each) => [each.sourceLine, each.evidence.rule, each.artifact, each.versionConstraint, each.role]);

  it("declares the repositories of a matrix that a checkout reads, at their refs", () => {
    const steps = (ref: string) =>
      `    steps: [{ uses: actions/checkout@v4, with: { repository: "\${{ matrix.repo }}"${ref} } }]\n`;
    const include = `  a:
    strategy:
      matrix:
        include:
          - repo: "Acme/Kit"
            ref: v2
          - { repo: acme/ui }
`;
    expect(used(include + steps(', ref: "${{ matrix.ref }}"'))).toEqual([
      [7, "githubactions.checkout", "github.com/acme/kit", "v2", "ci"],
      [9, "githubactions.checkout", "github.com/acme/ui", "${{ matrix.ref }}", "ci"],
    ]);
    expect(
      used(`  a:\n    strategy: { matrix: { repo: [acme/kit, acme/ui, acme/app] } }\n${steps("")}`),
    ).toEqual([
      [4, "githubactions.checkout", "github.com/acme/kit", null, "ci"],
      [4, "githubactions.checkout", "github.com/acme/ui", null, "ci"],
    ]);
  });

  it("keeps a checkout unbound if the matrix is computed", () => {
    const job = `  a:
    strategy: { matrix: "\${{ fromJSON(needs.x.outputs.y) }}" }
    steps: [{ uses: actions/checkout@v4, with: { repository: "\${{ matrix.repo }}" } }]
`;
    expect(used(job)).toEqual([[5, "githubactions.checkout", "${{ matrix.repo }}", null, "ci"]]);
  });

  it("declares repositories that a job passes to a called workflow with a ref", () => {
    const job = `  a:
    strategy:
      matrix:
        project:
          - repo: "acme/kit"
            ref: "main"
          - repo: acme/ui
            branch: next
    uses: ./.github/workflows/test.yml
    with: { repo: "\${{ matrix.project.repo }}" }
  b:
    uses: ./.github/workflows/test.yml
    with: { repository: acme/schemas, ref: v3 }
  c:
    steps: [{ uses: ./.github/actions/fetch, with: { repository: acme/docs, branch: main } }]
`;
    expect(used(job)).toEqual([
      [7, "githubactions.repository_input", "github.com/acme/kit", "main", "ci"],
      [9, "githubactions.repository_input", "github.com/acme/ui", "next", "ci"],
      [15, "githubactions.repository_input", "github.com/acme/schemas", "v3", "ci"],
      [17, "githubactions.repository_input", "github.com/acme/docs", "main", "ci"],
    ]);
  });

  it("reads the repository whose release an action downloads or finds", () => {
    const job = `  a:
    steps:
      - uses: robinraju/release-downloader@v1
        with:
          repository: 'acme/ui'
          tag: \${{ steps.x.outputs.tag }}
      - uses: abatilo/release-info-action@v1
        with: { owner: acme, repo: kit }
      - uses: jaxxstorm/action-install-gh-release@v2
        with: { repo: acme/cli, tag: v1.2.3 }
      - uses: softprops/action-gh-release@v2
        with: { repository: acme/releases, tag_name: v1 }
      - uses: svenstaro/upload-release-action@v2
        with: { repository: acme/releases, tag: v1 }
      - uses: oprypin/find-latest-tag@v1
        with: { repository: "\${{ github.repository }}" }
`;
    const found = used(job).filter(([, rule]) => rule === "githubactions.release_input");
    expect(found).toEqual([
      [7, "githubactions.release_input", "github.com/acme/ui", "${{ steps.x.outputs.tag }}", "ci"],
      [10, "githubactions.release_input", "github.com/acme/kit", null, "ci"],
      [12, "githubactions.release_input", "github.com/acme/cli", "v1.2.3", "ci"],
    ]);
  });

  it("ends for local actions that all call each other with an input", () => {
    const names = Array.from({ length: 30 }, (_, at) => `./a${at}`);
    const steps = names.map(
      (uses) => `    - { uses: ${uses}, with: { repository: "\${{ inputs.repository }}" } }\n`,
    );
    const action = `runs:\n  using: composite\n  steps:\n${steps.join("")}`;
    const open = `jobs: { a: { steps: [{ uses: ./a0, with: { repository: acme/kit } }] } }\n`;
    const circle = Object.fromEntries(names.map((name) => [`${name.slice(2)}/action.yml`, action]));
    const found = extract({ ".github/workflows/open.yml": open, ...circle }).declarations;
    expect(found.filter(({ artifact }) => artifact.endsWith("acme/kit"))).toEqual([]);
  });

  it("declares repositories without a ref that a local action or workflow checks out", () => {
    const fetch = `runs:
  using: composite
  steps:
    - uses: actions/checkout@v4
      with: { repository: "\${{ inputs.repository || github.repository }}" }
`;
    const deploy = `on: { workflow_call: { inputs: { repo: {} } } }
jobs:
  a: { steps: [{ uses: ./.github/actions/fetch, with: { repository: "\${{ inputs.repo }}" } }] }
`;
    const open = `jobs:
  a:
    steps:
      - uses: ./
        with: { repository: acme/kit, ref: '' }
      - uses: ./.github/actions/image
        with: { repository: acme/image }
  b:
    uses: ./.github/workflows/deploy.yml
    with: { repo: acme/ui }
`;
    const files = {
      "action.yml": fetch,
      ".github/actions/fetch/action.yml": fetch,
      ".github/actions/image/action.yml": fetch.replace("actions/checkout@v4", "acme/push@v1"),
      ".github/workflows/deploy.yml": deploy,
      ".github/workflows/open.yml": open,
    };
    const found = extract(files).declarations.filter(
      ({ dependencyType }) => dependencyType === "git_repository",
    );
    expect(
      found.map(({ sourceLine, artifact, versionConstraint }) => [sourceLine, artifact, versionConstraint]),
    ).toEqual([
      [5, "github.com/acme/kit", null],
      [10, "github.com/acme/ui", null],
    ]);
  });

  it("ignores images, repositories that receive an event, and inputs of other actions", () => {
    const job = `  a:
    uses: ./.github/workflows/image.yml
    with: { repository: acme/kit, tag: v1 }
  b:
    uses: ./.github/workflows/dispatch.yml
    with: { repository: acme/kit, ref: main }
  c:
    steps:
      - { uses: acme/workflow-dispatch@v1, with: { repo: acme/kit, ref: main } }
      - { uses: ./.github/actions/image, with: { repository: acme/kit } }
  d:
    strategy: { matrix: { include: [{ repository: acme/kit, ref: main }] } }
    steps: [{ run: echo }]
`;
    expect(used(job)).toEqual([]);
  });
});

it("githubactions: accepts ./ inside a path", () => {
  expect(stepDeclaration("acme/actions/./setup@v1")?.artifact).toBe("acme/actions/setup");
  expect(stepDeclaration("acme/shared/./.github/workflows/x.yml@v1")).toMatchObject({
    dependencyType: "reusable_workflow",
    artifact: "acme/shared/.github/workflows/x.yml",
  });
});

describe("githubactions: declarations", () => {
  it("declares uses of steps and jobs and images of jobs, not comments or scripts", () => {
    expect(declared(TYPICAL)).toEqual([
      "6 githubactions.container ghcr.io/acme/builder:1.2",
      "9 githubactions.service postgres:16",
      "11 githubactions.step_uses actions/checkout@v4",
      "13 githubactions.step_uses Acme/Actions/Setup/Node@v1",
      "18 githubactions.step_uses actions/checkout@v4",
      "20 githubactions.job_uses acme/workflows/.github/workflows/release.yml@main",
    ]);
  });

  it("keeps an action's path as written, with owner and repository in lower case", () => {
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
      role: "ci",
      scope: null,
      locked: null,
      arguments: [],
    });
  });

  it("looks up a reusable workflow, then its repository", () => {
    expect(declarationsOf(TYPICAL)[5]).toMatchObject({
      dependencyType: "reusable_workflow",
      artifact: "acme/workflows/.github/workflows/release.yml",
      versionConstraint: "main",
      lookups: ["reusable_workflow:acme/workflows/.github/workflows/release.yml", "path:acme/workflows"],
    });
  });

  it("declares an image like any container image", () => {
    expect(declarationsOf(TYPICAL)[0]).toMatchObject({
      dependencyType: "container_image",
      artifact: "ghcr.io/acme/builder",
      versionConstraint: "1.2",
      versioning: "docker",
      lookups: expect.arrayContaining(["container_image:ghcr.io/acme/builder"]) as unknown,
    });
  });

  it("takes the version from a comment next to a commit", () => {
    expect(stepDeclaration(`acme/setup@${SHA} # v4.1.0`)).toMatchObject({
      rawReference: `acme/setup@${SHA}`,
      versionConstraint: SHA,
      versionComment: "v4.1.0",
    });
  });

  it("reads docker:// as an image in any position", () => {
    expect(stepDeclaration(`docker://ghcr.io/acme/lint:2@${DIGEST}`)).toMatchObject({
      dependencyType: "container_image",
      rawReference: `docker://ghcr.io/acme/lint:2@${DIGEST}`,
      artifact: "ghcr.io/acme/lint",
      versionConstraint: `2@${DIGEST}`,
      evidence: { rule: "githubactions.step_uses" },
    });
  });

  it("reads a container written as a map", () => {
    expect(declared("jobs:\n  a:\n    container:\n      options: --cpus 1\n      image: node:20\n")).toEqual([
      "5 githubactions.container node:20",
    ]);
  });

  it("ignores empty containers and steps", () => {
    expect(declared("jobs:\n  a:\n    container:\n    services:\n      db: {image: ''}\n")).toEqual([]);
    expect(extract({ [CI]: "jobs:\n  a:\n    steps:\n      - uses:\n" }).problems).toEqual([]);
  });

  it("ignores the repository itself if its path has capitals", () => {
    const files = { [CI]: "jobs: {a: {uses: acme/app/.github/workflows/b.yml@v1}}\n" };
    const repository = { fullPath: "Acme/App", cloneUrl: null };
    expect(extractFiles(files, [githubactions], repository).declarations).toEqual([]);
  });

  it("ignores local references and the repository itself, in any case", () => {
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

  it("declares a reference without a ref, with no constraint", () => {
    expect(stepDeclaration("acme/setup")).toMatchObject({
      rawReference: "acme/setup",
      versionConstraint: null,
    });
  });

  it("reads a folded string and a trailing slash", () => {
    expect(stepDeclaration(">\n          acme/setup/sub/@v1\n")).toMatchObject({
      sourceLine: 4,
      rawReference: "acme/setup/sub/@v1",
      artifact: "acme/setup/sub",
    });
  });

  it("accepts a branch with slashes as a ref", () => {
    expect(stepDeclaration("acme/setup/sub@releases/v1")).toMatchObject({
      artifact: "acme/setup/sub",
      versionConstraint: "releases/v1",
    });
  });

  it("accepts a byte-order mark and CRLF", () => {
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

  it("declares a line that jobs share by an anchor once", () => {
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

describe("githubactions: files", () => {
  it.each([
    CI,
    ".github/workflows/ci.yaml",
    "templates/go/.github/workflows/ci.yml",
    "workflow-templates/ci.yml",
  ])("reads %s as a workflow", (path) => {
    expect(declared(TYPICAL, path)).toHaveLength(6);
  });

  it("accepts a workflow named action.yml", () => {
    expect(declared(TYPICAL, ".github/workflows/action.yml")).toHaveLength(6);
  });

  it.each([".github/workflows/nested/ci.yml", ".github/dependabot.yml", "ci.yml", "my-action.yml"])(
    "reads %s as a workflow that does not run",
    (path) => {
      const classes = new Set(declarationsOf(TYPICAL, path).map(({ evidence }) => evidence.class));
      expect(declared(TYPICAL, path)).toHaveLength(6);
      expect([...classes]).toEqual(["unclassified"]);
    },
  );

  it("does not read action.yml as a workflow", () => {
    expect(declared(TYPICAL, "action.yml")).toEqual([]);
  });

  it.each(["", "# uses: acme/setup@v1\n", "\uFEFF"])("finds nothing in an empty file: %j", (text) => {
    expect(extract({ [CI]: text, "action.yml": text })).toEqual({
      declarations: [],
      artifacts: [],
      compositions: [],
      problems: [],
    });
  });

  it("reports the file and line of malformed YAML", () => {
    const { declarations, problems } = extract({ [CI]: "jobs:\n  a: [\n  b: }\n" });
    expect(declarations).toEqual([]);
    expect(problems).toEqual([
      expect.objectContaining({ file: CI, line: 3, code: "invalid_syntax" }) as unknown,
    ]);
  });

  it("reports a workflow that is a list, and ignores such an action.yml", () => {
    const text = "\n- uses: acme/setup@v1\n";
    expect(extract({ [CI]: text, "action.yml": text }).problems).toEqual([
      { file: CI, line: 2, code: "invalid_syntax", message: "githubactions: A workflow must be a map." },
    ]);
  });

  it("reports the file and line of invalid references and declares the others", () => {
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
        message: 'githubactions: "node:no tag" is not a valid image reference.',
      },
      {
        file: CI,
        line: 5,
        code: "invalid_syntax",
        message: 'githubactions: "checkout" is not a valid action reference.',
      },
      expect.objectContaining({ line: 6 }),
    ]);
  });
});
