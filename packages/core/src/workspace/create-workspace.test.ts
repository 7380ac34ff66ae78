import { describe, expect, it } from "vitest";
import { slugCandidates, slugOf } from "./create-workspace.ts";

describe("slugOf", () => {
  it.each([
    ["Acme, Inc.", "acme-inc"],
    ["  Überraschung GmbH  ", "uberraschung-gmbh"],
    ["東京", "workspace"],
    ["--", "workspace"],
    ["a".repeat(100), "a".repeat(63)],
    [`${"a".repeat(62)} b`, "a".repeat(62)],
  ])("%s", (name, slug) => expect(slugOf(name)).toBe(slug));
});

it("slugCandidates yields distinct slugs of at most 63 characters without end", () => {
  const candidates = slugCandidates("a".repeat(100));
  const some = Array.from({ length: 5000 }, () => candidates.next().value as string);
  expect(some[1]).toBe(`${"a".repeat(54)}-2`);
  expect(Math.max(...some.map((slug) => slug.length))).toBe(63);
  expect(new Set(some).size).toBeGreaterThan(4990);
});
