import { expect, it } from "vitest";
import { drawnKinds } from "./drawn-timings.ts";
import { SHOP, viewWith } from "./example-view.ts";
import { repositoryLayers } from "./organization-layers.ts";

/** `ci` has lines on the next run, `lib` those of a stack of which some are, and one of an unknown timing. */
const LAYERS = repositoryLayers(
  viewWith(["a > ci", "b > ci", "c > ci", "d > lib", "e > lib", "e > odd"], {
    "a > ci": { clock: "next_run" },
    "b > ci": { clock: "next_run" },
    "c > ci": { clock: "next_run" },
    "e > odd": { clock: "unknown" },
  }),
  { grouping: "prefix", open: new Set() },
);

const shown = (pointed?: string, selected?: string) =>
  drawnKinds(LAYERS, { pointed, selected }).flatMap(({ kind, isShown }) => (isShown ? kind : []));

it("lists the kinds of the lines at rest, or of the selected card", () => {
  expect(LAYERS.held).toBe("ci");
  expect(shown()).toEqual(["next_run"]);
  expect(shown(undefined, "lib")).toEqual(["bump"]);
  expect(shown(undefined, "e")).toEqual(["bump", "unknown"]);
});

it("adds those of a card that is pointed at, which have room before", () => {
  expect(shown("e")).toEqual(["next_run", "bump", "unknown"]);
  expect(shown("odd")).toEqual(["next_run", "unknown"]);
  expect(shown("ci", "e")).toEqual(["bump", "unknown", "next_run"]);
  const all = (pointed?: string) =>
    drawnKinds(LAYERS, { pointed, selected: undefined })
      .map(({ kind }) => kind)
      .toSorted();
  expect(all("odd")).toEqual(all());
});

it("lists no kind while no lines are drawn", () => {
  expect(
    drawnKinds({ ...LAYERS, held: undefined }, { pointed: undefined, selected: undefined }).filter(
      ({ isShown }) => isShown,
    ),
  ).toEqual([]);
});

it("has one more kind for a stack of which only some get a change on their next run", () => {
  const view = viewWith(
    Array.from({ length: 20 }, (_, at) => `x${at} > lib`),
    Object.fromEntries(["x7 > lib", "x19 > lib"].map((edge) => [edge, { clock: "next_run" as const }])),
  );
  const layers = repositoryLayers(view, { grouping: "prefix", open: new Set(), rowsFor: () => 5 });
  expect(layers.held).toBe("lib");
  const kinds = drawnKinds(layers, { pointed: undefined, selected: undefined });
  expect(kinds.at(-1)).toEqual({ kind: "some_next_run", isShown: true });
});

it("lists all kinds of a drawing around a root", () => {
  const layers = { ...repositoryLayers(SHOP, { grouping: "prefix", open: new Set() }), isRanked: false };
  expect(drawnKinds(layers, { pointed: undefined, selected: undefined })).toEqual([
    { kind: "bump", isShown: true },
  ]);
});

it("has one more kind for what a version decides", () => {
  const view = viewWith(["a > ci", "b > ci"], {
    "a > ci": { clock: "next_run", version: "v4" },
    "b > ci": { clock: "next_run", version: "main" },
  });
  const layers = repositoryLayers(view, { grouping: "prefix", open: new Set() });
  const kinds = drawnKinds(layers, { pointed: undefined, selected: undefined });
  expect(kinds.map(({ kind }) => kind)).toEqual(["next_run", "may_next_run"]);
});
