import type { z } from "zod";
import type { ChangeCheck, ChangeCheckSummary } from "../resources/change-check.ts";
import type { ArtifactInterface, Check, CheckRequest, LatentBreak } from "../resources/check.ts";
import { CHECK_ID, ORG_ID } from "./ids.ts";
import { consumer, producer } from "./organization.ts";

const WORKFLOW = ".github/workflows/release.yml";
const ARTIFACT = { artifact_type: "reusable_workflow", name: `acme/base-image/${WORKFLOW}` } as const;
const SCOPE = `${ARTIFACT.artifact_type}:${ARTIFACT.name}`;

const USE = {
  file: ".github/workflows/ci.yml",
  line: 14,
  declaration: { file: ".github/workflows/ci.yml", line: 11 },
  version_constraint: "main",
  role: "ci",
} as const;

export const check: Check = {
  repository: producer,
  verdict: "breaks",
  breaks: [
    {
      producer_artifact: ARTIFACT,
      change: "renamed",
      kind: "secret",
      name: "NPM_TOKEN",
      renamed_to: "REGISTRY_TOKEN",
      before: { file: WORKFLOW, line: 8 },
      after: { file: WORKFLOW, line: 8 },
      consumer,
      use: USE,
      clock: "next_run",
      effect: "does_not_start",
      confidence: 0.98,
      owner: { names: ["@acme/storefront"], source: "codeowners" },
    },
  ],
  undecided: [],
  reached: {
    repositories: 1,
    breaking: 1,
    by_clock: { next_run: 1, next_update: 0, bump: 0, unknown: 0 },
  },
  graph: { scanned_at: "2026-05-12T06:01:58.000Z", complete: true },
};

export const changeCheckSummary: ChangeCheckSummary = {
  id: CHECK_ID,
  connected_org_id: ORG_ID,
  repository: producer,
  kind: "pull_request",
  number: 214,
  title: "Rename the registry token",
  url: "https://github.com/acme/base-image/pull/214",
  author: "ada",
  base_branch: "main",
  head_sha: "2f5a0b1c9d3e4f60718293a4b5c6d7e8f9012345",
  status: "completed",
  conclusion: "failure",
  reason: null,
  reached: 1,
  breaking: 1,
  created_at: "2026-05-12T08:30:00.000Z",
  completed_at: "2026-05-12T08:30:02.000Z",
};

export const changeCheck: ChangeCheck = {
  ...changeCheckSummary,
  base_sha: "81c6f2a7d05b4e3f9a8c7d6e5f4031221e0d9c8b",
  result: check,
};

const interfaceWith = (secret: string) => ({
  scope: SCOPE,
  file: WORKFLOW,
  line: 3,
  members: [{ kind: "secret", name: secret, file: WORKFLOW, line: 8, required: true }] as const,
});

export const checkRequest = {
  changed_paths: [WORKFLOW],
  branches: ["main"],
  other_branches: ["1.x"],
  before: [interfaceWith("NPM_TOKEN")],
  after: [interfaceWith("REGISTRY_TOKEN")],
  min_confidence: 0.4,
} satisfies Record<string, unknown> & Partial<Record<keyof z.input<typeof CheckRequest>, unknown>>;

export const artifactInterface: ArtifactInterface = {
  ...ARTIFACT,
  file: WORKFLOW,
  line: 3,
  members: [{ kind: "secret", name: "REGISTRY_TOKEN", file: WORKFLOW, line: 8, required: true }],
  open: {},
  strict: [],
};

export const latentBreak: LatentBreak = {
  producer,
  producer_artifact: ARTIFACT,
  kind: "secret",
  name: "NPM_TOKEN",
  consumer,
  use: USE,
  clock: "bump",
  effect: "does_not_start",
  confidence: 0.98,
  owner: { names: ["@acme/storefront"], source: "codeowners" },
};
