import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildEdges, edgeId, type ResolvedDeclaration } from "./edges.ts";

const declaration = (more: Partial<ResolvedDeclaration> = {}): ResolvedDeclaration => ({
  source: "app",
  target: "base",
  dependencyType: "container_image",
  versionConstraint: "1.2.3",
  confidence: 950,
  state: "pinned",
  versioning: "docker",
  ...more,
});

describe("buildEdges", () => {
  it("builds one edge per source, target, type and constraint, with the greatest confidence [D-7.7,8]", () => {
    const edges = buildEdges([
      declaration({ confidence: 300 }),
      declaration({ confidence: 950 }),
      declaration({ confidence: 850 }),
    ]);
    expect(edges).toEqual([
      {
        source: "app",
        target: "base",
        dependencyType: "container_image",
        versionConstraint: "1.2.3",
        confidence: 950,
        constraintKinds: [{ versioning: "docker", state: "pinned" }],
      },
    ]);
  });

  it.each([
    { source: "web" },
    { target: "core" },
    { dependencyType: "git_repository" as const },
    { versionConstraint: "1.2.4" },
    { versionConstraint: null },
  ])("builds a separate edge for %o", (difference) => {
    expect(buildEdges([declaration(), declaration(difference)])).toHaveLength(2);
  });

  it("distinguishes a missing constraint from an empty one", () => {
    const edges = buildEdges([
      declaration({ versionConstraint: "" }),
      declaration({ versionConstraint: null }),
    ]);
    expect(edges.map((edge) => edge.versionConstraint)).toEqual([null, ""]);
  });

  it("omits self-dependencies", () => {
    expect(buildEdges([declaration({ target: "app" })])).toEqual([]);
  });

  it("collects the distinct constraint kinds of its declarations", () => {
    const [edge] = buildEdges([declaration(), declaration({ state: "unresolved" }), declaration()]);
    expect(edge?.constraintKinds.map(({ state }) => state)).toEqual(["pinned", "unresolved"]);
  });

  it("does not depend on the order of the declarations", () => {
    const any = fc.record({
      source: fc.constantFrom("a", "b", "c"),
      target: fc.constantFrom("a", "b", "c"),
      versionConstraint: fc.constantFrom(null, "", "1", "2"),
      confidence: fc.constantFrom(300, 900),
      state: fc.constantFrom("pinned", "floating", "unresolved"),
    });
    const both = fc
      .array(any.map((more) => declaration(more as Partial<ResolvedDeclaration>)))
      .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));
    fc.assert(
      fc.property(both, ([declarations, shuffled]) => {
        expect(buildEdges(shuffled)).toEqual(buildEdges(declarations));
      }),
    );
  });
});

describe("edgeId", () => {
  it("depends on the identity only and never changes [D-7.7]", () => {
    expect(edgeId(declaration())).toBe(edgeId(declaration({ confidence: 300, state: "floating" })));
    expect(edgeId(declaration())).toBe("d3aaa0ab-7de4-5116-8add-920f4842c6ff");
  });

  it("differs between identities", () => {
    const others = [
      {},
      { versionConstraint: null },
      { versionConstraint: "null" },
      { source: "base", target: "app" },
    ];
    expect(new Set(others.map((more) => edgeId(declaration(more)))).size).toBe(others.length);
  });
});
