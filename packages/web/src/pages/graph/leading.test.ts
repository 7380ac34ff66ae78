import { expect, it } from "vitest";
import { viewWith } from "./example-view.ts";
import { dependentsIn, linkedInWords, ownersInWords, reachedNextRun } from "./leading.ts";

const SOON = { clock: "next_run" } as const;

it("names the owners of those that get a change on their next run, each of several owners, and of equals first those of more dependents", () => {
  const owners: Record<string, string[]> = {
    a: ["@acme/web"],
    b: ["@acme/web", "@acme/data"],
    c: ["@acme/ops"],
    d: ["@acme/ads"],
    later: ["@acme/ops"],
    old: ["@acme/web"],
  };
  const names = Object.keys(owners);
  const view = viewWith(
    names.map((name) => `${name} > root`),
    Object.fromEntries(names.flatMap((name) => (name === "later" ? [] : [[`${name} > root`, SOON]]))),
  );
  const nodes = view.nodes.map((node) => ({
    ...node,
    archived: node.id === "old",
    ...(owners[node.id] && { lineOwner: { names: owners[node.id] ?? [], source: "codeowners" as const } }),
  }));
  const all = { ...view, nodes };
  const reached = reachedNextRun(all, "root");
  expect(reached.map(({ id }) => id)).toEqual(["a", "b", "c", "d"]);
  expect(ownersInWords(reached, dependentsIn(all, "root"))).toBe("web 2, ops 1, data 1 and 1 other");
  expect(ownersInWords([], [])).toBe("");
});

it("names the dependents by when they get a change, of each time the most used first, and without dependents what it depends on", () => {
  const soon = { clock: "next_run" } as const;
  const view = viewWith(
    ["docs > root", "shop > root", "api > root", "wiki > root", "old > root", "web > api"],
    {
      "shop > root": soon,
      "api > root": soon,
      "old > root": soon,
      "docs > root": { ...soon, version: "^4.0.0" },
    },
  );
  const all = { ...view, nodes: view.nodes.map((node) => ({ ...node, archived: node.id === "old" })) };
  expect(linkedInWords(all, "root")).toEqual([
    "On next run: api",
    "shop",
    "may be: docs",
    "later: wiki",
    "archived: old",
  ]);
  expect(linkedInWords(all, "api")).toEqual(["Dependents: web"]);
  expect(linkedInWords(all, "docs")).toEqual(["Depends on: root"]);
});
