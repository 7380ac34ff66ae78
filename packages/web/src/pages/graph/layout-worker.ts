import { UndirectedGraph } from "graphology";
import forceAtlas2 from "graphology-layout-forceatlas2";

export interface LayoutRequest {
  sizes: number[];
  /** Pairs of indices into `sizes`. */
  edges: [number, number][];
  /** Start positions: x and y of each node. */
  positions: Float32Array;
  iterations: number;
}

export interface LayoutStep {
  positions: Float32Array;
  done: boolean;
}

/** Iterations between updates of the page. */
const STEP = 20;

addEventListener("message", ({ data }: MessageEvent<LayoutRequest>) => {
  const { sizes, edges, positions, iterations } = data;
  const graph = new UndirectedGraph();
  for (const [index, size] of sizes.entries()) {
    graph.addNode(index, { size, x: positions[2 * index], y: positions[2 * index + 1] });
  }
  for (const [source, target] of edges) graph.mergeEdge(source, target);
  const settings = { ...forceAtlas2.inferSettings(graph), adjustSizes: sizes.length <= 300 };
  for (let done = STEP; done - STEP < iterations; done += STEP) {
    forceAtlas2.assign(graph, { iterations: STEP, settings });
    const step = Float32Array.from(graph.mapNodes((_, { x, y }) => [Number(x), Number(y)]).flat());
    postMessage({ positions: step, done: done >= iterations } satisfies LayoutStep, {
      transfer: [step.buffer],
    });
  }
});
