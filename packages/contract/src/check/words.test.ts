import { expect, it } from "vitest";
import type { LineOwner } from "../resources/fields.ts";
import { impact } from "../examples/dependencies.ts";
import { describeArchived, describeArrival, describeChange, describeMay, describeOwner } from "./words.ts";

it.each<[LineOwner, string]>([
  [{ names: ["@acme/platform"], source: "codeowners" }, "@acme/platform"],
  [{ names: ["@a", "@b", "@c"], source: "codeowners" }, "@a, @b, @c"],
  [{ names: ["@a", "@b", "@c", "@d", "@e"], source: "codeowners" }, "@a, @b, @c, and 2 more"],
  [{ names: ["Jane Doe"], source: "last_author" }, "Jane Doe, last author"],
  [{ names: ["@acme/web"], source: "repository" }, "@acme/web, owner of most files"],
  [{ names: ["Jane Doe"], source: "main_author" }, "Jane Doe, main author"],
])("%j is described as %s", (owner, text) => {
  expect(describeOwner(owner)).toBe(text);
});

it.each([
  ["user" as const, 'user "root" of acme/base is replaced by "app"'],
  ["secret" as const, 'secret "root" of acme/base is removed, probably renamed to "app"'],
])("describes a %s that another one replaces", (kind, text) => {
  const producer = { artifact_type: "container_image" as const, name: "acme/base" };
  const change = {
    change: "renamed" as const,
    kind,
    name: "root",
    renamed_to: "app",
    producer_artifact: producer,
  };
  expect(describeChange(change)).toBe(text);
});

it("says when a repository gets a change, and what a version or a file decides", () => {
  const [{ clock_evidence: line } = {}] = impact.affected;
  const arrival = (conditional: boolean, changes: Partial<NonNullable<typeof line>>) =>
    describeArrival({
      clock: "next_run",
      conditional,
      clock_evidence: line ? { ...line, ...changes } : null,
    });
  const range = { version_constraint: "^1.2.0", version_constraint_state: "range" } as const;
  expect([
    arrival(false, range),
    arrival(true, range),
    arrival(true, { version_constraint: "v4", version_constraint_state: "floating" }),
    arrival(true, { version_constraint: "main", target_file: "ci/run.sh" }),
    describeArrival({ clock: "next_run", conditional: true, clock_evidence: null }),
  ]).toEqual([
    "on its next run",
    "on its next run, if ^1.2.0 admits the new version",
    "on its next run, if v4 moves to the new version",
    "on its next run, if ci/run.sh changes",
    "on its next run, if a version admits it",
  ]);
  expect(
    [
      [0, 0],
      [1, 0],
      [2, 3],
    ].map(([direct = 0, transitive = 0]) => describeMay({ may_next_run: { direct, transitive } })),
  ).toEqual([
    "",
    "1 of those on the next run gets it only if a version admits it or a file changes.",
    "5 of those on the next run get it only if a version admits it or a file changes.",
  ]);
});

it("describes how many are archived", () => {
  const none = { next_run: 0, next_update: 0, bump: 0, unknown: 0 };
  const may_next_run = { direct: 0, transitive: 0 };
  const described = (bump: number, next_run: number): string =>
    describeArchived({
      archived: { by_clock: { direct: { ...none, bump }, transitive: { ...none, next_run } }, may_next_run },
    });
  expect([described(0, 0), described(1, 0), described(1, 2)]).toEqual([
    "",
    "1 of these is archived: nothing runs there until it is unarchived.",
    "3 of these are archived: nothing runs there until they are unarchived.",
  ]);
});
