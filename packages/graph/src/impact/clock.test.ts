import { VERSION_CONSTRAINT_STATES } from "@knockon/contract/vocabulary/version-constraint-state";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clockOf } from "./clock.ts";

describe("clockOf", () => {
  it.each([
    ["absent", false, null, null, "next_run"],
    ["floating", false, "main", null, "next_run"],
    ["range", false, "^1.0.0", null, "next_run"],
    ["range", false, "^1.0.0", "1.9.0", "next_run"],
    ["range", false, "^1.0.0", "2.0.0", "bump"],
    ["range", true, "^1.0.0", "1.9.0", "next_update"],
    ["range", true, "^1.0.0", "2.0.0", "bump"],
    ["floating", true, "main", null, "next_update"],
    ["absent", true, null, "2.0.0", "next_update"],
    ["pinned", false, "1.0.0", "1.9.0", "bump"],
    ["pinned", true, "1.0.0", null, "bump"],
    ["digest", false, "sha256:00", null, "bump"],
    ["unresolved", false, "${TAG}", null, "unknown"],
    ["unresolved", true, "${TAG}", null, "next_update"],
  ] as const)("%s, locked %s, %s with release %s: %s", (state, isLocked, constraint, release, clock) => {
    expect(clockOf({ versioning: "npm", state, isLocked }, constraint, release)).toBe(clock);
  });

  it("excludes later majors from a moving major tag", () => {
    const tag = { versioning: "git", state: "floating", isLocked: false } as const;
    expect(clockOf(tag, "v4", "v4.2.0")).toBe("next_run");
    expect(clockOf(tag, "v4", "v5.0.0")).toBe("bump");
    expect(clockOf(tag, "main", "v5.0.0")).toBe("next_run");
  });

  it("is never next_run with a lock", () => {
    const anything = [
      fc.constantFrom(...VERSION_CONSTRAINT_STATES),
      fc.constantFrom(null, "^1.0.0", "main", "1.0.0"),
      fc.constantFrom(null, "1.2.0", "2.0.0"),
    ] as const;
    fc.assert(
      fc.property(...anything, (state, constraint, release) => {
        expect(clockOf({ versioning: "npm", state, isLocked: true }, constraint, release)).not.toBe(
          "next_run",
        );
      }),
    );
  });
});
