import { expect, it } from "vitest";
import { cycleInWords, cycleOf, cycleStrip, namesInLines } from "./cycle.ts";
import { AROUND_ROOT, viewWith } from "./example-view.ts";
import { tabularWidth, textWidth } from "../../format/text-width.ts";
import { rootedLayers } from "./rooted-layers.ts";

const NAMES = ["b-2", "b-10", "a"];

const around = (direction: "both" | "dependents") =>
  rootedLayers(
    viewWith(
      [...NAMES, "other"].flatMap((name) => [
        `${name} > root`,
        ...(name === "other" ? [] : [`root > ${name}`]),
      ]),
    ),
    {
      ...AROUND_ROOT,
      direction,
    },
  );

it("names what is on both sides of a root, in the order of numbers", () => {
  expect(cycleOf(around("both")).map(({ id }) => id)).toEqual(["a", "b-2", "b-10"]);
  expect(cycleOf(around("dependents"))).toEqual([]);
});

it("names archived ones last, and says how many these are", () => {
  const layers = around("both");
  const archived = (id: string): boolean => id === "a" || id === "b-2";
  const cards = layers.cards.map((card) =>
    card.kind === "repository" ? { ...card, node: { ...card.node, archived: archived(card.node.id) } } : card,
  );
  const nodes = cycleOf({ ...layers, cards });
  expect(nodes.map(({ id }) => id)).toEqual(["b-10", "a", "b-2"]);
  expect(cycleInWords(nodes)).toBe(" with the root (2 archived)");
  expect(namesInLines(nodes, { width: Infinity, before: 0, most: 1 }).firstArchived).toBe(1);
  expect(cycleInWords(cycleOf(layers))).toBe(" with the root");
});

it("names as many as fit into the lines of a strip, which is as high as these", () => {
  const nodes = cycleOf(around("both"));
  const all = textWidth("a, b-2, b-10, ");
  const options = { width: all, before: 0, most: 1 };
  expect(namesInLines(nodes, options)).toEqual({
    names: ["a", "b-2", "b-10"],
    firstArchived: -1,
    more: 0,
    lines: 1,
  });
  const short = { ...options, width: textWidth("a, b-2, ") + tabularWidth(" +1.") };
  expect(namesInLines(nodes, short)).toEqual({ names: ["a", "b-2"], firstArchived: -1, more: 1, lines: 1 });
  expect(namesInLines(nodes, { ...short, most: 2 })).toEqual({
    names: ["a", "b-2", "b-10"],
    firstArchived: -1,
    more: 0,
    lines: 2,
  });
  expect(cycleStrip([], 1440).height).toBe(0);
  expect(cycleStrip(nodes, 200).height).toBeGreaterThan(cycleStrip(nodes, 1440).height);
});
