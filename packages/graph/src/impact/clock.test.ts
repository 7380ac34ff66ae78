import { versioningOf } from "../versions/scheme.ts";
import { VERSION_CONSTRAINT_STATES } from "@knockon/contract/vocabulary/version-constraint-state";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clockOf } from "./clock.ts";

const npm = { versioning: "npm" } as const;

describe("clockOf", () => {
  it.each([
    ["absent", null, "next_run", "next_update"],
    ["floating", "latest", "next_run", "next_update"],
    ["range", "^1.0.0", "next_run", "next_update"],
    ["pinned", "1.0.0", "bump", "bump"],
    ["digest", "sha256:1f", "bump", "bump"],
    ["unresolved", "${VERSION}", "unknown", "next_update"],
  ] as const)("maps %s to %s without a lock file and to %s with one", (state, constraint, free, locked) => {
    for (const release of [null, "1.9.0"]) {
      expect(clockOf({ ...npm, state, isLocked: false }, constraint, release)).toBe(free);
      expect(clockOf({ ...npm, state, isLocked: true }, constraint, release)).toBe(locked);
    }
  });

  it.each([
    ["npm", "range", "^1.0.0", "1.9.0", true],
    ["npm", "range", "^1.0.0", "2.0.0", false],
    ["npm", "range", "^1.0.0", "main", true],
    ["git", "floating", "v4", "v4.2.0", true],
    ["git", "floating", "v4", "v5.0.0", false],
    ["git", "floating", "main", "v5.0.0", true],
    ["npm", "absent", null, "5.0.0", true],
  ] as const)("compares %s (%s) %s with release %s", (versioning, state, constraint, release, isAdmitted) => {
    expect(clockOf({ versioning, state, isLocked: false }, constraint, release)).toBe(
      isAdmitted ? "next_run" : "bump",
    );
    expect(clockOf({ versioning, state, isLocked: true }, constraint, release)).toBe(
      isAdmitted ? "next_update" : "bump",
    );
  });

  it.each([
    ["npm", "range", "^2.0.0"],
    ["npm", "range", ">=2"],
    ["git", "floating", "v5"],
    ["terraform", "range", "~> 2.1"],
  ] as const)(
    "takes a successor of the latest version above it: %s (%s) %s",
    (versioning, state, constraint) => {
      const kind = { versioning, state, isLocked: false };
      expect(clockOf(kind, constraint, "1.9.0")).toBe("next_run");
      expect(clockOf(kind, constraint, { planned: "1.9.0" })).toBe("bump");
    },
  );

  it.each(["maven", "gradle", "nuget"] as const)(
    "is unknown for %s without a version or lock file",
    (versioning) => {
      expect(clockOf({ versioning, state: "absent", isLocked: false }, null, "2.0.0")).toBe("unknown");
      expect(clockOf({ versioning, state: "absent", isLocked: true }, null, "2.0.0")).toBe("next_update");
    },
  );

  it.each([
    ["nuget", "1.0.0"],
    ["bazel", "1.0.0"],
  ] as const)("is bump for a minimum of %s, which resolves to itself", (versioning, constraint) => {
    const state = versioningOf(versioning).state(constraint);
    expect(clockOf({ versioning, state, isLocked: false }, constraint, "2.0.0")).toBe("bump");
  });

  it("is never next_run with a lock file", () => {
    const anything = [
      fc.constantFrom(...VERSION_CONSTRAINT_STATES),
      fc.constantFrom(null, "^1.0.0", "main", "1.0.0"),
      fc.constantFrom(null, "1.2.0", "2.0.0"),
    ] as const;
    fc.assert(
      fc.property(...anything, (state, constraint, release) => {
        expect(clockOf({ ...npm, state, isLocked: true }, constraint, release)).not.toBe("next_run");
      }),
    );
  });
});
