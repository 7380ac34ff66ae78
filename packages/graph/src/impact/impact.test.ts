import type { Release } from "./clock.ts";
import { describe, expect, it } from "vitest";
import { compositionUse } from "../edges.ts";
import { findNode, getUse } from "../packed-graph.ts";
import { repositoryFigures } from "../repository-figures.ts";
import { packUses, useOf, type Link } from "../testing/random-graph.ts";
import { startsOf } from "./artifact-graph.ts";
import { impactOf, type ImpactOptions } from "./impact.ts";

type Options = Partial<Omit<ImpactOptions, "starts">> & {
  /** Scopes of `a`. */
  starts?: string[];
};

function impactOfA(links: readonly Link[], { starts, ...options }: Options = {}) {
  const graph = packUses(links.map(useOf));
  const root = findNode(graph, "a") ?? -1;
  return impactOf(graph, root, {
    maxDepth: 3,
    floor: 400,
    through: "artifacts",
    starts: starts?.flatMap((scope) => startsOf(graph, root, scope)),
    ...options,
  });
}

const affectedBy = (links: readonly Link[], options: Options = {}): string[] =>
  impactOfA(links, options)
    .affected.map(({ repositoryId }) => repositoryId)
    .toSorted();

/** What a use names: a branch, a range, a version. */
const branch = { versionConstraint: "main", state: "floating", isLocked: false } as const;
const range = { versionConstraint: "^1.0.0", state: "range", isLocked: false } as const;
const pin = { versionConstraint: "1.0.0", state: "pinned" } as const;

/** One repository's image contains its package. */
const imageOf = (name: string): Link =>
  compositionUse(name, { outer: `container_image:${name}`, inner: `npm_package:${name}` });

describe("a change", () => {
  it("travels from a package to the packages that depend on it", () => {
    const links = [
      { source: "b", target: "a" },
      { source: "c", target: "b" },
    ];
    expect(affectedBy(links)).toEqual(["b", "c"]);
    expect(affectedBy(links, { maxDepth: 1 })).toEqual(["b"]);
  });

  it("ends at a release job that uses an action", () => {
    const links: Link[] = [
      { source: "b", target: "a", role: "ci", dependencyType: "github_action", scope: null },
      { source: "c", target: "b" },
    ];
    expect(affectedBy(links)).toEqual(["b"]);
    expect(affectedBy(links, { through: "repositories" })).toEqual(["b", "c"]);
  });

  it("does not get from a library's test group to the library's users", () => {
    const links: Link[] = [
      { source: "b", target: "a", role: "test", scope: null },
      { source: "c", target: "b" },
      { source: "d", target: "b", artifact: "*" },
    ];
    expect(affectedBy(links)).toEqual(["b"]);
  });

  it("passes through a composite action to the workflows that use it", () => {
    const action = "github_action:b/setup";
    const links: Link[] = [
      { source: "b", target: "a", role: "ci", scope: action },
      { source: "c", target: "b", role: "ci", artifact: action, scope: null },
      { source: "d", target: "b", role: "ci", artifact: "github_action:b/other", scope: null },
      { source: "e", target: "c" },
    ];
    expect(affectedBy(links)).toEqual(["b", "c"]);
  });

  it("passes from a package to the image that contains it", () => {
    const links: Link[] = [
      { source: "b", target: "a" },
      imageOf("b"),
      { source: "c", target: "b", artifact: "container_image:b" },
      { source: "d", target: "b", artifact: "helm_chart:b" },
    ];
    const { affected } = impactOfA(links);
    expect(affected.map(({ repositoryId, hops }) => [repositoryId, hops])).toEqual([
      ["b", 1],
      ["c", 2],
    ]);
    expect(affected[1]?.path.map(({ source, target }) => [source, target])).toEqual([
      ["b", "a"],
      ["c", "b"],
    ]);
  });

  it("does not pass from an image to the package that it contains", () => {
    const links: Link[] = [
      { source: "b", target: "a", scope: "container_image:b" },
      imageOf("b"),
      { source: "c", target: "b", artifact: "npm_package:b" },
      { source: "d", target: "b", artifact: "container_image:b" },
    ];
    expect(affectedBy(links)).toEqual(["b", "d"]);
  });

  it("passes from an image to the chart whose values name it", () => {
    const [image, chart] = ["container_image:b", "helm_chart:b"];
    const values = { source: "b", target: "b", artifact: image, scope: chart } as const;
    const links: Link[] = [
      { source: "b", target: "a", scope: image },
      { source: "c", target: "b", artifact: chart },
    ];
    expect(affectedBy([...links, { ...values, confidence: 850 }])).toEqual(["b", "c"]);
    expect(affectedBy([...links, { ...values, confidence: 300 }])).toEqual(["b"]);
    expect(affectedBy(links)).toEqual(["b"]);
  });

  it("gets to users that name only the repository or a type of its artifacts", () => {
    const links: Link[] = [
      { source: "b", target: "a" },
      { source: "c", target: "b", artifact: "*" },
      { source: "d", target: "b", artifact: "*:npm_package" },
      { source: "e", target: "b", artifact: "*:container_image" },
      { source: "f", target: "b", artifact: "container_image:b" },
    ];
    expect(affectedBy(links)).toEqual(["b", "c", "d"]);
    expect(affectedBy(links.slice(0, 4))).toEqual(["b", "c", "d", "e"]);
  });

  it("gets to users of a file from the whole repository and from the unit that the file builds", () => {
    const through = (scope: string): string[] =>
      affectedBy([
        { source: "b", target: "a", scope },
        { source: "c", target: "b", artifact: "unit:file:deploy/app.yaml" },
        { source: "d", target: "a", artifact: "unit:file:install.sh" },
      ]);
    expect(through("npm_package:b")).toEqual(["b", "d"]);
    expect(through("unit:kubernetes:.")).toEqual(["b", "d"]);
    expect(through("unit:kubernetes:deploy")).toEqual(["b", "c", "d"]);
    expect(through("unit:docker:deploy/app.yaml")).toEqual(["b", "c", "d"]);
    const template = "azure_pipelines_template:ado.acme.io/acme/b/deploy";
    expect(through(`${template}/app.yaml`)).toEqual(["b", "c", "d"]);
    expect(through(`${template}/other.yaml`)).toEqual(["b", "d"]);
  });

  it("gets from a Terraform module to users of its folder, not of other folders of the repository", () => {
    const links: Link[] = [
      { source: "b", target: "a", scope: "terraform_module:acme/net//tls" },
      compositionUse("b", {
        outer: "terraform_module:acme/net//app",
        inner: "terraform_module:acme/net//tls",
      }),
      { source: "c", target: "b", artifact: "unit:terraform:tls" },
      { source: "d", target: "b", artifact: "unit:terraform:app" },
      { source: "e", target: "b", artifact: "unit:terraform:subnet" },
      { source: "f", target: "b", artifact: "*:terraform_module" },
    ];
    expect(affectedBy(links)).toEqual(["b", "c", "d", "f"]);
  });

  it("of a file affects users of the file and of the whole repository", () => {
    const links: Link[] = [
      { source: "b", target: "a", artifact: "unit:file:install.sh" },
      { source: "c", target: "a", artifact: "*" },
      { source: "d", target: "a", artifact: "*:npm_package" },
      { source: "e", target: "a", artifact: "unit:file:other.sh" },
    ];
    expect(affectedBy(links, { starts: ["unit:file:install.sh"] })).toEqual(["b", "c"]);
  });

  it("of one artifact affects only its users, and those of what contains it", () => {
    const links: Link[] = [
      imageOf("a"),
      { source: "b", target: "a" },
      { source: "c", target: "a", artifact: "container_image:a" },
      { source: "d", target: "a", artifact: "npm_package:icons" },
    ];
    expect(affectedBy(links)).toEqual(["b", "c", "d"]);
    expect(affectedBy(links, { starts: ["npm_package:a"] })).toEqual(["b", "c"]);
    expect(affectedBy(links, { starts: ["container_image:a"] })).toEqual(["c"]);
    expect(affectedBy(links, { starts: ["npm_package:unused"] })).toEqual([]);
    expect(affectedBy(links, { starts: ["npm_package:icons"], through: "repositories" })).toHaveLength(3);
  });

  it("of one artifact may return to the repository and affect the users of another one", () => {
    const links: Link[] = [
      { source: "b", target: "a" },
      { source: "a", target: "b", scope: "npm_package:cli" },
      { source: "c", target: "a", artifact: "npm_package:cli" },
    ];
    const { affected, summary } = impactOfA(links, { starts: ["npm_package:a"] });
    expect(affected.map(({ repositoryId, hops }) => [repositoryId, hops])).toEqual([
      ["b", 1],
      ["c", 3],
    ]);
    expect(summary).toMatchObject({ direct: 1, transitive: 1 });
    expect(affectedBy(links, { starts: ["npm_package:a"], maxDepth: 2 })).toEqual(["b"]);
  });

  it("counts only those uses of the root that `countsForRoot` accepts", () => {
    const links: Link[] = [
      { source: "b", target: "a", versionConstraint: "^1.0.0" },
      { source: "c", target: "a", versionConstraint: "^2.0.0" },
      { source: "d", target: "b", versionConstraint: "^2.0.0" },
      { source: "e", target: "a", versionConstraint: "^2.0.0", role: "documentation", scope: null },
    ];
    const graph = packUses(links.map(useOf));
    const countsForRoot = (use: number) => getUse(graph, use).versionConstraint === "^1.0.0";
    expect(affectedBy(links, { countsForRoot })).toEqual(["b", "d"]);
    expect(impactOfA(links, { countsForRoot }).summary.mentions).toBe(0);
  });
});

describe("an affected repository", () => {
  it("has hops, confidence, clock and wave, the path and the uses that lead to it", () => {
    const toA: Link = { source: "b", target: "a", confidence: 980, state: "floating", isLocked: false };
    const toB: Link = { source: "c", target: "b", confidence: 850 };
    const { affected } = impactOfA([toA, toB]);
    expect(affected).toMatchObject([
      {
        repositoryId: "b",
        direct: true,
        hops: 1,
        confidence: 980,
        clock: "next_run",
        decidingUse: useOf(toA),
        path: [useOf(toA)],
        role: "runtime",
        roles: [{ role: "runtime", clock: "next_run", scope: "npm_package:b", uses: [useOf(toA)] }],
        wave: 1,
        cycleGroup: null,
      },
      {
        repositoryId: "c",
        direct: false,
        hops: 2,
        confidence: 850,
        clock: "next_update",
        decidingUse: useOf(toB),
        path: [useOf(toA), useOf(toB)],
        roles: [{ role: "runtime", clock: "next_update", scope: "npm_package:c", uses: [useOf(toB)] }],
        wave: 2,
        cycleGroup: null,
      },
    ]);
  });

  it("is direct if it declares the root, even if a stronger or faster path exists", () => {
    const { affected, summary } = impactOfA([
      { source: "b", target: "a", isLocked: false },
      { source: "c", target: "b", isLocked: false },
      { source: "c", target: "a", confidence: 600, state: "pinned" },
    ]);
    expect(affected).toMatchObject([
      { repositoryId: "b" },
      { repositoryId: "c", direct: true, hops: 1, clock: "bump", confidence: 600, path: [{ target: "a" }] },
    ]);
    expect(summary).toMatchObject({ direct: 2, transitive: 0 });
  });

  it("keeps the fewest hops of an artifact that is also built from one with more hops", () => {
    const links: Link[] = [
      { source: "b", target: "a", scope: "container_image:b" },
      { source: "c", target: "a" },
      { source: "b", target: "c" },
      imageOf("b"),
    ];
    const { affected } = impactOfA(links);
    expect(affected.map(({ repositoryId, hops }) => [repositoryId, hops])).toEqual([
      ["b", 1],
      ["c", 1],
    ]);
  });

  it("has the clock of its fastest declaration, which is also the deciding one", () => {
    const { affected } = impactOfA([
      { source: "b", target: "a", state: "pinned", versionConstraint: "1.0.0", role: "build" },
      {
        source: "b",
        target: "a",
        state: "floating",
        versionConstraint: "latest",
        isLocked: false,
        confidence: 600,
      },
      { source: "b", target: "a", state: "range", role: "dev", scope: null },
    ]);
    expect(affected).toMatchObject([
      {
        clock: "next_run",
        confidence: 600,
        decidingUse: { versionConstraint: "latest" },
        roles: [
          { role: "runtime", clock: "next_run" },
          { role: "build", clock: "bump" },
          { role: "dev", clock: "next_update" },
        ],
      },
    ]);
  });

  it("has the clock of the slowest declaration on its path", () => {
    const { affected } = impactOfA([
      { source: "b", target: "a", state: "pinned", versionConstraint: "1.0.0" },
      { source: "c", target: "b", state: "floating", isLocked: false },
    ]);
    expect(affected[1]).toMatchObject({ repositoryId: "c", clock: "bump", decidingUse: { source: "b" } });
  });

  it("has the same path regardless of unrelated declarations", () => {
    const links: Link[] = ["npm_package:x", "npm_package:y"].flatMap((artifact) => [
      { source: "b", target: "a", scope: artifact },
      { source: "c", target: "b", artifact },
    ]);
    const unrelated: Link = { source: "a", target: "b", artifact: "npm_package:y", scope: null };
    for (const more of [[], [unrelated]]) {
      const { affected } = impactOfA([...more, ...links]);
      expect(affected[1]?.path).toEqual([
        useOf({ source: "b", target: "a", scope: "npm_package:x" }),
        useOf({ source: "c", target: "b", artifact: "npm_package:x" }),
      ]);
    }
  });

  it("gets its clock from an example only if it has no other declaration", () => {
    const example: Link = {
      source: "b",
      target: "a",
      role: "example",
      scope: null,
      state: "floating",
      isLocked: false,
    };
    const pinned: Link = {
      source: "b",
      target: "a",
      role: "test",
      scope: null,
      state: "pinned",
      confidence: 600,
    };
    expect(impactOfA([example]).affected).toMatchObject([{ clock: "next_run" }]);
    expect(impactOfA([example, pinned]).affected).toMatchObject([
      { clock: "bump", decidingUse: { role: "test" }, roles: [{ role: "test" }, { role: "example" }] },
    ]);
  });

  it("gets its clock from a tool of developers only if it has no other declaration, unless it is a package", () => {
    const pinned: Link = { source: "b", target: "a", state: "pinned", versionConstraint: "1.0.0" };
    const tool: Link = {
      source: "b",
      target: "a",
      role: "dev",
      scope: null,
      state: "floating",
      isLocked: false,
      dependencyType: "git_repository",
    };
    const clockWith = (...links: Link[]) => impactOfA(links).affected.map(({ clock }) => clock);
    expect(clockWith(pinned, { ...tool, versioning: "docker" })).toEqual(["bump"]);
    expect(clockWith(pinned, { ...tool, versioning: "git" })).toEqual(["bump"]);
    expect(clockWith({ ...tool, versioning: "git" })).toEqual(["next_run"]);
    const gem = { ...tool, dependencyType: "ruby_gem" } as const;
    expect(clockWith(pinned, { ...gem, versioning: "ruby" })).toEqual(["next_run"]);
    expect(clockWith(pinned, { ...gem, versioning: "git" })).toEqual(["next_run"]);
  });

  it("compares each declaration with the release of the artifact that it declares", () => {
    const links: Link[] = [
      { source: "b", target: "a", versionConstraint: "^2.0.0" },
      { source: "c", target: "b", versionConstraint: "^1.0.0" },
    ];
    const graph = packUses(links.map(useOf));
    const clocksFor = (releases: Record<string, Release>) =>
      impactOfA(links, {
        releaseOf: (use) => releases[getUse(graph, use).target] ?? null,
      }).affected.map(({ clock }) => clock);
    expect(clocksFor({ a: "2.1.0" })).toEqual(["next_update", "next_update"]);
    expect(clocksFor({ a: { planned: "1.1.0" } })).toEqual(["bump", "bump"]);
    expect(clocksFor({ a: "2.1.0", b: "2.0.0" })).toEqual(["next_update", "bump"]);
  });

  it("comes after those with fewer hops, a stronger role and more confidence", () => {
    const { affected } = impactOfA([
      { source: "b", target: "d" },
      { source: "c", target: "a", role: "ci", scope: null },
      { source: "d", target: "a", confidence: 850 },
      { source: "e", target: "a", confidence: 950 },
      { source: "f", target: "a", confidence: 850 },
    ]);
    expect(affected.map(({ repositoryId }) => repositoryId)).toEqual(["e", "d", "f", "c", "b"]);
  });
});

describe("mentions", () => {
  const links: Link[] = [
    { source: "b", target: "a", role: "documentation", scope: null, confidence: 300 },
    { source: "c", target: "a", role: "vendored", scope: null },
    { source: "d", target: "a", role: "fixture", scope: null },
    { source: "d", target: "a" },
    { source: "e", target: "d", role: "fixture", scope: null },
  ];

  it("do not affect their repository, but are counted unless it is affected anyway", () => {
    const { affected, summary, belowFloor } = impactOfA(links);
    expect(affected).toMatchObject([{ repositoryId: "d", roles: [{ role: "runtime" }] }]);
    expect(summary.mentions).toBe(2);
    expect(belowFloor).toBe(0);
  });

  it("affect their repository if their roles are requested", () => {
    const { affected, summary } = impactOfA(links, { roles: ["vendored"] });
    expect(affected.map(({ repositoryId }) => repositoryId)).toEqual(["c"]);
    expect(summary.mentions).toBe(2);
  });

  it("of a started artifact include those of what contains it", () => {
    const contained: Link[] = [
      imageOf("a"),
      { source: "b", target: "a", artifact: "container_image:a", role: "documentation", scope: null },
      { source: "c", target: "a", artifact: "helm_chart:a", role: "documentation", scope: null },
    ];
    expect(impactOfA(contained, { starts: ["npm_package:a"] }).summary.mentions).toBe(1);
  });
});

describe("roles", () => {
  it("restrict which declarations count, but not what is built from what", () => {
    const links: Link[] = [
      imageOf("a"),
      { source: "b", target: "a", role: "ci", artifact: "container_image:a", scope: null },
      { source: "c", target: "a" },
      { source: "c", target: "a", role: "ci", scope: null },
    ];
    expect(affectedBy(links, { roles: ["runtime"] })).toEqual(["c"]);
    const { affected, summary } = impactOfA(links, { roles: ["ci"], starts: ["npm_package:a"] });
    expect(affected).toMatchObject([
      { repositoryId: "b", roles: [{ role: "ci" }] },
      { repositoryId: "c", roles: [{ role: "ci" }] },
    ]);
    expect(summary.mentions).toBe(0);
  });
});

describe("impactOf", () => {
  it("counts repositories by distance, clock, role, type and confidence", () => {
    const { summary } = impactOfA([
      { source: "b", target: "a", dependencyType: "container_image", state: "digest" },
      { source: "b", target: "a", role: "ci", scope: null },
      { source: "c", target: "b", confidence: 850, role: "build" },
      { source: "d", target: "b", confidence: 700, state: "unresolved", isLocked: false },
    ]);
    const clocks = { next_run: 0, next_update: 0, bump: 0, unknown: 0 };
    const none = {
      runtime: 0,
      build: 0,
      ci: 0,
      dev: 0,
      test: 0,
      example: 0,
      fixture: 0,
      documentation: 0,
      vendored: 0,
    };
    expect(summary).toEqual({
      direct: 1,
      transitive: 2,
      byClock: {
        direct: { ...clocks, next_update: 1 },
        transitive: { ...clocks, bump: 1, unknown: 1 },
      },
      byRole: { direct: { ...none, runtime: 1 }, transitive: { ...none, runtime: 1, build: 1 } },
      mayNextRun: { direct: 0, transitive: 0 },
      mentions: 0,
      byDependencyType: { npm_package: 3 },
      byConfidenceBand: { high: 1, medium: 1, low: 1, mention: 0 },
    });
  });

  it("omits repositories reachable only below the floor and counts them", () => {
    const links = [
      { source: "b", target: "a" },
      { source: "c", target: "a", confidence: 300 },
      { source: "d", target: "c" },
    ];
    expect(affectedBy(links)).toEqual(["b"]);
    expect(impactOfA(links).belowFloor).toBe(2);
    expect(impactOfA(links, { floor: 0 }).belowFloor).toBe(0);
  });

  it("starts the rollout after the root, even if the root depends on affected repositories", () => {
    const { waves, affected } = impactOfA([
      { source: "b", target: "a" },
      { source: "a", target: "b" },
      { source: "c", target: "b" },
    ]);
    expect(waves).toEqual([["b"], ["c"]]);
    expect(affected.map(({ cycleGroup }) => cycleGroup)).toEqual([null, null]);
  });

  it("orders the rollout by declarations between affected repositories beyond the depth, too", () => {
    const links = [
      { source: "b", target: "c" },
      { source: "b", target: "a" },
      { source: "c", target: "a" },
      { source: "d", target: "b" },
    ];
    expect(impactOfA(links, { maxDepth: 1 }).waves).toEqual([["c"], ["b"]]);
  });

  it("does not wait for artifacts that do not change, nor for weak evidence", () => {
    const { waves } = impactOfA([
      { source: "b", target: "a", role: "ci", scope: null },
      { source: "c", target: "a" },
      { source: "c", target: "b" },
      { source: "d", target: "a" },
      { source: "d", target: "c", confidence: 700 },
      { source: "e", target: "a" },
      { source: "e", target: "c", confidence: 800 },
    ]);
    expect(waves.map((wave) => wave.toSorted())).toEqual([["b", "c", "d"], ["e"]]);
  });

  it("lists choke points: repositories that all paths to others go through", () => {
    const { chokePoints } = impactOfA([
      { source: "b", target: "a" },
      { source: "c", target: "b" },
      { source: "d", target: "c" },
      { source: "e", target: "a" },
    ]);
    expect(chokePoints).toEqual([
      { repositoryId: "b", dominates: 2 },
      { repositoryId: "c", dominates: 1 },
    ]);
  });

  it("is empty for a repository without dependents", () => {
    expect(impactOfA([{ source: "a", target: "b" }])).toMatchObject({
      affected: [],
      waves: [],
      chokePoints: [],
      belowFloor: 0,
      summary: { direct: 0, transitive: 0, mentions: 0, byDependencyType: {} },
    });
    expect(affectedBy([{ source: "b", target: "c" }])).toEqual([]);
  });
});

describe("a repository on the next run", () => {
  const conditionsOf = (links: readonly Link[]) =>
    Object.fromEntries(
      impactOfA(links).affected.map((one) => [
        one.repositoryId,
        [one.isConditional, one.decidingUse.versionConstraint],
      ]),
    );

  it("may get the change if a range on the way has to admit it, which then decides", () => {
    const links: Link[] = [
      { source: "b", target: "a", ...range },
      { source: "c", target: "b", ...branch },
      { source: "d", target: "a", ...branch },
      { source: "e", target: "d", ...branch },
    ];
    expect(conditionsOf(links)).toEqual({
      b: [true, "^1.0.0"],
      c: [true, "^1.0.0"],
      d: [false, "main"],
      e: [false, "main"],
    });
    expect(impactOfA(links).summary.mayNextRun).toEqual({ direct: 1, transitive: 1 });
  });

  it("gets it in any case if one of its uses does, which then decides", () => {
    const links: Link[] = [
      { source: "b", target: "a", ...range, confidence: 1000 },
      { source: "b", target: "a", ...branch, confidence: 800 },
      { source: "c", target: "a", ...range },
      { source: "c", target: "a", ...branch, role: "example" },
    ];
    // An example decides only if no other use does.
    expect(conditionsOf(links)).toEqual({ b: [false, "main"], c: [true, "^1.0.0"] });
  });
});

describe("what a repository passes on", () => {
  const onwardOf = (links: readonly Link[], options: Options = {}) =>
    Object.fromEntries(
      impactOfA(links, options).affected.map(({ repositoryId, onward }) => [repositoryId, onward]),
    );

  it("is each repository behind it once, over all shortest paths", () => {
    const links: Link[] = [
      { source: "b", target: "a" },
      { source: "c", target: "a" },
      { source: "d", target: "b" },
      { source: "d", target: "c" },
      { source: "e", target: "d" },
      { source: "f", target: "d" },
    ];
    expect(onwardOf(links)).toMatchObject({
      b: { repositories: 3 },
      c: { repositories: 3 },
      d: { repositories: 2 },
      e: { repositories: 0 },
    });
    expect(onwardOf(links, { maxDepth: 2 })).toMatchObject({
      b: { repositories: 1 },
      d: { repositories: 0 },
    });
  });

  it("has the number of distinct repositories that use it, as figures do, by any number of declarations", () => {
    const links: Link[] = [
      { source: "b", target: "a" },
      { source: "c", target: "b" },
      { source: "c", target: "b", artifact: "npm_package:b" },
      { source: "c", target: "b", ...branch },
      { source: "d", target: "b", ...range },
      { source: "e", target: "b", confidence: 300 },
    ];
    const [b] = impactOfA(links, { maxDepth: 1 }).affected;
    const graph = packUses(links.map(useOf));
    expect(b?.dependents).toBe(2);
    expect(repositoryFigures(graph, () => null).get("b")?.dependents).toBe(2);
  });

  it("does not count archived repositories, as nothing runs there", () => {
    const links: Link[] = [
      { source: "b", target: "a", ...branch },
      { source: "c", target: "b", ...branch },
      { source: "d", target: "b", ...branch },
      { source: "e", target: "d", ...branch },
    ];
    expect(onwardOf(links)).toMatchObject({ b: { repositories: 3, nextRun: 3 } });
    const archived = new Set(["d"]);
    expect(onwardOf(links, { archived })).toMatchObject({ b: { repositories: 2, nextRun: 2 } });
  });

  it("includes what is built from it in its repository, and excludes direct dependents and itself", () => {
    const links: Link[] = [
      { source: "b", target: "a", scope: "npm_package:b" },
      imageOf("b"),
      { source: "c", target: "b", artifact: "container_image:b" },
      { source: "d", target: "b", artifact: "container_image:b" },
      { source: "d", target: "a" },
      { source: "b", target: "c", scope: "helm_chart:b" },
      { source: "u", target: "a" },
      { source: "v", target: "u" },
      imageOf("v"),
      { source: "w", target: "v", artifact: "container_image:v" },
    ];
    expect(onwardOf(links)).toMatchObject({
      b: { repositories: 1 },
      c: { repositories: 0 },
      u: { repositories: 2 },
    });
  });

  it("counts on the next run only what gets the change through it without a commit", () => {
    const links: Link[] = [
      { source: "fast", target: "a", ...branch },
      { source: "slow", target: "a", ...pin },
      // Of two ways, the one through `fast` decides when.
      { source: "both", target: "fast", ...branch },
      { source: "both", target: "slow", ...branch },
      { source: "pinned", target: "fast", ...pin },
      { source: "behind", target: "both", ...branch },
      { source: "after", target: "pinned", ...branch },
    ];
    expect(onwardOf(links)).toMatchObject({
      fast: { repositories: 4, nextRun: 2 },
      slow: { repositories: 2, nextRun: 0 },
      both: { repositories: 1, nextRun: 1 },
      pinned: { repositories: 1, nextRun: 0 },
    });
  });

  it("counts what a version decides, on its use or on one on the way", () => {
    const links: Link[] = [
      { source: "open", target: "a", ...branch },
      { source: "ranged", target: "a", ...range },
      { source: "b", target: "open", ...branch },
      { source: "c", target: "open", ...range },
      { source: "d", target: "ranged", ...branch },
      // Through `open`, it gets the change in any case.
      { source: "d", target: "open", ...branch },
      { source: "e", target: "d", ...branch },
    ];
    expect(onwardOf(links)).toMatchObject({
      open: { repositories: 4, nextRun: 4, mayNextRun: 1 },
      ranged: { repositories: 2, nextRun: 2, mayNextRun: 2 },
      d: { repositories: 1, nextRun: 1, mayNextRun: 0 },
    });
    const named = onwardOf(links, { isNamed: () => true });
    expect(named["ranged"]).toMatchObject({ nextRun: 2, mayNextRun: 0 });
  });
});
