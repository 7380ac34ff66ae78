import { describe, expect, it } from "vitest";
import { OWNED_BY_TEAMS, viewWith } from "./example-view.ts";
import { groupNodes, OTHER } from "./grouping.ts";
import { moreUsers, restInWords } from "./matrix-names.ts";
import { inOrder, orderAfter, orderOf } from "./matrix-order.ts";
import {
  clusterMatrix,
  consumersOf,
  dependenciesOfCell,
  namedAmong,
  NONE,
  OTHERS,
  strongestPairs,
  sumOfUses,
  usesBetween,
  usesOfOthers,
} from "./matrix.ts";

describe("clusterMatrix", () => {
  it("counts no dependency of an archived repository as on the next run", () => {
    const view = viewWith(["app-a > lib-a", "app-b > lib-b"], {
      "app-a > lib-a": { clock: "next_run" },
      "app-b > lib-b": { clock: "next_run" },
    });
    const nodes = view.nodes.map((node) => ({ ...node, archived: node.id === "app-b" }));
    const matrix = clusterMatrix({ ...view, nodes }, "prefix", 10);
    expect(usesBetween(matrix, "app", "lib")).toEqual({ count: 2, nextRun: 1, may: 0 });
  });

  it("counts the dependencies of each pair, those on the next run, and the sums of the others", () => {
    const view = viewWith(["lib-a > lib-b", "app-a > lib-a", "app-b > lib-b", "app-b > lib-a"], {
      "app-a > lib-a": { clock: "next_run" },
      "app-b > lib-a": { clock: "next_run", version: "^1.0.0" },
    });
    const matrix = clusterMatrix(view, "prefix", 10);
    expect(usesBetween(matrix, "app", "lib")).toEqual({ count: 3, nextRun: 2, may: 1 });
    expect(usesBetween(matrix, "lib", "app")).toEqual(NONE);
    expect(matrix.clusters).toEqual([
      {
        key: "lib",
        title: "lib*",
        ecosystem: undefined,
        repositories: 2,
        members: 1,
        isRest: false,
        within: { ...NONE, count: 1 },
        using: NONE,
        used: { count: 3, nextRun: 2, may: 1 },
      },
      {
        key: "app",
        title: "app*",
        ecosystem: undefined,
        repositories: 2,
        members: 1,
        isRest: false,
        within: NONE,
        using: { count: 3, nextRun: 2, may: 1 },
        used: NONE,
      },
    ]);
    // One in any case, and half of the one that may be.
    expect(matrix.weights).toEqual({ least: 1.5, most: 1.5 });
    // Those within a cluster do not change the shades of the others.
    const inside = viewWith(["lib-a > lib-b", "lib-b > lib-a"], {
      "lib-a > lib-b": { clock: "next_run" },
      "lib-b > lib-a": { clock: "next_run" },
    });
    expect(clusterMatrix(inside, "prefix", 10).weights).toEqual({ least: 0, most: 0 });
    expect(clusterMatrix(view, "ecosystem", 10).clusters.map(({ ecosystem }) => ecosystem)).toEqual(["npm"]);
  });
});

it("finds the consumers of a cluster whose pairs a summary names", () => {
  const uses = ["app", "web", "job"].flatMap((name) => [`${name}-a > lib-a`, `${name}-b > lib-b`]);
  const matrix = clusterMatrix(viewWith([...uses, "job-a > lib-b"]), "prefix", 10);
  const [lib, other] = matrix.clusters;
  const { most } = strongestPairs(matrix)!;
  const namedIn = (producer = lib!) =>
    namedAmong(consumersOf(matrix, lib!), producer, [most]).map(({ cluster }) => cluster.key);
  expect(namedIn()).toEqual(["job"]);
  expect(namedIn(other)).toEqual([]);
});

describe("strongestPairs", () => {
  it("are the pair with the most dependencies, and the one with the most on the next run", () => {
    const view = viewWith(
      ["app-a > lib-a", "app-b > lib-a", "app-b > lib-b", "web-a > lib-a", "web-b > lib-b"],
      {
        "web-a > lib-a": { clock: "next_run" },
      },
    );
    const inWords = (found: ReturnType<typeof strongestPairs>): string[] =>
      Object.values(found ?? {}).map(({ consumer, producer }) => `${consumer.key} on ${producer.key}`);
    expect(inWords(strongestPairs(clusterMatrix(view, "prefix", 10)))).toEqual(["app on lib", "web on lib"]);
    // What may be is apart from what is certain.
    const ranges = { clock: "next_run", version: "^1.0.0" } as const;
    const open = viewWith(
      view.edges.map(({ id }) => id),
      {
        "web-a > lib-a": { clock: "next_run" },
        "app-a > lib-a": ranges,
        "app-b > lib-a": ranges,
        "app-b > lib-b": ranges,
      },
    );
    expect(inWords(strongestPairs(clusterMatrix(open, "prefix", 10)))).toEqual([
      "app on lib",
      "web on lib",
      "app on lib",
    ]);
    const slow = viewWith(["app-a > lib-a", "app-b > lib-b"]);
    expect(inWords(strongestPairs(clusterMatrix(slow, "prefix", 10)))).toEqual(["app on lib"]);
    expect(strongestPairs(clusterMatrix(viewWith(["lib-a > lib-b"]), "prefix", 10))).toBe(undefined);
  });
});

describe("columns of a matrix", () => {
  const { view, owned } = OWNED_BY_TEAMS;

  it("are all columns if they are few, or else those that others use more than a little", () => {
    const few = clusterMatrix({ ...view, nodes: owned }, "owner", 24);
    expect(few.clusters.at(-1)?.title).toBe("1 other owner");
    // No one uses the other teams: they have no columns.
    expect(few.columns.map(({ title }) => title)).toEqual(["@acme/a", "@acme/b"]);
    expect(few.others.map(({ title }) => title)).toEqual(["1 other owner"]);
    const more = ["g", "h", "i"].flatMap((team) =>
      Array.from({ length: 3 }, (_, at) => `${team}-${at} > a-20`),
    );
    const many = viewWith([...view.edges.map(({ id }) => id), ...more]);
    const nodes = many.nodes.map((node) => {
      const [team = ""] = node.id.split("-");
      return { ...node, ownerName: team === "person" ? `Ada ${node.id}` : `@acme/${team}` };
    });
    const matrix = clusterMatrix({ ...many, nodes }, "owner", 24);
    expect(matrix.columns.map(({ title }) => title)).toEqual(["@acme/a"]);
    expect(matrix.others.map(({ title }) => title)).toEqual(["@acme/b", "2 other owners"]);
  });

  it("count the owners that the remainder stands for", () => {
    const nodes = owned.map((node) => ({
      ...node,
      ownerName: node.ownerName === "Ada" ? `Ada ${node.id}` : node.ownerName,
    }));
    const rest = clusterMatrix({ ...view, nodes }, "owner", 24).clusters.at(-1);
    expect(rest).toMatchObject({ title: "2 other owners", members: 2 });
    const loose = nodes.map((node) =>
      node.ownerName === "Ada person-1" ? { ...node, ownerName: undefined } : node,
    );
    expect(groupNodes(loose, "owner", 24).at(-1)?.title).toBe("1 other owner or none");
  });

  it("say how many owners use a cluster, of the remainder only those that do", () => {
    const teams = Array.from({ length: 6 }, (_, at) => `t${at}`);
    const shop = viewWith([
      ...teams.flatMap((team) => [`${team}-1 > lib-1`, `${team}-2 > lib-2`]),
      ...["one", "two", "none"].map((name) => `${name} > lib-1`),
      "three > t0-1",
    ]);
    const nodes = shop.nodes.map((node) => ({
      ...node,
      ownerName: node.id === "none" ? undefined : (/^.*(?=-)/u.exec(node.id)?.[0] ?? `Ada ${node.id}`),
    }));
    const usersOf = (key: string, all = nodes) => {
      const matrix = clusterMatrix({ ...shop, nodes: all }, "owner", 24);
      const cluster = matrix.clusters.find((one) => one.key === key)!;
      return consumersOf(matrix, cluster);
    };
    const owner = ["owner", "owners"] as const;
    const inWords = (key: string, all = nodes) =>
      moreUsers(
        usersOf(key, all).map(({ users }) => users),
        owner,
      );
    expect(inWords("lib")).toBe("8 more owners and others");
    const allOwned = nodes.map((node) => ({ ...node, ownerName: node.ownerName ?? "t5" }));
    expect(inWords("lib", allOwned)).toBe("8 more owners");
    expect(inWords("t0", allOwned)).toBe("1 more owner");
    const rest = usersOf("lib", allOwned).find(({ cluster }) => cluster.isRest)!;
    expect(restInWords(rest.cluster, rest.users)).toBe("2 of 3 other owners");
    // Other kinds have a remainder without a number.
    const kinds = clusterMatrix(shop, "prefix", 24);
    const lib = kinds.clusters.find(({ key }) => key === "lib")!;
    const users = consumersOf(kinds, lib).map((one) => one.users);
    expect(moreUsers(users, ["name prefix", "name prefixes"])).toBe("6 more name prefixes and others");
    expect(moreUsers(users.slice(-1), ["name prefix", "name prefixes"])).toBe("Others");
  });

  it("sum up: the cells of a row, with one of all others, are what it uses, those of a column what uses it", () => {
    const links = [
      ...["a", "b", "c", "d", "e", "f", "g", "h", "i"].flatMap((team, at) => [
        `${team}-0 > a-1`,
        `${team}-1 > b-1`,
        ...(at > 6 ? [`${team}-0 > c-1`] : []),
      ]),
      ...Array.from({ length: 12 }, (_, at) => `x${at}-0 > a-0`),
      "x1-0 > x2-0",
      "x1-0 > d-1",
    ];
    const matrix = clusterMatrix(viewWith(links), "prefix", 24);
    const { clusters, columns } = matrix;
    expect(columns.length).toBeLessThan(clusters.length);
    for (const row of clusters) {
      const cells = columns.map(({ key }) => usesBetween(matrix, row.key, key));
      expect(sumOfUses([...cells, usesOfOthers(matrix, row)])).toEqual(row.using);
    }
    for (const { key, used } of columns)
      expect(sumOfUses(clusters.map((row) => usesBetween(matrix, row.key, key)))).toEqual(used);
    expect(sumOfUses(clusters.map((row) => usesOfOthers(matrix, row))).count).toBe(2);
    // The parts of a remainder use each other.
    const rest = clusterMatrix(viewWith(["x1-0 > x2-0", "a-0 > a-1"]), "prefix", 24);
    expect(usesBetween(rest, OTHER, OTHER)).toEqual({ ...NONE, count: 1 });
    expect(rest.clusters.at(-1)).toMatchObject({
      within: { count: 0 },
      using: { count: 1 },
      used: { count: 1 },
    });
  });

  it("leave out clusters without any dependency, and say how many repositories these have", () => {
    const loose = ["idle-a", "idle-b"].map((id) => ({ ...view.nodes[0]!, id, fullPath: `acme/${id}` }));
    const matrix = clusterMatrix({ ...view, nodes: [...view.nodes, ...loose] }, "prefix", 24);
    expect(matrix.idle).toBe(2);
    expect(matrix.clusters.map(({ key }) => key)).not.toContain("idle");
  });
});

describe("a matrix", () => {
  const view = viewWith(
    [
      "a-1 > lib-1",
      "a-2 > lib-1",
      "b-1 > lib-2",
      "c-1 > tool-1",
      "c-2 > lib-1",
      "c-1 > b-2",
      "x > lib-1",
      "y > lib-2",
    ],
    {
      "b-1 > lib-2": { clock: "next_run" },
      "x > lib-1": { clock: "next_run" },
      "y > lib-2": { clock: "next_run" },
    },
  );
  const matrix = clusterMatrix(view, "prefix", 10);
  const keys = (order?: string) => inOrder(matrix, orderOf(matrix, order)).map(({ key }) => key);

  it("is in the order of any column, on the next run first, with the remainder last", () => {
    expect(keys()).toEqual(["b", "c", "a", "lib", "other"]);
    expect(keys("-lib")).toEqual(["b", "a", "c", "lib", "other"]);
    expect(keys("lib")).toEqual(["lib", "c", "a", "b", "other"]);
    expect(keys(".name")).toEqual(["a", "b", "c", "lib", "other"]);
    expect(keys("-nothing")).toEqual(keys());
    const standard = orderOf(matrix);
    expect(orderAfter(standard, ".total")).toBe(".total");
    expect(orderAfter(standard, "lib")).toBe("-lib");
    expect(orderAfter(standard, ".name")).toBe(".name");
    expect(orderAfter(orderOf(matrix, "lib"), "lib")).toBe("-lib");
  });

  it("opens into the dependencies of a cell, as many as it counts", () => {
    for (const row of matrix.clusters)
      for (const producer of [...matrix.columns.map(({ key }) => key), OTHERS]) {
        const listed = dependenciesOfCell(view, "prefix", 10, { consumer: row.key, producer });
        const uses = producer === OTHERS ? usesOfOthers(matrix, row) : usesBetween(matrix, row.key, producer);
        expect(listed.edges).toHaveLength(uses.count);
      }
    const listed = dependenciesOfCell(view, "prefix", 10, { consumer: "b", producer: "lib" });
    expect(listed.nodes.map(({ id }) => id).toSorted()).toEqual(["b-1", "lib-2"]);
  });
});
