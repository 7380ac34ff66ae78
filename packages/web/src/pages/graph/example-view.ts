import type { Clock } from "@knockon/contract/vocabulary/clock";
import type { GraphView, ViewEdge, ViewNode } from "./graph-view.ts";
import type { RootedOptions } from "./rooted-layers.ts";

/** What is drawn around `root` in tests: one hop of its dependents. */
export const AROUND_ROOT: RootedOptions = {
  root: "root",
  direction: "dependents",
  through: "repositories",
  depth: 1,
  toggled: new Set(),
  open: new Set(),
  grouping: "prefix",
};

/** A repository one hop from the root, as drawn. */
export const arrivingAt = (node: ViewNode, clock: Clock, isMaximum = false): ViewNode => ({
  ...node,
  arrival: { hops: 1, clock, isMaximum },
});

/** A view for tests: edges as `consumer > producer`, all alike but for what `traits` says of them. */
export function viewWith(
  links: readonly string[],
  traits: Readonly<Record<string, Partial<ViewEdge>>> = {},
): GraphView {
  const edges = links.map((link): ViewEdge => {
    const [source = "", target = ""] = link.split(" > ");
    return {
      id: link,
      source,
      target,
      type: "npm_package",
      version: null,
      confidence: 1,
      role: "runtime",
      clock: "bump",
      passes: true,
      ...traits[link],
    };
  });
  const ids = [...new Set(edges.flatMap(({ source, target }) => [target, source]))];
  return {
    nodes: ids.map((id) => ({
      id,
      fullPath: `acme/${id}`,
      archived: false,
      affected: null,
      fanIn: edges.filter(({ target }) => target === id).length,
      fanOut: edges.filter(({ source }) => source === id).length,
      nextRunMay: 0,
      nextRun: edges.filter(({ target, clock }) => target === id && clock === "next_run").length,
      mainType: "npm_package",
    })),
    edges,
    types: [{ type: "npm_package", count: edges.length }],
    clocks: [],
  };
}

/** Three prefixes and a repository without one, with uses in both directions. */
export const SHOP = viewWith([
  "shop-web > base-image",
  "shop-api > base-image",
  "shop-api > base-ci",
  "shop-web > shop-api",
  "blog-web > shop-api",
  "blog-api > base-ci",
  "alone > base-ci",
]);

/** Six teams of 20 repositories and more, which use two of the first one, and a person with two. */
export const OWNED_BY_TEAMS = ownedByTeams();

function ownedByTeams() {
  const teams = ["a", "b", "c", "d", "e", "f"];
  const view = viewWith(
    teams.flatMap((team) => [
      ...Array.from({ length: 20 }, (_, at) => `${team}-${at} > a-${20 + (at % 2)}`),
      `${team}-1 > person-1`,
      "person-2 > b-1",
    ]),
  );
  const owned = view.nodes.map((node) => {
    const [team = ""] = node.id.split("-");
    return { ...node, ownerName: team === "person" ? "Ada" : `@acme/${team}` };
  });
  return { teams, view, owned };
}
