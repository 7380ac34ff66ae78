import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const ROOT = resolve(import.meta.dirname, "..");
const WORKFLOWS = join(ROOT, ".github/workflows");
const REGISTRY = "https://registry.npmjs.org/";

interface Workflow {
  on: Record<string, unknown>;
  permissions?: Record<string, string>;
  jobs: Record<string, { permissions?: Record<string, string>; "timeout-minutes"?: number }>;
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

/** Jobs that prove who they are: to AWS, to the host of the site, and to the log of attestations. */
const WITH_IDENTITY = new Set(["docs", "preview", "production", "release", "sweep-previews"]);

describe.each(readdirSync(WORKFLOWS))("%s", (file) => {
  const text = readFileSync(join(WORKFLOWS, file), "utf8");
  const workflow = parse(text) as Workflow;
  const granted = [workflow, ...Object.values(workflow.jobs)].flatMap(({ permissions = {} }) =>
    Object.entries(permissions),
  );

  it("pins each action to a commit, with its version", () => {
    const uses = [...text.matchAll(/uses: (?<action>.+)/gu)].map(({ groups }) => groups?.["action"] ?? "");
    expect(uses.filter((use) => !/^[\w./-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/u.test(use))).toEqual([]);
  });

  it("starts with few permissions, and writes only where it must", () => {
    expect(workflow.permissions).toBeDefined();
    expect(granted.some(([name, level]) => name === "id-token" && level === "write")).toBe(
      WITH_IDENTITY.has(file.replace(".yml", "")),
    );
    expect(Object.keys(workflow.on)).not.toContain("pull_request_target");
    for (const job of Object.values(workflow.jobs)) expect(job["timeout-minutes"]).toBeGreaterThan(0);
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
