import type { Role } from "@knockon/contract/vocabulary/role";
import { expect, it } from "vitest";
import { countInWords, cycleNames, cycleOf, cycleStrip } from "./cycle.ts";
import { AROUND_ROOT, viewWith } from "./example-view.ts";
import { tabularWidth, textWidth } from "../../format/text-width.ts";
import { namesInLines } from "./names-in-lines.ts";
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
  expect(cycleOf(around("both")).nodes.map(({ id }) => id)).toEqual(["a", "b-2", "b-10"]);
  expect(cycleOf(around("dependents")).nodes).toEqual([]);
});

it("names archived ones last, and says how many these are", () => {
  const layers = around("both");
  const archived = (id: string): boolean => id === "a" || id === "b-2";
  const cards = layers.cards.map((card) =>
    card.kind === "repository" ? { ...card, node: { ...card.node, archived: archived(card.node.id) } } : card,
  );
  const cycle = cycleOf({ ...layers, cards });
  expect(cycleNames(cycle)).toEqual(["b-10", "archived: a", "b-2"]);
  expect(countInWords(cycle.nodes)).toBe("3 (2 archived) in a cycle");
  const nodes = cycle.nodes.filter((node) => node.archived);
  expect(cycleNames({ ...cycle, nodes })).toEqual(["a", "b-2"]);
  expect(countInWords(nodes)).toBe("2 archived in a cycle");
  expect(countInWords(cycleOf(layers).nodes)).toBe("3 in a cycle");
  expect(cycleOf(layers)).toMatchObject({ start: " with the root: " });
});

it("says within how many hops those in a cycle are if others are farther", () => {
  const layers = around("both");
  const columns = layers.columns.map((column) =>
    column.at === -1 ? { ...column, beyond: [{ hops: 2, count: 3 }] } : column,
  );
  expect(cycleOf({ ...layers, columns }).start).toBe(" with the root within 1 hop: ");
});

it("says that a cycle passes no change on if no direct dependent does", () => {
  const layers = around("both");
  expect(cycleOf({ ...layers, beyond: [] }).start).toBe(
    " with the root. None of them passes the root's change on: ",
  );
  const startWith = (role: Role): string =>
    cycleOf({ ...layers, columns: layers.columns.map((column) => ({ ...column, role })), beyond: [] }).start;
  expect(startWith("ci")).toBe(
    " with the root. None of them passes the root's change on, as all use it in CI only: ",
  );
  expect(startWith("runtime")).toBe(" with the root. None of them passes the root's change on: ");
  expect(cycleOf({ ...layers, beyond: [{ hops: 2, count: 1 }] }).start).not.toContain("None");
  // Some at one hop pass it on to those at two.
  const [column] = layers.columns;
  const columns = [...layers.columns, ...(column ? [{ ...column, at: 2 }] : [])];
  expect(cycleOf({ ...layers, columns, beyond: [] }).start).toBe(" with the root: ");
});

it("names as many as fit into lines, of which the first has less room", () => {
  const names = ["a", "b-2", "b-10"];
  const all = textWidth("a, b-2, b-10, ");
  const options = { width: all, before: 0, most: 1 };
  expect(namesInLines(names, options)).toEqual({ names, more: 0, lines: 1 });
  const short = { ...options, width: textWidth("a, b-2, ") + tabularWidth(" +1.") };
  expect(namesInLines(names, short)).toEqual({ names: ["a", "b-2"], more: 1, lines: 1 });
  expect(namesInLines(names, { ...short, most: 2 })).toEqual({ names, more: 0, lines: 2 });
  // What is before the names takes a line and a half.
  expect(namesInLines(names, { width: all, before: 1.5 * all, most: 3 })).toMatchObject({
    more: 0,
    lines: 3,
  });
});

it("is as high as the lines of its names", () => {
  const cycle = cycleOf(around("both"));
  expect(cycleStrip({ nodes: [], start: "" }, 1440).height).toBe(0);
  expect(cycleStrip(cycle, 200).height).toBeGreaterThan(cycleStrip(cycle, 1440).height);
});
