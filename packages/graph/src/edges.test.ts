import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compositionUse, distinctUses, edgeId, everyScope, useKey, type Use } from "./edges.ts";
import { anyArtifactUses, useOf } from "./testing/random-graph.ts";

const use = (more: Partial<Use> = {}): Use =>
  useOf({
    source: "app",
    target: "base",
    dependencyType: "container_image",
    versionConstraint: "1.2.3",
    confidence: 950,
    state: "pinned",
    versioning: "docker",
    isLocked: false,
    ...more,
  });

describe("distinctUses", () => {
  it("keeps equal uses once, with the greatest confidence", () => {
    const uses = [use({ confidence: 300 }), use({ confidence: 950 }), use({ confidence: 850 })];
    expect(distinctUses(uses)).toEqual([use({ confidence: 950 })]);
  });

  it.each<Partial<Use>>([
    { source: "web" },
    { target: "core" },
    { dependencyType: "git_repository" },
    { versionConstraint: "1.2.4" },
    { versionConstraint: null },
    { role: "test" },
    { scope: null },
    { scope: "" },
    { artifact: "*" },
    { versioning: "git" },
    { state: "floating" },
    { isLocked: true },
  ])("distinguishes %o", (difference) => {
    expect(distinctUses([use(), use(difference)])).toHaveLength(2);
    expect(useKey(use(difference))).not.toBe(useKey(use()));
  });

  it("distinguishes a missing constraint from an empty one, and a missing scope from an empty one", () => {
    const constraints = distinctUses([use({ versionConstraint: "" }), use({ versionConstraint: null })]);
    expect(constraints.map(({ versionConstraint }) => versionConstraint)).toEqual([null, ""]);
    const scopes = distinctUses([use({ scope: "" }), use({ scope: null })]);
    expect(scopes.map(({ scope }) => scope)).toEqual([null, ""]);
  });

  it("sorts by edge, so that the uses of an edge are adjacent", () => {
    fc.assert(
      fc.property(anyArtifactUses, (uses) => {
        const ids = distinctUses(uses).map(edgeId);
        expect(ids.filter((id, i) => id !== ids[i - 1])).toHaveLength(new Set(ids).size);
      }),
    );
  });

  it("does not depend on the order of the uses", () => {
    const both = anyArtifactUses.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(both, ([uses, shuffled]) => {
        expect(distinctUses(shuffled)).toEqual(distinctUses(uses));
      }),
    );
  });
});

describe("edgeId", () => {
  it("depends on the identity only and never changes [D-7.7]", () => {
    const other = { confidence: 300, state: "floating", role: "test", scope: null, artifact: "*" } as const;
    expect(edgeId(use())).toBe(edgeId(use(other)));
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

it("compositionUse is a certain use of the inner scope by the outer one", () => {
  const composition = { outer: "container_image:app", inner: "npm_package:app" };
  expect(compositionUse("acme/app", composition)).toMatchObject({
    source: "acme/app",
    target: "acme/app",
    scope: "container_image:app",
    artifact: "npm_package:app",
    role: "runtime",
    confidence: 1000,
  });
});

it("everyScope is the set of all scopes of a type, or of all scopes for a repository", () => {
  expect(everyScope("npm_package")).toBe("*:npm_package");
  expect(everyScope("git_repository")).toBe("*");
});
