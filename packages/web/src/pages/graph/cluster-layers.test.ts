import { describe, expect, it } from "vitest";
import { clusterLayers, clusterMembers } from "./cluster-layers.ts";
import { arrivingAt, OWNED_BY_TEAMS, SHOP, viewWith } from "./example-view.ts";
import { usualEdges } from "./usual-edges.ts";
import { chooseGrouping, divideNodes, groupingInColumns, groupNodes } from "./grouping.ts";

describe("groupNodes", () => {
  it("groups by prefix, and puts the rest into the last group", () => {
    const titles = groupNodes(SHOP.nodes, "prefix", 10).map(({ title, nodes }) => `${title} ${nodes.length}`);
    expect(titles).toEqual(["base* 2", "blog* 2", "shop* 2", "Other 1"]);
    expect(groupNodes(SHOP.nodes, "prefix", 2).map(({ title }) => title)).toEqual(["base*", "Other"]);
    expect(groupNodes(SHOP.nodes, "ecosystem", 10).map(({ title }) => title)).toEqual(["npm"]);
  });

  it("chooses what divides the repositories", () => {
    expect(chooseGrouping(SHOP.nodes)).toBe("prefix");
    expect(chooseGrouping(viewWith(["a > b", "c > b"]).nodes)).toBe("ecosystem");
    const nested = SHOP.nodes.map((node, at) => ({ ...node, fullPath: `acme/team-${at % 3}/${node.id}` }));
    expect(chooseGrouping(nested)).toBe("namespace");
  });
});

describe("divideNodes", () => {
  it("divides by name into ranges if most would be in the group of everything else", () => {
    const names = Array.from("abcdefgh").flatMap((team) => [`${team}-x > root`, `${team}-y > root`]);
    const { nodes } = viewWith(names);
    expect(divideNodes(nodes, "prefix", 9).map(({ title }) => title)).toContain("a*");
    const ranges = divideNodes(nodes, "prefix", 2);
    expect(ranges.map(({ title, nodes: { length } }) => `${title} ${length}`)).toEqual([
      "a to c 6",
      "d to f 6",
      "g to root 5",
    ]);
    expect(ranges[0]?.parts?.map(({ title }) => title)).toEqual(["a*", "b*", "c*"]);
    expect(new Set(ranges.flatMap((range) => range.nodes))).toEqual(new Set(nodes));
  });
});

describe("divideNodes without telling names", () => {
  const names = Array.from("abcdefgh").flatMap((team) => [`${team}-x > root`, `${team}-y > root`]);
  const nodes = viewWith(names).nodes.map((node, at) => ({
    ...node,
    mainType: (["npm_package", "npm_package", "go_module", "helm_chart"] as const)[at % 4] ?? null,
  }));
  const titles = (groups: ReturnType<typeof divideNodes>) =>
    groups.map(({ key, nodes: { length } }) => `${key} ${length}`);

  it("groups by timing, the earliest first, and ecosystem, rare ones together", () => {
    const timed = nodes.map((node) => arrivingAt(node, node.id < "e" ? "next_run" : "bump"));
    expect(titles(divideNodes(timed, "prefix", 5))).toEqual([
      "next_run.npm 4",
      "next_run.go 2",
      "next_run.kubernetes 2",
      "bump.npm 5",
      "bump.go 2",
      "bump.kubernetes 2",
    ]);
    const few = divideNodes(timed, "prefix", 2);
    expect(titles(few)).toEqual(["next_run.other 8", "bump.npm 5", "bump.other 4"]);
    expect(few.map(({ title }) => title)).toEqual(["npm, Go +1", "npm", "Go, Helm"]);
    expect(new Set(few.flatMap((group) => group.nodes))).toEqual(new Set(timed));
  });

  it("opens a large group into those by name", () => {
    const many = names.flatMap((name) => [1, 2, 3, 4, 5].map((at) => name.replace(" ", `${at} `)));
    const timed = viewWith(many).nodes.map((node) => arrivingAt(node, node.id < "f" ? "next_run" : "bump"));
    const groups = divideNodes(timed, "prefix", 2);
    expect(groups[0]?.parts?.map(({ key }) => key).slice(0, 2)).toEqual(["next_run.npm.a", "next_run.npm.b"]);
  });
});

describe("clusterLayers", () => {
  it("combines the edges between clusters and puts what others use first", () => {
    const { cards, edges, isAggregated } = clusterLayers(SHOP, "prefix");
    expect(isAggregated).toBe(true);
    expect(edges.map(({ from, to, count }) => `${from} > ${to} ${count}`)).toEqual([
      "base > shop 3",
      "shop > blog 1",
      "base > other 1",
      "base > blog 1",
    ]);
    // Each cluster has a line, also if only the first ones are drawn.
    expect(new Set(edges.slice(0, 3).flatMap(({ from, to }) => [from, to])).size).toBe(4);
    const columnOf = (id: string) => cards.find((card) => card.id === id)?.column ?? -1;
    expect(columnOf("base")).toBeLessThan(columnOf("blog"));
    expect(cards.find(({ id }) => id === "shop")).toMatchObject({ within: 1 });
  });

  it("names each column for what its clusters are", () => {
    const view = viewWith([
      "lib-a > lib-b",
      "app-a > lib-a",
      "app-b > lib-b",
      "tool-a > lib-a",
      "idle-a > idle-b",
    ]);
    const { cards, columns } = clusterLayers(view, "prefix");
    const titles = new Map(columns.map(({ at, title }) => [at, title]));
    expect(Object.fromEntries(cards.map(({ id, column }) => [id, titles.get(column)]))).toEqual({
      lib: "Used by others only",
      app: "Uses others only",
      other: "Uses others only",
      idle: "Unconnected",
    });
  });
});

describe("clusterMembers", () => {
  it("shows the repositories between what they use and what uses them", () => {
    const layers = clusterMembers(SHOP, { cluster: "shop", grouping: "prefix", open: new Set() });
    expect(layers.cards.map(({ id, column }) => `${column} ${id}`)).toEqual([
      "-1 used.base",
      "0 shop-api",
      "0 shop-web",
      "1 using.blog",
    ]);
    expect(layers.edges.map(({ from, to, count }) => `${from} > ${to} ${count}`)).toEqual([
      "used.base > shop-api 2",
      "used.base > shop-web 1",
      "shop-api > shop-web 1",
      "shop-api > using.blog 1",
    ]);
    expect(layers.columns.map(({ title }) => title)).toEqual(["Used by shop*", "shop*", "Using shop*"]);
    // At rest, the lines of the most used one are drawn.
    expect(layers.held).toBe("shop-api");
    expect(usualEdges(layers).map(({ from, to }) => `${from} > ${to}`)).toEqual([
      "used.base > shop-api",
      "shop-api > shop-web",
      "shop-api > using.blog",
    ]);
  });
});

describe("clusters by owner", () => {
  const { teams, owned } = OWNED_BY_TEAMS;

  it("are chosen where most repositories have a team, and persons are no clusters", () => {
    expect(chooseGrouping(owned)).toBe("owner");
    expect(chooseGrouping(owned.map((node) => ({ ...node, ownerName: "Ada" })))).toBe("prefix");
    expect(groupNodes(owned, "owner", 24).map(({ title }) => title)).toEqual([
      ...teams.map((team) => `@acme/${team}`),
      "1 other owner",
    ]);
  });
});

describe("divideNodes by owner", () => {
  const EXAMPLE = SHOP.nodes[0]!;
  const nodes = ["a", "b", "c", "d"].flatMap((team, at) =>
    Array.from({ length: at + 2 }, (_, index) => ({
      ...arrivingAt(EXAMPLE, team === "a" ? "next_run" : "bump"),
      id: `${team}-${index}`,
      fullPath: `acme/${team}-${index}`,
      ...(team !== "d" && { owner: team, ownerName: `@acme/${team}` }),
    })),
  );
  const titlesOf = (limit: number) =>
    divideNodes(nodes, "owner", limit).map((group) => `${group.title} ${group.nodes.length}`);

  it("puts the owners first whose repositories get a change first, then the largest, and no owner last", () => {
    expect(titlesOf(9)).toEqual(["a 2", "c 4", "b 3", "No owner 5"]);
  });

  it("counts archived dependents, which get no change, only among equals", () => {
    const archived = nodes.map((node) => ({
      ...node,
      archived: node.ownerName === "@acme/c" && !node.id.endsWith("0"),
    }));
    const titles = divideNodes(archived, "owner", 9).map(({ title }) => title);
    expect(titles).toEqual(["a", "b", "c", "No owner"]);
  });

  it("combines the owners beyond the limit into a group that opens into them", () => {
    expect(titlesOf(2)).toEqual(["a 2", "c 4", "Others, 2 owners 8"]);
    const last = divideNodes(nodes, "owner", 2).at(-1);
    expect(last?.parts?.map(({ title }) => title)).toEqual(["b", "No owner"]);
  });

  it("counts no owner who has a group among the others", () => {
    const shared = nodes.map((node) =>
      node.ownerName === "@acme/b"
        ? { ...node, lineOwner: { names: ["@acme/b", "@acme/a"], source: "codeowners" as const } }
        : node.ownerName === undefined
          ? { ...node, ownerName: "@acme/d" }
          : node,
    );
    const groups = divideNodes(shared, "owner", 2);
    expect(groups.map(({ title, nodes: members }) => [title, members.length]).at(-1)).toEqual([
      "Others, 2 owners",
      7,
    ]);
    expect(groups.map(({ key }) => key)).toContain("@acme/a");
  });

  it("is what columns are grouped by where most repositories have an owner", () => {
    expect(groupingInColumns(nodes, "prefix")).toBe("owner");
    expect(groupingInColumns(nodes.slice(-7), "prefix")).toBe("prefix");
  });
});
