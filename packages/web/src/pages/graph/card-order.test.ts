import { expect, it } from "vitest";
import { namesIn } from "./card-text.ts";
import { besideParents, byRisk, groupsLast } from "./card-order.ts";
import { memberCard } from "./cluster-layers.ts";
import { AROUND_ROOT, viewWith } from "./example-view.ts";
import type { Card, GroupCard } from "./layers.ts";
import { rootedLayers } from "./rooted-layers.ts";

const { nodes } = viewWith(["a > root", "b > root", "c > root"]);

const group = (id: string, traits: Partial<GroupCard> = {}): GroupCard => ({
  kind: "group",
  id,
  column: 1,
  clock: null,
  role: null,
  title: id,
  nodes,
  withClock: null,
  opens: null,
  ...traits,
});

const idsOf = (cards: readonly Card[]): string[] => byRisk(cards).map(({ id }) => id);

it("puts repositories on the next run first, then groups by how many are, and several owners last", () => {
  const [root, a, b] = nodes.map((node) => memberCard(node, 1));
  expect(
    idsOf([
      group("rest", { clock: "next_run", withClock: 3, isRest: true }),
      group("slow", { clock: "bump", withClock: 3 }),
      { ...root!, clock: "bump" },
      group("few", { clock: "next_run", withClock: 1 }),
      group("most", { clock: "next_run", withClock: 2 }),
      { ...a!, clock: "next_run" },
      { ...b!, clock: "next_run" },
    ]),
  ).toEqual(["a", "b", "most", "few", "root", "slow", "rest"]);
});

it("goes by dependents on the next run without a root", () => {
  const of = (nextRun: number) => nodes.map((node) => ({ ...node, nextRun }));
  const alone = (id: string, nextRun: number): Card => memberCard({ ...nodes[0]!, id, nextRun });
  expect(
    idsOf([alone("none", 0), group("one", { nodes: of(1) }), alone("two", 2), alone("five", 5), group("no")]),
  ).toEqual(["five", "two", "one", "none", "no"]);
});

it("gives a line to a group the slowest timing of its repositories", () => {
  const names = ["a", "b", "c", "d"].flatMap((team) =>
    Array.from({ length: 10 }, (_, at) => `${team}-${at}`),
  );
  const view = viewWith(
    [...names.map((name) => `${name} > root`), "near > root", ...names.map((name) => `far-${name} > near`)],
    {
      "near > root": { clock: "next_run" },
      ...Object.fromEntries(names.map((name) => [`far-${name} > near`, { clock: "next_run" as const }])),
      "far-a-1 > near": { clock: "bump" },
    },
  );
  const layers = rootedLayers(view, { ...AROUND_ROOT, depth: 2 });
  for (const { to, clock, fastest } of layers.edges) {
    const end = layers.cards.find(({ id }) => id === to);
    if (end?.kind !== "group" || fastest !== "next_run") continue;
    expect(clock === "next_run").toBe(end.withClock === end.nodes.length);
  }
});

it("names only repositories of a group whose names fit as a whole", () => {
  expect(namesIn(group("g").nodes, 1000)).toBe("root, a, b, c");
  expect(namesIn(group("g").nodes, 58)).toBe("root, a +2");
  expect(namesIn(group("g").nodes, 30)).toBe("");
});

it("puts groups below all repositories, and several owners last", () => {
  const [root, a] = nodes.map((node) => memberCard(node, 1));
  const cards = [
    group("soon", { clock: "next_run" }),
    { ...a!, clock: "bump" as const },
    group("rest", { isRest: true }),
  ];
  expect(groupsLast(cards).map(({ id }) => id)).toEqual(["a", "soon", "rest"]);
  expect(groupsLast([root!, ...cards])[0]?.id).toBe("root");
});

it("orders what is two hops away like what its lines come from, within the same timing", () => {
  const links = ["a > root", "b > root", "far-1 > b", "far-2 > a", "far-3 > b", "far-4 > a"];
  const { cards, edges } = rootedLayers(viewWith(links), { ...AROUND_ROOT, depth: 2 });
  const far = (ordered: readonly Card[]) => ordered.flatMap(({ id, column }) => (column === 2 ? id : []));
  expect(far(cards)).toEqual(["far-2", "far-4", "far-1", "far-3"]);
  const soon = cards.map((card) => ({
    ...card,
    clock: card.id === "far-3" ? ("next_run" as const) : card.clock,
  }));
  expect(far(besideParents(soon, edges))).toEqual(["far-3", "far-2", "far-4", "far-1"]);
});
