import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const ROOT = resolve(import.meta.dirname, "..");
const WORKFLOWS = join(ROOT, ".github/workflows");
const REGISTRY = "https://registry.npmjs.org/";

type Permissions = Record<string, string> | string;

interface Workflow {
  on: unknown;
  permissions?: Permissions;
  jobs: Record<string, { permissions?: Permissions; "timeout-minutes"?: number }>;
}

interface LockedPackage {
  link?: boolean;
  inBundle?: boolean;
  resolved?: string;
  integrity?: string;
  optionalDependencies?: Record<string, string>;
}

const { packages: locked } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
  packages: Record<string, LockedPackage>;
};

/** Actions that prove who the job is: to AWS, to the host of the site, and to the log of attestations. */
const WITH_IDENTITY =
  /^(?:aws-actions\/configure-aws-credentials|actions\/deploy-pages|actions\/attest-build-provenance)@/u;

/** Returns the actions of a workflow or of a part of it. */
function actionsOf(part: unknown): string[] {
  if (typeof part !== "object" || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) =>
    key === "uses" ? [String(value)] : actionsOf(value as unknown),
  );
}

/** Returns what is unsafe in a workflow. */
function flawsOf(text: string): string[] {
  const workflow = parse(text) as Workflow;
  const flaws = actionsOf(workflow)
    .filter((action) => !/^[\w./-]+@[\da-f]{40}$/u.test(action))
    .map((action) => `${action} is not pinned to a commit`);
  for (const action of actionsOf(workflow))
    if (!text.replaceAll(/(?<=@[\da-f]{40}) # v\d+\.\d+\.\d+$/gmu, "#").includes(`${action}#`))
      flaws.push(`${action} has no version`);
  if (JSON.stringify(workflow.on).includes("pull_request_target")) flaws.push("pull_request_target");
  if (typeof workflow.permissions !== "object") flaws.push("the permissions are not listed");
  for (const [name, job] of Object.entries(workflow.jobs)) {
    const granted = job.permissions ?? workflow.permissions;
    const hasIdentity = typeof granted === "object" && granted["id-token"] === "write";
    if (job.permissions !== undefined && typeof job.permissions !== "object")
      flaws.push(`the permissions of ${name} are not listed`);
    if (hasIdentity !== actionsOf(job).some((action) => WITH_IDENTITY.test(action)))
      flaws.push(`id-token of ${name}`);
    if (!((job["timeout-minutes"] ?? 0) > 0)) flaws.push(`${name} has no timeout`);
  }
  return flaws;
}

it.each(readdirSync(WORKFLOWS))("%s is safe", (file) => {
  expect(flawsOf(readFileSync(join(WORKFLOWS, file), "utf8"))).toEqual([]);
});

describe("a planted fault is found:", () => {
  const SAFE = readFileSync(join(WORKFLOWS, "production.yml"), "utf8");
  const PINNED = /uses: actions\/checkout@.*/u;
  const TRIGGER = /^on:\n(?:  .*\n)+/mu;

  it.each([
    ["a tag", PINNED, "uses: actions/checkout@v5 # v5.1.0", "actions/checkout@v5 is not pinned to a commit"],
    [
      "a tag after two spaces",
      PINNED,
      "uses:  actions/checkout@v5",
      "actions/checkout@v5 is not pinned to a commit",
    ],
    [
      "a quoted key",
      PINNED,
      '"uses": actions/checkout@main',
      "actions/checkout@main is not pinned to a commit",
    ],
    ["an image", PINNED, "uses: docker://alpine:3", "docker://alpine:3 is not pinned to a commit"],
    ["no version", PINNED, `uses: a/b@${"0".repeat(40)}`, `a/b@${"0".repeat(40)} has no version`],
    [
      "all permissions",
      /^permissions:\n(?:  .*\n)+/mu,
      "permissions: write-all\n",
      "the permissions are not listed",
    ],
    [
      "all permissions of a job",
      /^  verify:$/mu,
      "  verify:\n    permissions: write-all",
      "the permissions of verify are not listed",
    ],
    [
      "an identity of every job",
      "  contents: read",
      "  contents: read\n  id-token: write",
      "id-token of verify",
    ],
    ["a trigger", TRIGGER, "on: pull_request_target\n", "pull_request_target"],
    ["a trigger in a list", TRIGGER, "on: [push, pull_request_target]\n", "pull_request_target"],
    ["no timeout", /^    timeout-minutes: .*\n/mu, "", "verify has no timeout"],
  ])("%s", (_, safe, planted, flaw) => {
    expect(flawsOf(SAFE.replace(safe, planted))).toContain(flaw);
  });
});

it("the lock file names one registry, and the digest of every package", () => {
  expect(readFileSync(join(ROOT, ".npmrc"), "utf8")).not.toContain("registry");
  const installed = Object.entries(locked).filter(
    // A bundled package is a part of another one.
    ([path, { link, inBundle }]) => path.includes("node_modules/") && link !== true && inBundle !== true,
  );
  expect(installed.length).toBeGreaterThan(500);
  // Entries without a URL are those of the default registry.
  const suspicious = installed.filter(
    ([, { resolved = REGISTRY, integrity = "" }]) =>
      !resolved.startsWith(REGISTRY) || !integrity.startsWith("sha512-"),
  );
  expect(suspicious.map(([path]) => path)).toEqual([]);
});

// npm leaves out what it did not install itself: https://github.com/npm/cli/issues/4828
it("the lock file has the packages of every platform", () => {
  const missing = Object.entries(locked).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isLocked(name, path)),
  );
  expect(missing).toEqual([]);
});

/** Whether a package is next to one that depends on it, below it, or above. */
function isLocked(name: string, path: string): boolean {
  if (path === "") return `node_modules/${name}` in locked;
  const above = path.replace(/\/?node_modules\/(?:@[^/]+\/)?[^/]+$|^packages\/[^/]+$/u, "");
  return `${path}/node_modules/${name}` in locked || isLocked(name, above);
}
