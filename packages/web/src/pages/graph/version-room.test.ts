import { expect, it } from "vitest";
import { AROUND_ROOT, viewWith } from "./example-view.ts";
import type { RepositoryCard } from "./layers.ts";
import { rootedLayers } from "./rooted-layers.ts";
import { countHighCards, fittingWords, haveVersionRoom, isHigh, LEAST_NAMED } from "./version-room.ts";

it("has room for versions if most cards have it, so that no single one lacks its version", () => {
  const names = ["a", "b", "c", "d"];
  const view = viewWith(
    names.map((name) => `${name} > root`),
    Object.fromEntries(names.map((name) => [`${name} > root`, { version: "v1.23.2" }])),
  );
  const around = (owners: Record<string, string>) =>
    rootedLayers(
      { ...view, nodes: view.nodes.map((node) => ({ ...node, owner: owners[node.id] })) },
      AROUND_ROOT,
    ).cards;
  const long = "a-team-with-a-rather-long-name";
  expect(haveVersionRoom(around({}), { detail: "brief", width: 283, isOrgNamed: () => false })).toBe(true);
  expect(haveVersionRoom(around({ a: long }), { detail: "brief", width: 283, isOrgNamed: () => false })).toBe(
    true,
  );
  expect(
    haveVersionRoom(around({ a: long, b: long }), { detail: "brief", width: 283, isOrgNamed: () => false }),
  ).toBe(false);
  expect(
    haveVersionRoom(around({ a: long, b: long }), { detail: "brief", width: 400, isOrgNamed: () => false }),
  ).toBe(true);
  expect(
    haveVersionRoom(around({ a: "team", b: "team" }), {
      detail: "brief",
      width: 130,
      isOrgNamed: () => true,
    }),
  ).toBe(false);
});

it("counts the cards of sections whose name or owner has no room if they are narrow", () => {
  const layersWith = (name: string) => {
    const names = [name, ...Array.from({ length: 20 }, (_, at) => `r-${at}`)];
    return rootedLayers(viewWith(names.map((each) => `${each} > root`)), {
      ...AROUND_ROOT,
      framed: { parts: () => 2, rows: () => 8, stackedRows: () => 2, widthOf: () => 400 },
      selected: name,
    });
  };
  const long = layersWith("image-reflector-and-automation-controller");
  const isHighWith = (owner: string, more: Partial<RepositoryCard["node"]> = {}): boolean => {
    const card = long.cards.find((one) => one.kind === "repository" && one.node.id === "r-1");
    return card?.kind === "repository" && isHigh({ ...card, node: { ...card.node, owner, ...more } }, 240);
  };
  expect(isHighWith("@a-team-of-maintainers")).toBe(false);
  const arrival = { hops: 1, clock: "bump" as const, isMaximum: false, versions: ["v0.6.2"] };
  expect(isHighWith("alertmanager-maintainers", { arrival })).toBe(true);
  expect(isHighWith("alertmanager-maintainers", { arrival, archived: true })).toBe(false);
  expect([240, LEAST_NAMED].map((width) => countHighCards(long, width))).toEqual([1, 0]);
  expect(countHighCards(layersWith("image"), 240)).toBe(0);
});

it("leaves out words that would be cut, and conditions of which more than the verb would be cut", () => {
  const words = ["via lib", "platform", "CI"];
  expect([160, 112, 98, 55].map((room) => fittingWords(words, room))).toEqual([
    words,
    ["via lib", "platform"],
    ["via lib", "platform"],
    ["via lib"],
  ]);
  expect(fittingWords(["Ada", "if main.go changes"], 94)).toHaveLength(2);
  expect(fittingWords(["Ada", "if main.go changes"], 88)).toEqual(["Ada"]);
  expect(fittingWords(["Ada", "if in ^1.2.0"], 88)).toEqual(["Ada"]);
  // The first one is cut instead.
  expect(fittingWords(["a-team-with-a-long-name"], 30)).toHaveLength(1);
});
