/** Where each block of commands runs, or why it does not run here. A block is named by its file and a part of its text. */
import type { Block } from "./blocks.ts";

interface Row {
  file: string;
  /** All blocks of the file that no other row names, if left out. */
  part?: string;
}

interface Context extends Row {
  /** `organization` by default: a folder with `acme.json` and `.knockon/examples/acme`. */
  folder?: "organization" | "repository" | "mirrors";
  /** 0 by default. */
  exitCode?: number;
}

interface Excuse extends Row {
  reason: string;
}

/** Every other block runs in the folder of its page, in order. */
const CONTEXTS: readonly Context[] = [
  { file: "packages/cli/README.md", folder: "repository" },
  { file: "docs/ci.md", part: "--base origin/main", folder: "repository" },
  { file: "docs/scan.md", part: "remote update", folder: "mirrors" },
];

const INSTALLS = "It installs packages from the registry. CI runs npm ci, and local.test.ts npm start.";
const HOST =
  "It needs an organization on a git host. git-hosts.test.ts sends the same requests to fake hosts.";

const EXCUSES: readonly Excuse[] = [
  { file: "README.md", part: "npm ci && npm start", reason: INSTALLS },
  { file: "docs/quickstart.md", part: "npm ci\n", reason: INSTALLS },
  {
    file: "docs/install.md",
    part: "npm ci && npm run build:cli",
    reason: "It installs packages from the registry. This suite builds the same package.",
  },
  { file: "CONTRIBUTING.md", reason: "These are the checks and tests themselves." },
  { file: "bench/README.md", reason: "A measurement takes minutes." },
  { file: "docs/scan.md", part: "github_pat_", reason: HOST },
  { file: "docs/scan.md", part: "glpat-", reason: HOST },
  { file: "docs/git-hosts.md", part: "webhook-secret", reason: HOST },
  { file: "docs/deploy.md", part: "connected-orgs", reason: HOST },
  {
    file: "docs/pull-requests.md",
    part: "/rerun",
    reason: "It needs a checked pull request. pull-requests.test.ts sends the same requests.",
  },
  {
    file: "docs/self-hosting.md",
    part: "knockon-server.js",
    reason: "It needs a built server. image.test.ts builds and starts it.",
  },
  {
    file: "docs/self-hosting.md",
    part: "--role sweeper",
    reason: "It needs a bucket. processes.test.ts starts the same processes.",
  },
  {
    file: "docs/self-hosting.md",
    part: "docker ",
    reason:
      "It needs Docker. image.test.ts runs the steps of the image, compose.test.ts checks the Compose file.",
  },
  {
    file: "docs/self-hosting.md",
    part: "--role reseal",
    reason: "It needs a server with two keys. reseal.test.ts rotates a key.",
  },
  {
    file: "docs/kubernetes.md",
    reason: "It needs a cluster. chart.test.ts renders and validates the chart.",
  },
  { file: "docs/supply-chain.md", reason: "It needs a release. release.test.ts makes one." },
];

/** A block with a line that starts with one of these needs more than this machine. */
const TOOLS: readonly [tool: RegExp, reason: string][] = [
  [/^(?:docker|podman)\b/mu, "It needs Docker."],
  [
    /^(?:pg_dump|pg_restore|psql)\b/mu,
    "It needs the client programs of Postgres, which the embedded one lacks.",
  ],
  [/^(?:helm|kubectl)\b/mu, "It needs a Kubernetes cluster."],
  [/^(?:aws|sst|npx sst)\b/mu, "It needs an AWS account."],
  [/^(?:gh|glab)\b/mu, "It needs the command line of a git host, and an organization there."],
];

const names = ({ file, part }: Row, block: Block): boolean =>
  file === block.file && (part === undefined || block.text.includes(part));

/** Rows with a part come first, because they name a block more exactly. */
const find = <R extends Row>(rows: readonly R[], block: Block): R | undefined =>
  rows.find((row) => row.part !== undefined && names(row, block)) ??
  rows.find((row) => row.part === undefined && names(row, block));

/** Returns why a block does not run here. */
export const findExcuse = (block: Block): string | undefined =>
  find(EXCUSES, block)?.reason ?? TOOLS.find(([tool]) => tool.test(block.text))?.[1];

export const findContext = (block: Block): Context => find(CONTEXTS, block) ?? { file: block.file };

/** Returns rows that name no block. */
export const findStaleRows = (blocks: readonly Block[]): Row[] =>
  [...CONTEXTS, ...EXCUSES].filter((row) => !blocks.some((block) => names(row, block)));
