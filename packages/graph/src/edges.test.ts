import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compositionUse, distinctUses, edgeId, everyScope, type Use } from "./edges.ts";
import { getEdge, packGraph } from "./packed-graph.ts";

const use = (more: Partial<Use> = {}): Use => ({
  source: "app",
  target: "base",
  dependencyType: "container_image",
  versionConstraint: "1.2.3",
  confidence: 950,
  state: "pinned",
  versioning: "docker",
  isLocked: false,
  role: "runtime",
  scope: "unit:docker:Dockerfile",
  artifact: "container_image:acme/base",
  ...more,
});

const edgesOf = (uses: Use[]) => {
  const graph = packGraph(
    uses.flatMap(({ source, target }) => [source, target]),
    uses,
  );
  return Array.from(graph.columns.source.keys(), (edge) => getEdge(graph, edge));
};

describe("the edges of uses", () => {
  it("are one per source, target, type and constraint, with the greatest confidence [D-7.7,8]", () => {
    const uses = [use({ confidence: 300, role: "ci" }), use({ confidence: 950 }), use({ scope: null })];
    expect(edgesOf(uses)).toEqual([
      {
        source: "app",
        target: "base",
        dependencyType: "container_image",
        versionConstraint: "1.2.3",
        confidence: 950,
      },
    ]);
  });

  it.each([
    { source: "web" },
    { target: "core" },
    { dependencyType: "git_repository" as const },
    { versionConstraint: "1.2.4" },
    { versionConstraint: null },
  ])("are separate for %o", (difference) => {
    expect(edgesOf([use(), use(difference)])).toHaveLength(2);
  });

  it("distinguish a missing constraint from an empty one", () => {
    const edges = edgesOf([use({ versionConstraint: "" }), use({ versionConstraint: null })]);
    expect(edges.map((edge) => edge.versionConstraint)).toEqual([null, ""]);
  });

  it("omit uses of own artifacts and compositions", () => {
    expect(edgesOf([use({ target: "app" }), compositionUse("app", { outer: "a:x", inner: "b:y" })])).toEqual(
      [],
    );
  });
});

describe("distinctUses", () => {
  it("keeps the greatest confidence of uses that are otherwise equal", () => {
    expect(distinctUses([use({ confidence: 300 }), use(), use({ confidence: 850 })])).toEqual([use()]);
  });

  it.each([
    { role: "ci" as const },
    { scope: null },
    { scope: "" },
    { artifact: "*" },
    { isLocked: true },
    { state: "range" as const },
    { versioning: "git" as const },
  ])("keeps uses that differ in %o", (difference) => {
    expect(distinctUses([use(), use(difference)])).toHaveLength(2);
  });

  it("does not depend on the order of the uses", () => {
    const any = fc.record({
      source: fc.constantFrom("a", "b", "c"),
      target: fc.constantFrom("a", "b", "c"),
      versionConstraint: fc.constantFrom(null, "", "1", "2"),
      confidence: fc.constantFrom(300, 900),
      scope: fc.constantFrom(null, "", "x"),
      role: fc.constantFrom("runtime" as const, "ci" as const),
    });
    const both = fc
      .array(any.map(use))
      .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));
    fc.assert(
      fc.property(both, ([uses, shuffled]) => {
        expect(distinctUses(shuffled)).toEqual(distinctUses(uses));
      }),
    );
  });
});

it("everyScope is every scope of a type, or of the repository", () => {
  expect([everyScope("go_module"), everyScope("git_repository")]).toEqual(["*:go_module", "*"]);
});

describe("edgeId", () => {
  it("depends on the identity only and never changes [D-7.7]", () => {
    expect(edgeId(use())).toBe(edgeId(use({ confidence: 300, state: "floating" })));
    expect(edgeId(use())).toBe("d3aaa0ab-7de4-5116-8add-920f4842c6ff");
  });

  it("differs between identities", () => {
    const others = [
      {},
      { versionConstraint: null },
      { versionConstraint: "null" },
      { source: "base", target: "app" },
    ];
    expect(new Set(others.map((more) => edgeId(use(more)))).size).toBe(others.length);
  });
});
