import { describe, expect, it } from "vitest";
import { archivedOf, splitOf } from "./card-text.ts";
import { beyondInWords } from "./column-titles.ts";
import { AROUND_ROOT, viewWith } from "./example-view.ts";
import type { GraphView } from "./graph-view.ts";
import { neededDepth, toggleIn, toggleKey } from "./graph-search.ts";
import { drawnIds, type Layers } from "./layers.ts";
import { type RootedOptions, rootedLayers } from "./rooted-layers.ts";
import { divideNodes } from "./grouping.ts";
import { type SectionCounts, sectionsOf, timingsOf } from "./sections.ts";
import { authoredIn } from "../../components/owner-name.tsx";

const VIEW = viewWith(["a > root", "b > root", "b > a", "c > a", "d > c", "root > lib", "lib > core"], {
  "a > root": { clock: "next_run", role: "ci" },
});

const DEPENDENTS_ON_BOTH_SIDES = [
  "a > root",
  "b > root",
  "c > b",
  "d > c",
  "lib > a",
  "e > lib",
  "f > e",
  "core > c",
  "g > core",
];

const TEAMS = ["a", "b", "c", "d", "e", "f", "g", "h"];

const idsByColumn = ({ cards }: Layers): Record<string, string[]> =>
  Object.fromEntries(
    [...Map.groupBy(cards, ({ column }) => String(column))].map(([column, inside]) => [
      column,
      inside.map(({ id }) => id).toSorted(),
    ]),
  );

const repositories = ({ cards }: Layers) =>
  new Map(cards.flatMap((card) => (card.kind === "repository" ? [[card.id, card] as const] : [])));

describe("rootedLayers", () => {
  it("shows direct dependents, all edges between them and what they can expand", () => {
    const layers = rootedLayers(VIEW, AROUND_ROOT);
    expect(idsByColumn(layers)).toEqual({ 0: ["root"], 1: ["a", "b"] });
    expect(layers.edges.map(({ from, to }) => `${from} > ${to}`)).toEqual(["root > a", "root > b", "a > b"]);
    expect(repositories(layers).get("a")).toMatchObject({
      hidden: 1,
      isExpanded: false,
      clock: "next_run",
      role: "ci",
    });
    expect(repositories(layers).get("b")).toMatchObject({ hidden: 0, toggle: null, clock: "bump" });
    expect(repositories(layers).get("root")).toMatchObject({ isRoot: true, toggle: null, clock: null });
  });

  it("expands single repositories, collapses them against the depth, and stops there", () => {
    const expanded = rootedLayers(VIEW, { ...AROUND_ROOT, toggled: new Set([toggleKey(1, "a")]) });
    expect(idsByColumn(expanded)).toEqual({ 0: ["root"], 1: ["a", "b"], 2: ["c"] });
    expect(repositories(expanded).get("a")).toMatchObject({ hidden: 0, isExpanded: true });
    expect(idsByColumn(rootedLayers(VIEW, { ...AROUND_ROOT, depth: 3 }))).toMatchObject({
      2: ["c"],
      3: ["d"],
    });
    const collapsed = rootedLayers(VIEW, { ...AROUND_ROOT, depth: 3, toggled: new Set([toggleKey(1, "a")]) });
    expect(idsByColumn(collapsed)).toEqual({ 0: ["root"], 1: ["a", "b"] });
  });

  it("shows dependencies on the left", () => {
    const both = { ...AROUND_ROOT, direction: "both", depth: 2 } as const;
    expect(idsByColumn(rootedLayers(VIEW, both))).toEqual({
      "-2": ["core"],
      "-1": ["lib"],
      0: ["root"],
      1: ["a", "b"],
      2: ["c"],
    });
    const dependencies = rootedLayers(VIEW, { ...AROUND_ROOT, direction: "dependencies" });
    expect(idsByColumn(dependencies)).toEqual({ "-1": ["lib"], 0: ["root"] });
    expect(dependencies.columns.map(({ title }) => title)).toEqual(["Dependencies · 1 hop", "Root"]);
    expect(repositories(dependencies).get("lib")).toMatchObject({ hidden: 1, clock: "bump" });
  });

  it("gives each card the timing of the whole path: the slowest edge, and the fastest of the shortest paths", () => {
    const run = { clock: "next_run" } as const;
    const view = viewWith(
      [
        "held > root",
        "fast > root",
        "late > held",
        "soon > held",
        "soon > fast",
        "last > late",
        "root > lib",
        "lib > core",
      ],
      {
        "fast > root": run,
        "late > held": run,
        "soon > held": run,
        "soon > fast": { clock: "next_update" },
        "last > late": run,
        "lib > core": run,
      },
    );
    const cards = repositories(rootedLayers(view, { ...AROUND_ROOT, direction: "both", depth: 3 }));
    const clocks = Object.fromEntries([...cards].map(([id, { clock }]) => [id, clock]));
    expect(clocks).toEqual({
      root: null,
      held: "bump",
      fast: "next_run",
      late: "bump",
      soon: "next_update",
      last: "bump",
      lib: "bump",
      core: "bump",
    });
  });

  it("counts the repositories of a group with its timing, and gives its line the slowest", () => {
    // So few teams that each is a group.
    const names = TEAMS.slice(0, 4).flatMap((team) => Array.from({ length: 10 }, (_, at) => `${team}-${at}`));
    const view = viewWith(
      names.map((name) => `${name} > root`),
      {
        ...Object.fromEntries(names.slice(0, 8).map((name) => [`${name} > root`, { clock: "next_run" }])),
        "a-9 > root": { clock: "unknown" },
      },
    );
    const { cards, edges } = rootedLayers(view, AROUND_ROOT);
    const group = cards.find((card) => card.kind === "group" && card.nodes.some(({ id }) => id === "a-7"));
    expect(group).toMatchObject({ clock: "next_run", withClock: 2 });
    expect(edges.find(({ to }) => to === group?.id)).toMatchObject({ clock: "bump", fastest: "next_run" });
  });

  it("draws a line as slow as the path to it", () => {
    const view = viewWith(["held > root", "late > held"], { "late > held": { clock: "next_run" } });
    const { edges } = rootedLayers(view, { ...AROUND_ROOT, depth: 2 });
    expect(edges.map(({ to, clock }) => `${to} ${clock}`)).toEqual(["held bump", "late bump"]);
  });

  it("gives a group the timing of its fastest repository", () => {
    const names = TEAMS.flatMap((team) => Array.from({ length: 10 }, (_, at) => `${team}-${at}`));
    const view = viewWith(
      ["held > root", ...names.map((name) => `${name} > held`)],
      Object.fromEntries(names.map((name) => [`${name} > held`, { clock: "next_run" }])),
    );
    const groups = rootedLayers(view, { ...AROUND_ROOT, depth: 2 }).cards.filter(
      ({ kind }) => kind === "group",
    );
    expect(groups.map(({ clock }) => clock)).toEqual(groups.map(() => "bump"));
    expect(groups.length).toBeGreaterThan(1);
  });

  it("collapses long columns into groups, keeps chosen repositories apart and loses none", () => {
    const names = ["a", "b", "c", "d", "e", "f"].flatMap((team) =>
      Array.from({ length: 40 }, (_, at) => `${team}-${at}`),
    );
    const wide = viewWith(names.map((name) => `${name} > root`));
    const layers = rootedLayers(wide, { ...AROUND_ROOT, selected: "f-39" });
    const groups = layers.cards.filter(({ kind }) => kind === "group");
    expect(groups.map((card) => card.kind === "group" && `${card.title} ${card.nodes.length}`)).toEqual([
      "a* 40",
      "b* 40",
      "c* 40",
      "d* 40",
      "e* 40",
      "f* 39",
    ]);
    expect(repositories(layers).has("f-39")).toBe(true);
    expect(drawnIds(layers)).toEqual(new Set(["root", ...names]));
    expect(layers.edges.find(({ to }) => to === "1.a")).toMatchObject({ from: "root", count: 40 });
    const open = rootedLayers(wide, { ...AROUND_ROOT, open: new Set(["1.a"]) });
    expect(open.cards.filter(({ id }) => id.startsWith("a-"))).toHaveLength(40);
  });

  it("divides a column of many small groups into ranges, which open into their groups", () => {
    const teams = Array.from({ length: 26 }, (_, at) => String.fromCodePoint(97 + at));
    const wide = viewWith(teams.flatMap((team) => [1, 2, 3].map((at) => `${team}-${at} > root`)));
    const closed = rootedLayers(wide, AROUND_ROOT);
    const groups = closed.cards.filter((card) => card.kind === "group");
    expect(groups.map(({ title }) => title)[0]).toBe("a to b");
    expect(Math.max(...groups.map(({ nodes }) => nodes.length))).toBeLessThanOrEqual(20);
    const open = rootedLayers(wide, { ...AROUND_ROOT, open: new Set([groups[0]!.opens!.key]) });
    expect(open.cards.flatMap((card) => (card.kind === "group" ? card.title : [])).slice(0, 3)).toEqual([
      "a*",
      "b*",
      groups[1]!.title,
    ]);
    expect(drawnIds(open)).toEqual(drawnIds(closed));
  });

  it("shows one that gets a change first alone, before those that lead to others", () => {
    const used = TEAMS.map((team) => `${team}-used`);
    const view = viewWith(
      [
        ...used.flatMap((name) => [`${name} > root`, `other > ${name}`]),
        ...["late", "fast", "soon"].map((name) => `${name} > root`),
        ...Array.from({ length: 20 }, (_, at) => `x-${at} > root`),
      ],
      { "fast > root": { clock: "next_run" }, "late > root": { clock: "unknown" } },
    );
    const { cards } = rootedLayers(view, AROUND_ROOT);
    const alone = cards.flatMap((card) => (card.kind === "repository" && !card.isRoot ? [card.id] : []));
    expect(alone).toEqual(["fast", ...used.slice(0, 6)]);
    const few = viewWith(["b > root", "a > root", "c > root"], { "c > root": { clock: "next_run" } });
    expect(rootedLayers(few, AROUND_ROOT).cards.map(({ id }) => id)).toEqual(["root", "c", "a", "b"]);
  });

  it("never groups what has most behind it, and shows those alone that lead on", () => {
    const view = viewWith(
      [
        ...Array.from({ length: 30 }, (_, at) => `x-${at} > root`),
        ...Array.from({ length: 30 }, (_, at) => `user-${at} > x-${at % 5}`),
        "far-1 > late",
        "far-2 > far-1",
        "far-3 > far-2",
        "late > root",
        ...["a", "b", "c", "d", "e", "f"].map((name) => `far-${name} > far-3`),
      ],
      {
        ...Object.fromEntries(
          Array.from({ length: 20 }, (_, at) => [`x-${at + 10} > root`, { clock: "next_run" as const }]),
        ),
        "late > root": { clock: "unknown" },
      },
    );
    const alone = (rows: number) =>
      [...repositories(rootedLayers(view, { ...AROUND_ROOT, rowsFor: () => rows })).values()]
        .filter(({ isRoot }) => !isRoot)
        .map(({ id }) => id);
    // The last has ten behind it, but gets a change at an unknown time.
    expect(alone(12)).toEqual(["x-10", "x-0", "x-1", "x-2", "x-3", "x-4", "late"]);
    expect(alone(5)).toEqual(["x-10", "x-0", "late"]);
  });

  it("shows only what a change of the root affects, and when", () => {
    const affected: Record<string, GraphView["nodes"][number]["affected"]> = {
      a: { hops: 1, clock: "next_run" },
      b: { hops: 1, clock: "unknown" },
      d: { hops: 2, clock: "next_update" },
    };
    // c uses a only in its pipeline, so its own users get nothing.
    const view = viewWith(["a > root", "b > root", "c > a", "d > b", "d > c", "root > lib"]);
    const nodes = view.nodes.map((node) => ({ ...node, affected: affected[node.id] ?? null }));
    const layers = rootedLayers(
      { ...view, nodes },
      { ...AROUND_ROOT, direction: "both", through: "artifacts", depth: 3 },
    );
    expect(idsByColumn(layers)).toEqual({ "-1": ["lib"], 0: ["root"], 1: ["a", "b"], 2: ["d"] });
    expect(repositories(layers).get("a")).toMatchObject({ clock: "next_run", hidden: 0 });
    expect(repositories(layers).get("d")).toMatchObject({ clock: "next_update" });
  });

  it("leads to a dependent only from what passes the change on to it, and draws no other line to it", () => {
    const hops: Record<string, number> = { a: 1, b: 1, d: 2, late: 3 };
    const view = viewWith(
      // b gets the change, but d uses a part of b that is not built from the root. late uses what a gets after two hops.
      ["a > root", "b > root", "d > a", "d > b", "late > a", "root > lib", "a > lib"],
      { "d > b": { passes: false }, "root > lib": { passes: false }, "a > lib": { passes: false } },
    );
    const nodes = view.nodes.map((node) => {
      const at = hops[node.id];
      return { ...node, affected: at === undefined ? null : { hops: at, clock: "next_run" as const } };
    });
    const options = { ...AROUND_ROOT, direction: "both", through: "artifacts", depth: 3 } as const;
    const layers = rootedLayers({ ...view, nodes }, options);
    const columns = { "-1": ["lib"], 0: ["root"], 1: ["a", "b"], 2: ["d"] };
    expect(idsByColumn(layers)).toEqual({ ...columns, 3: ["late"] });
    expect(repositories(layers).get("late")).toMatchObject({ clock: "next_run" });
    // As an impact within two hops.
    expect(idsByColumn(rootedLayers({ ...view, nodes }, { ...options, depth: 2 }))).toEqual(columns);
    expect(layers.edges.map(({ from, to }) => `${from} > ${to}`).toSorted()).toEqual([
      "a > d",
      "a > late",
      "lib > root",
      "root > a",
      "root > b",
    ]);
    expect(layers.leftOut).toBe(2);
    const all = rootedLayers({ ...view, nodes }, { ...options, through: "repositories" });
    // From one side to the other, there are no lines.
    expect([all.edges.length, all.leftOut]).toEqual([6, 1]);
  });

  it("offers to collapse only what hides something: children of two cards hang from both", () => {
    const view = viewWith(["a > root", "b > root", "c > a", "c > b", "d > b"]);
    const cards = repositories(rootedLayers(view, { ...AROUND_ROOT, depth: 2 }));
    expect(cards.get("a")).toMatchObject({ toggle: null, isExpanded: false });
    expect(cards.get("b")).toMatchObject({ isExpanded: true });
  });

  it("draws what is on both sides on each, with the lines of that side", () => {
    const run = { clock: "next_run" } as const;
    const view = viewWith(["a > root", "root > lib", "lib > a", "b > lib", "root > other", "other > lib"], {
      "root > lib": run,
    });
    const both = { ...AROUND_ROOT, direction: "both" } as const;
    const layers = rootedLayers(view, { ...both, depth: 2 });
    expect(idsByColumn(layers)).toEqual({
      "-2": ["dependency.a"],
      "-1": ["dependency.lib", "other"],
      0: ["root"],
      1: ["a"],
      2: ["lib"],
    });
    const cards = repositories(layers);
    expect([cards.get("dependency.lib")?.clock, cards.get("lib")?.clock]).toEqual(["next_run", "bump"]);
    expect([...cards.values()].flatMap(({ id, isInCycle }) => (isInCycle ? id : [])).toSorted()).toEqual([
      "a",
      "dependency.a",
      "dependency.lib",
      "lib",
    ]);
    expect(layers.edges.map(({ from, to }) => `${from} > ${to}`).toSorted()).toEqual([
      "a > lib",
      "dependency.a > dependency.lib",
      "dependency.lib > other",
      "dependency.lib > root",
      "other > root",
      "root > a",
    ]);
    // A card of one side is expanded for itself.
    const toggled = new Set([toggleKey(-1, "lib")]);
    expect(idsByColumn(rootedLayers(view, { ...both, depth: 2, toggled }))).toMatchObject({ 2: ["lib"] });
    expect(idsByColumn(rootedLayers(view, { ...both, depth: 2, toggled }))).not.toHaveProperty("-2");
  });

  it("has the versions between the root and what is next to it, releases first, of each side", () => {
    const commit = "0123456789abcdef0123456789abcdef01234567";
    const view = viewWith(["a > root", "b > a", "root > lib", "lib > root"], {
      "a > root": { version: commit },
      "b > a": { version: "v9.0.0" },
      "root > lib": { version: "v1.0.0" },
      "lib > root": { version: "v2.0.0" },
    });
    const [first] = view.edges;
    const edges = [...view.edges, { ...first!, id: "again", version: "v3.0.0" }];
    const layers = rootedLayers({ ...view, edges }, { ...AROUND_ROOT, direction: "both", depth: 2 });
    const versions = [...repositories(layers).values()].map(({ id, node }) => [id, node.arrival?.versions]);
    expect(Object.fromEntries(versions)).toEqual({
      root: undefined,
      a: ["v3.0.0", commit],
      b: undefined,
      lib: ["v2.0.0"],
      "dependency.lib": ["v1.0.0"],
      "dependency.a": undefined,
    });
  });

  it("draws each side as in one direction, at every depth", () => {
    const view = viewWith([...DEPENDENTS_ON_BOTH_SIDES, "root > lib", "root > other", "lib > core"]);
    for (const depth of [1, 2, 3, 4]) {
      const around = (direction: "both" | "dependents" | "dependencies") =>
        rootedLayers(view, { ...AROUND_ROOT, direction, depth });
      const countsOf = ({ columns }: Layers, sign: number): [at: number, count: number][] =>
        columns.flatMap(({ at, count }) => (Math.sign(at) === sign ? [[at, count]] : []));
      const both = around("both");
      expect(countsOf(both, 1)).toEqual(countsOf(around("dependents"), 1));
      expect(countsOf(both, -1)).toEqual(countsOf(around("dependencies"), -1));
      for (const { at, count } of both.columns)
        expect(timingsOf(both, at).reduce((sum, timing) => sum + timing.count, 0)).toBe(count);
    }
  });

  it("says that a side is empty", () => {
    const { columns } = rootedLayers(viewWith(["a > root"]), { ...AROUND_ROOT, direction: "both" });
    expect(columns.map(({ title, count }) => `${title} ${count}`)).toEqual([
      "Root · no dependencies in your organizations 1",
      "Dependents · 1 hop 1",
    ]);
  });

  it("divides a column that is too long by timing, and each section into repositories and owners of the rest", () => {
    const names = Array.from({ length: 60 }, (_, at) => `${TEAMS[at % 4]}-${at}`);
    const soon = (name: string): boolean => Number(name.split("-")[1]) < 20;
    const clock = { clock: "next_run" } as const;
    const view = viewWith(
      names.map((name) => `${name} > root`),
      Object.fromEntries(names.flatMap((name) => (soon(name) ? [[`${name} > root`, clock]] : []))),
    );
    const nodes = view.nodes.map((node) => ({ ...node, ownerName: node.id.split("-")[0] ?? "" }));
    const framed = { parts: () => 3, rows: () => 8, stackedRows: () => 2, widthOf: () => 900 };
    const options = { ...AROUND_ROOT, grouping: "owner" as const, rowsFor: () => 12, framed };
    const layers = rootedLayers({ ...view, nodes }, options);
    expect(layers.columns.map(({ parts }) => parts)).toEqual([undefined, 3]);
    expect(drawnIds(layers)).toEqual(new Set(["root", ...names]));
    const [first, second] = sectionsOf(layers);
    expect([first?.clock, first?.count, second?.clock, second?.count]).toEqual(["next_run", 20, "bump", 40]);
    for (const { repositories: alone, groups, clock: when } of [first!, second!]) {
      expect(alone.length + groups.length).toBeLessThanOrEqual(3 * 4);
      // Groups begin a row.
      expect(alone.length % 3).toBe(0);
      for (const group of groups) {
        if (group.kind !== "group") continue;
        expect(new Set(group.nodes.map(({ arrival }) => arrival?.clock))).toEqual(new Set([when]));
        const hasCard = alone.some(({ id }) => id.startsWith(`${group.title}-`));
        expect(group.isRemainder).toBe(hasCard);
      }
    }
    // One column has room for fewer, and one that has room for all is not divided.
    const few = viewWith(names.slice(0, 12).map((name) => `${name} > root`));
    expect(rootedLayers(few, options).columns.map(({ parts }) => parts)).toEqual([undefined, undefined]);
    expect(
      rootedLayers(view, { ...options, framed: { ...framed, parts: () => 0 } }).columns[1],
    ).not.toHaveProperty("parts");
  });

  it("has a card for each one of a section that passes the change on, although groups begin a row", () => {
    const names = Array.from({ length: 40 }, (_, at) => `${at % 20}-${at}`);
    const leading = names.slice(0, 13);
    const view = viewWith([
      ...names.map((name) => `${name} > root`),
      ...leading.map((name) => `of-${name} > ${name}`),
    ]);
    const nodes = view.nodes.map((node) => ({ ...node, ownerName: node.id.split("-")[0] ?? "" }));
    const framed = { parts: () => 2, rows: () => 9, stackedRows: () => 2, widthOf: () => 900 };
    const options = { ...AROUND_ROOT, depth: 1, grouping: "owner" as const, rowsFor: () => 9, framed };
    const [section] = sectionsOf(rootedLayers({ ...view, nodes }, options));
    const alone = (section?.repositories ?? []).map(({ id }) => id);
    expect(leading.filter((name) => !alone.includes(name))).toEqual([]);
    expect(alone.length % 2).toBe(0);
  });

  it("puts the owner of most in the whole column before others with as many in the section", () => {
    const owned = Object.entries({ a: 4, b: 6, c: 4 }).flatMap(([ownerName, count]) =>
      Array.from({ length: count }, (_, at) => ({ id: `${ownerName}-${at}`, ownerName })),
    );
    const { nodes } = viewWith(owned.map(({ id }) => `${id} > root`));
    const all = owned.map(({ id, ownerName }) => ({ ...nodes.find((node) => node.id === id)!, ownerName }));
    const section = all.filter(({ id }) => Number(id.split("-")[1]) < 4);
    const order = (among?: typeof all) =>
      divideNodes(section, "owner", 5, among).map((group) => group.nodes[0]?.ownerName);
    expect(order()).toEqual(["a", "b", "c"]);
    expect(order(all)).toEqual(["b", "a", "c"]);
  });

  it("says once in the heading what role all uses of a framed column have", () => {
    const names = Array.from({ length: 30 }, (_, at) => `r-${at}`);
    const framed = { parts: () => 3, rows: () => 8, stackedRows: () => 2, widthOf: () => 900 };
    const around = (role: "ci" | "test") =>
      rootedLayers(
        viewWith(
          names.map((name) => `${name} > root`),
          Object.fromEntries(names.map((name, at) => [`${name} > root`, { role: at === 0 ? role : "ci" }])),
        ),
        { ...AROUND_ROOT, framed },
      );
    const rolesOf = ({ columns, cards }: Layers) => [
      columns[1]?.role,
      new Set(cards.flatMap((card) => (card.kind === "repository" && !card.isRoot ? card.isRoleAbove : []))),
    ];
    expect(rolesOf(around("ci"))).toEqual(["ci", new Set([true])]);
    expect(rolesOf(around("test"))).toEqual([undefined, new Set([false])]);
  });

  it("puts the archived ones of a section in one group in its last row if all others then have a card, and never before them", () => {
    // Groups have a heading.
    const rows = ({ withGroups }: SectionCounts): number => 8 - withGroups;
    const framed = { parts: () => 3, rows, stackedRows: () => 2, widthOf: () => 900 };
    const sectionWith = (count: number) => {
      const names = Array.from({ length: count }, (_, at) => `r-${at}`);
      const view = viewWith([...names, "old-1", "old-2"].map((name) => `${name} > root`));
      const nodes = view.nodes.map((node) =>
        // Used by many that do not get the change.
        node.id.startsWith("old") ? { ...node, archived: true, fanIn: 9 } : node,
      );
      const [section] = sectionsOf(rootedLayers({ ...view, nodes }, { ...AROUND_ROOT, framed }));
      return {
        alone: section?.repositories.filter((card) => card.kind === "repository").map(({ id }) => id) ?? [],
        lastRow: section?.repositories.at(-1),
        groups: section?.groups ?? [],
      };
    };
    const whole = sectionWith(8 * 3 - 1);
    expect([whole.alone.length, whole.groups]).toEqual([8 * 3 - 1, []]);
    expect(whole.lastRow).toMatchObject({ title: "2 archived", isArchived: true });
    const tight = sectionWith(8 * 3);
    expect(tight.groups.map((card) => card.kind === "group" && card.title)).toEqual(["r*", "2 archived"]);
    expect(tight.alone.filter((id) => id.startsWith("old"))).toEqual([]);
  });

  it("counts the archived repositories of each section apart, also those in groups", () => {
    const names = Array.from({ length: 40 }, (_, at) => `r-${at}`);
    const view = viewWith(
      names.map((name) => `${name} > root`),
      Object.fromEntries(names.slice(0, 10).map((name) => [`${name} > root`, { clock: "next_run" }])),
    );
    const archived = new Set(["r-1", "r-11", "r-12", "r-39"]);
    const nodes = view.nodes.map((node) => ({ ...node, archived: archived.has(node.id) }));
    const framed = { parts: () => 3, rows: () => 8, stackedRows: () => 2, widthOf: () => 900 };
    const layers = rootedLayers({ ...view, nodes }, { ...AROUND_ROOT, framed });
    expect(sectionsOf(layers).map((section) => [section.count, section.archived])).toEqual([
      [9, 1],
      [27, 3],
    ]);
  });

  it("counts what gets a change beyond the hops that are drawn", () => {
    const view = viewWith(["a > root", "b > a", "c > a", "other > lib"]);
    const hops: Record<string, number> = { a: 1, b: 2, c: 2 };
    const nodes = view.nodes.map((node) => ({
      ...node,
      affected: hops[node.id] === undefined ? null : { hops: hops[node.id] ?? 0, clock: "bump" as const },
    }));
    const options = { ...AROUND_ROOT, through: "artifacts" as const };
    const beyondIn = (one: GraphView, changes: Partial<RootedOptions> = {}) =>
      rootedLayers(one, { ...options, ...changes }).beyond;
    const two = [{ hops: 2, count: 2 }];
    expect(beyondIn({ ...view, nodes })).toEqual(two);
    expect(beyondIn({ ...view, nodes }, { depth: 2 })).toEqual([]);
    // Those that are too far for the view. It tells of the nearer ones itself.
    const affectedByHops = [4, 4, 1];
    expect(beyondIn({ ...view, nodes, affectedByHops })).toEqual([...two, { hops: 3, count: 1 }]);
    expect(beyondIn({ ...view, nodes, affectedByHops }, { depth: 3 })).toEqual([]);
    // A dependency that gets it as well is no dependent that is drawn.
    const cycle = {
      ...view,
      edges: [...view.edges, { ...view.edges[0]!, id: "back", source: "root", target: "b" }],
    };
    expect(beyondIn({ ...cycle, nodes }, { direction: "both" })).toEqual(two);
    // Filters may hide some.
    expect(beyondIn({ ...view, nodes }, { isFiltered: true })).toEqual(two);
    expect(beyondIn({ ...view, nodes }, { isFiltered: true, depth: 2 })).toBeUndefined();
  });

  it("counts the dependencies beyond those that are drawn, or says that none are", () => {
    const view = viewWith(["root > a", "root > b", "a > c", "b > d", "c > b", "d > e"]);
    const beyondAt = (depth: number, changes: Partial<RootedOptions> = {}) =>
      rootedLayers(view, { ...AROUND_ROOT, direction: "dependencies", depth, ...changes }).columns.flatMap(
        ({ at, beyond }) => (beyond ? [{ at, beyond }] : []),
      );
    expect(beyondAt(1)).toEqual([{ at: -1, beyond: [{ hops: 2, count: 2 }] }]);
    expect(beyondAt(2)).toEqual([{ at: -2, beyond: [{ hops: 3, count: 1 }] }]);
    expect(beyondAt(3)).toEqual([{ at: -3, beyond: [] }]);
    // Where some are collapsed or filtered out, it is not known.
    expect(beyondAt(2, { toggled: new Set([toggleKey(-1, "b")]) })).toEqual([]);
    expect(beyondAt(2, { isFiltered: true })).toEqual([]);
  });

  it("names in a stack first what differs in its version", () => {
    const names = Array.from({ length: 30 }, (_, at) => `app-${at}`);
    const usual = Object.fromEntries(names.map((name) => [`${name} > root`, { version: "v1.0.0" }]));
    const traits = { ...usual, "app-29 > root": { version: "v0.9.0" } };
    const view = viewWith(
      names.map((name) => `${name} > root`),
      traits,
    );
    const { cards } = rootedLayers(view, { ...AROUND_ROOT, direction: "dependents" });
    const group = cards.find((card) => card.kind === "group");
    expect(group?.kind === "group" && group.nodes[0]?.id).toBe("app-29");
  });

  it("marks repositories that the start of their names tells from all others", () => {
    const names = [
      "image-reflector-controller",
      "image-automation-controller",
      "payments-service-a",
      "payments-service-b",
    ];
    const { cards } = rootedLayers(viewWith(names.map((name) => `${name} > root`)), AROUND_ROOT);
    const unique = cards.flatMap((card) => (card.kind === "repository" && card.isStartUnique ? card.id : []));
    expect(unique.toSorted()).toEqual(["image-automation-controller", "image-reflector-controller", "root"]);
  });

  it("says what is beyond in words", () => {
    const at = (hops: number, count: number) => ({ hops, count });
    expect(beyondInWords([at(2, 8)])).toBe("Show 8 more at 2 hops");
    expect(beyondInWords([at(2, 1200), at(3, 1)])).toBe("Show 1,201 more: 1,200 at 2 hops, 1 at 3");
  });

  it("says what each repository passes on as the impact does, and puts what passes on most first", () => {
    const view = viewWith(["a > root", "b > root", "c > a", "d > c", "e > b"]);
    const passed: Record<string, [hops: number, repositories: number]> = { a: [1, 2], b: [1, 7], c: [2, 1] };
    const nodes = view.nodes.map((node) => {
      const [hops = 3, count = 0] = passed[node.id] ?? [];
      const affected = {
        hops,
        clock: "bump" as const,
        onward: { repositories: count, next_run: 0, may_next_run: 0, dependents: 0 },
      };
      return node.id === "root" ? node : { ...node, affected };
    });
    const options = { ...AROUND_ROOT, through: "artifacts" as const };
    const cards = repositories(rootedLayers({ ...view, nodes }, options));
    expect([...cards.keys()]).toEqual(["root", "b", "a"]);
    expect(cards.get("a")).toMatchObject({ hidden: 1, passesOn: 2 });
    const every = repositories(rootedLayers({ ...view, nodes }, { ...options, through: "repositories" }));
    expect(every.get("a")).not.toHaveProperty("passesOn");
  });

  it("says how many repositories get the change through a stack, each once, and names first what a card of these names", () => {
    const names = Array.from({ length: 30 }, (_, at) => `app-${String(at).padStart(2, "0")}`);
    const leading = names.slice(10);
    const onward = Object.fromEntries([["lib", 2], ...leading.map((name) => [name, 1] as const)]);
    const view = viewWith([
      ...["lib", ...names].map((name) => `${name} > root`),
      "x > lib",
      "y > lib",
      "y > app-29",
      "old > lib",
      "old > app-28",
      ...leading.slice(0, -1).map((name) => `x > ${name}`),
    ]);
    const around = (counts: Record<string, number>) => {
      const nodes = view.nodes.map((node) => ({
        ...node,
        archived: node.id === "old",
        affected: {
          hops: ["x", "y", "old"].includes(node.id) ? 2 : 1,
          clock: "bump" as const,
          onward: { repositories: counts[node.id] ?? 0, next_run: 0, may_next_run: 0, dependents: 0 },
        },
      }));
      const summed = { rowsFor: () => 6, stackedRowsFor: () => 6 };
      const options = { ...AROUND_ROOT, through: "artifacts", depth: 2, rowsFor: () => 40, summed } as const;
      return rootedLayers({ ...view, nodes }, options).cards.find(({ kind }) => kind === "group");
    };
    const group = around(onward);
    expect(group).toMatchObject({ kind: "group", passesOn: 2 });
    // It is not known where an impact counts others.
    expect(around({ ...onward, "app-27": 0 })).not.toHaveProperty("passesOn");
    // Beside `lib`, the only other ones that `old` and `y` get the change through.
    const named = group?.kind === "group" ? group.nodes.slice(0, 2).map(({ id }) => id) : [];
    expect(named).toEqual(["app-28", "app-29"]);
  });

  it("puts archived repositories after all others of their timing", () => {
    const view = viewWith(["a > root", "b > root", "c > b", "d > root"], {
      "d > root": { clock: "next_run" },
    });
    const nodes = view.nodes.map((node) => ({ ...node, archived: node.id === "b" }));
    const layers = rootedLayers({ ...view, nodes }, AROUND_ROOT);
    expect(layers.cards.flatMap(({ id, column }) => (column === 1 ? id : []))).toEqual(["d", "a", "b"]);
  });

  it("puts archived repositories that pass nothing on in one group if all others then have a card", () => {
    const names = Array.from({ length: 9 }, (_, at) => `r-${at}`);
    const view = viewWith([...names.map((name) => `${name} > root`), "end > r-2"]);
    const around = (archived: readonly string[], open: readonly string[] = []) => {
      const nodes = view.nodes.map((node) => ({ ...node, archived: archived.includes(node.id) }));
      const options = { ...AROUND_ROOT, depth: 2, open: new Set(open), rowsFor: () => 8 };
      const { cards } = rootedLayers({ ...view, nodes }, options);
      return cards.filter(({ column }) => column === 1);
    };
    const cards = around(["r-1", "r-2", "r-3", "r-5"]);
    expect(cards.slice(0, -1).map(({ id }) => id)).toEqual(["r-0", "r-4", "r-6", "r-7", "r-8", "r-2"]);
    expect(cards.at(-1)).toMatchObject({ title: "3 archived", isArchived: true });
    expect(around(["r-1", "r-3", "r-5"], ["1.~archived"])).toHaveLength(names.length);
    // With less room, they are the last group.
    const ended = names.slice(2).map((name) => `${name}b`);
    const many = viewWith([...names, ...ended].map((name) => `${name} > root`));
    const nodes = many.nodes.map((node) => ({ ...node, archived: ended.includes(node.id) }));
    const crowded = rootedLayers({ ...many, nodes }, { ...AROUND_ROOT, rowsFor: () => 8 }).cards;
    const groups = crowded.filter((card) => card.kind === "group");
    expect(
      groups.map(({ title, nodes: inside }) => [title, inside.some(({ archived }) => archived)]),
    ).toEqual([
      ["r*", false],
      ["7 archived", true],
    ]);
    expect(around(["r-1"]).some((card) => card.kind === "group" && card.isArchived === true)).toBe(false);
  });

  it("has no button where only archived repositories would get a change through one", () => {
    const view = viewWith(["a > root", "old > a", "b > root", "c > b"]);
    const nodes = view.nodes.map((node) => ({
      ...node,
      archived: node.id === "old",
      affected:
        node.id === "root"
          ? null
          : { hops: node.id === "old" || node.id === "c" ? 2 : 1, clock: "bump" as const },
    }));
    const layers = rootedLayers(
      { ...view, nodes, edges: view.edges.map((edge) => ({ ...edge, passes: true })) },
      { ...AROUND_ROOT, through: "artifacts" },
    );
    const toggles = layers.cards.flatMap((card) =>
      card.kind === "repository" && card.column === 1 ? [[card.id, card.toggle !== null]] : [],
    );
    expect(Object.fromEntries(toggles)).toEqual({ a: false, b: true });
    expect(layers.beyond).toEqual([{ hops: 2, count: 2, archived: 1 }]);
    expect(beyondInWords(layers.beyond ?? [])).toBe("Show 2 more at 2 hops (1 archived)");
  });

  it("stacks a repository of several owners with those of the first one", () => {
    const names = Array.from({ length: 30 }, (_, at) => `r-${at}`);
    const view = viewWith(names.map((name) => `${name} > root`));
    const nodes = view.nodes.map((node) => ({
      ...node,
      owner: node.id === "r-29" ? "@ada +1" : "@ada",
      ownerName: node.id === "r-29" ? "@ada and @bob" : "@ada",
      lineOwner: { names: node.id === "r-29" ? ["@ada", "@bob"] : ["@ada"], source: "codeowners" as const },
    }));
    const { cards } = rootedLayers({ ...view, nodes }, { ...AROUND_ROOT, grouping: "owner" });
    const groups = cards.flatMap((card) =>
      card.kind === "group" ? [[card.title, card.nodes.at(-1)?.id]] : [],
    );
    expect(groups).toEqual([["@ada", "r-9"]]);
    expect(cards.some(({ id }) => id === "r-29")).toBe(false);
  });

  it("stacks what someone owns with what they are only the author of, and counts that", () => {
    const names = Array.from({ length: 30 }, (_, at) => `r-${at}`);
    const view = viewWith(names.map((name) => `${name} > root`));
    const nodes = view.nodes.map((node) => ({
      ...node,
      // It has a card.
      fanIn: node.id === "r-0" ? 1 : 0,
      ownerName: "@ada",
      lineOwner: {
        names: ["@ada"],
        source: Number(node.id.split("-")[1]) % 2 === 0 ? ("codeowners" as const) : ("main_author" as const),
      },
    }));
    const { cards } = rootedLayers({ ...view, nodes }, { ...AROUND_ROOT, grouping: "owner" });
    const groups = cards.filter((card) => card.kind === "group");
    expect(groups.map((card) => [card.title, authoredIn(card), card.isRemainder])).toEqual([
      ["@ada", 15, true],
    ]);
  });

  it("counts the archived dependencies of a stack apart from those of a timing", () => {
    const names = Array.from({ length: 30 }, (_, at) => `r-${at}`);
    const view = viewWith(names.map((name) => `root > ${name}`));
    const nodes = view.nodes.map((node) => ({ ...node, archived: ["r-28", "r-29"].includes(node.id) }));
    const { cards } = rootedLayers({ ...view, nodes }, { ...AROUND_ROOT, direction: "dependencies" });
    const group = cards.find((card) => card.kind === "group");
    const all = group?.nodes.length ?? 0;
    expect(
      group &&
        archivedOf(group)
          .map(({ id }) => id)
          .toSorted(),
    ).toEqual(["r-28", "r-29"]);
    expect(group && splitOf(group).map(({ clock, count }) => [clock, count])).toEqual([["bump", all - 2]]);
  });

  it("never shows more than 150 cards", () => {
    const names = TEAMS.flatMap((team) => Array.from({ length: 300 }, (_, at) => `${team}-${at}`));
    const wide = viewWith([
      ...names.map((name) => `${name} > root`),
      ...names.map((name) => `next-${name} > ${name}`),
    ]);
    const open = new Set(TEAMS.flatMap((team) => [`1.${team}`, `2.${team}`, "2.next"]));
    const layers = rootedLayers(wide, { ...AROUND_ROOT, depth: 2, open });
    expect(layers.cards.length).toBeLessThanOrEqual(150);
    expect(drawnIds(layers).size).toBe(1 + 2 * names.length);
  });
});

describe("the search parameters of expanded repositories", () => {
  it("ask for one hop more than is drawn", () => {
    expect(neededDepth({})).toBe(2);
    expect(neededDepth({ depth: 3 })).toBe(4);
    const first = toggleKey(1, "6f86c369-dd27-4382-936e-f149dfd54b2b");
    const toggled = toggleIn(first, toggleKey(2, "91e1a823-8edb-4e09-8239-9623d48a280e"));
    expect(toggled).toBe("16f86c369,291e1a823");
    expect(neededDepth({ toggled })).toBe(4);
    expect(toggleIn(toggled, first)).toBe("291e1a823");
    expect(toggleIn(first, first)).toBeUndefined();
  });
});
