import { expect, it } from "vitest";
import { changesBetween } from "./audit-event.ts";

it("lists the fields that changed", () => {
  const before = { name: "acme", schedule: null, host_aliases: ["a.example"], role: "admin" };
  const after = { name: "acme", schedule: "0 3 * * *", host_aliases: [], role: "admin" };
  expect(changesBetween(before, after)).toEqual([
    { field: "schedule", before: undefined, after: "0 3 * * *" },
    { field: "host_aliases", before: '[\n  "a.example"\n]', after: "[]" },
  ]);
});

it("lists all fields of a created or deleted resource", () => {
  const key = { name: "CI", prefix: "svc_live_a" };
  expect(changesBetween(null, key).map(({ before, after }) => [before, after])).toEqual([
    [undefined, "CI"],
    [undefined, "svc_live_a"],
  ]);
  expect(changesBetween(key, null).map(({ before, after }) => [before, after])).toEqual([
    ["CI", undefined],
    ["svc_live_a", undefined],
  ]);
  expect(changesBetween(null, null)).toEqual([]);
});
