import { assert, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { compositionUse } from "../edges.ts";
import { decodeGraph, encodeGraph } from "../packed-graph-codec.ts";
import type { PackedGraph } from "../packed-graph.ts";
import { anyArtifactUses, packUses, useOf } from "../testing/random-graph.ts";
import { artifactLevel } from "./artifact-graph.ts";
import { encodeArtifactLevel, useArtifactLevel } from "./artifact-level-codec.ts";
import { factsOf } from "./use-traits.ts";

const copyOf = (graph: PackedGraph): PackedGraph => decodeGraph(encodeGraph(graph)) ?? graph;

describe("encodeArtifactLevel", () => {
  it("restores what would be derived from the graph", () => {
    assert(
      property(anyArtifactUses, (uses) => {
        const graph = packUses(uses);
        const restored = copyOf(graph);
        useArtifactLevel(restored, encodeArtifactLevel(graph));
        expect(artifactLevel(restored)).toEqual(artifactLevel(graph));
        expect(factsOf(restored)).toEqual(factsOf(graph));
      }),
    );
  });

  it("encodes the same bytes as earlier versions, or else the VERSION in report-file.ts must be incremented", () => {
    const graph = packUses([
      useOf({ source: "b", target: "a", artifact: "npm_package:a", scope: "npm_package:b" }),
      useOf({ source: "c", target: "a", artifact: "*", scope: null }),
      compositionUse("b", { outer: "container_image:b", inner: "npm_package:b" }),
    ]);
    expect(new Uint32Array(encodeArtifactLevel(graph).buffer).join(" ")).toBe(
      "3 16240641 356503553 16240641 5 0 0 1 1 2 4 0 2 4 5 3 1 3 0 5 1 6 3 7 10 2 1 3 6 0 1 2 2 2 2 2 2 0 2 4 3 6 0 0 0 0 1 1 1 1 1 2 6 0 0 1 1 1 1 1 0",
    );
  });
});
