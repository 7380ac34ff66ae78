import type { Role } from "@knockon/contract/vocabulary/role";
import type { VersionConstraintState } from "@knockon/contract/vocabulary/version-constraint-state";
import { expect, it } from "vitest";
import { decidingFirst, type Declared, explainTiming, versionsOf } from "./deciding.ts";

const declared = (
  constraint: string | null,
  state: VersionConstraintState,
  role: Role = "runtime",
  more: Partial<Declared> = {},
): Declared => ({
  version_constraint: constraint,
  version_constraint_state: state,
  source_file: `${role}/${constraint}`,
  role,
  ...more,
});

const link = declared(null, "absent", "test");
const pin = declared("v1.4.0", "pinned");
const range = declared("^1.0.0", "range", "dev");

it("starts with a version that can have the timing: what has no version is no pin", () => {
  expect(decidingFirst([link, pin], "bump")[0]).toBe(pin);
  expect(decidingFirst([pin, range], "next_run")[0]).toBe(range);
  expect(decidingFirst([pin, link], "unknown")[0]).toBe(link);
});

it("distinguishes by lock entries what arrives on the next run and at the next update", () => {
  const locked = declared("^1.0.0", "range", "build", { locked: { version: "1.0.1", file: "l", line: 1 } });
  expect(decidingFirst([locked, range], "next_run")[0]).toBe(range);
  expect(decidingFirst([range, locked], "next_update")[0]).toBe(locked);
});

it("starts with the declaration that decides an impact, although others could", () => {
  const other = declared("v1.3.0", "pinned", "build");
  expect(decidingFirst([pin, other], "bump", other)[0]).toBe(other);
});

it("lets mentions and what only developers run decide only alone", () => {
  const image = declared("v0.9.0", "pinned", "dev", { dependency_type: "container_image" });
  const tested = declared("v1.0.0", "pinned", "test");
  const mention = declared("v2.0.0", "pinned", "documentation");
  expect(decidingFirst([mention, image, tested], "bump")).toEqual([tested, image, mention]);
});

it("keeps the order of declarations that are alike", () => {
  const second = declared("v1.5.0", "pinned");
  expect(decidingFirst([second, pin], "bump")).toEqual([second, pin]);
  expect(decidingFirst([pin, second], undefined)).toEqual([pin, second]);
});

it("lists each version once, and those of mentions only if there are no others", () => {
  const mention = declared("v2.0.0", "pinned", "documentation");
  expect(versionsOf([pin, mention, declared("v1.4.0", "pinned", "test"), link])).toEqual([
    "v1.4.0",
    "no version",
  ]);
  expect(versionsOf([mention, mention])).toEqual(["v2.0.0"]);
});

it("says why a range waits for a bump, and what waits for the next update", () => {
  expect(explainTiming(range, "bump")?.word).toBe("excludes latest");
  expect(explainTiming(range, "next_update")?.word).toBe("locked");
  expect([explainTiming(pin, "bump"), explainTiming(range, "next_run")]).toEqual([undefined, undefined]);
});
