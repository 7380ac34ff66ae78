import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contentHash, decodeGraph, encodeGraph } from "./packed-graph-codec.ts";
import { anyArtifactUses, graphOf, packUses } from "./testing/random-graph.ts";

const LINKS = [
  { source: "a", target: "b", versionConstraint: null },
  { source: "b", target: "ü", confidence: 300, scope: null, artifact: "*" },
];

describe("encodeGraph and decodeGraph", () => {
  it("round-trip any graph", () => {
    fc.assert(
      fc.property(anyArtifactUses.map(packUses), (graph) => {
        expect(decodeGraph(encodeGraph(graph))).toEqual(graph);
      }),
    );
  });

  it("decode a slice of a larger buffer at any byte offset", () => {
    const bytes = encodeGraph(graphOf(LINKS));
    const shifted = Buffer.concat([Buffer.from("x"), bytes]).subarray(1);
    expect(decodeGraph(shifted)).toEqual(graphOf(LINKS));
  });

  it("produce the same hash regardless of the order of the input", () => {
    const hash = contentHash(encodeGraph(graphOf(LINKS)));
    expect(contentHash(encodeGraph(graphOf(LINKS.toReversed())))).toBe(hash);
    expect(contentHash(encodeGraph(graphOf(LINKS.slice(1))))).not.toBe(hash);
  });

  it("round-trip an empty graph", () => {
    expect(decodeGraph(encodeGraph(graphOf([])))).toEqual(graphOf([]));
  });

  it("return null for another version", () => {
    const bytes = encodeGraph(graphOf(LINKS));
    expect(decodeGraph(bytes.with(4, 9))).toBeNull();
    expect(decodeGraph(bytes.with(4, 1).subarray(0, 20))).toBeNull();
  });

  it("throw for another format and truncated bytes", () => {
    const bytes = encodeGraph(graphOf(LINKS));
    expect(() => decodeGraph(new TextEncoder().encode("something else"))).toThrow("Not a packed graph");
    expect(() => decodeGraph(new Uint8Array(2))).toThrow("Not a packed graph");
    expect(() => decodeGraph(bytes.subarray(0, bytes.length - 4))).toThrow("truncated");
    expect(() => decodeGraph(bytes.subarray(0, 20))).toThrow("truncated");
  });
});
