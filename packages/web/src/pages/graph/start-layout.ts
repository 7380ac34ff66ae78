import type Graph from "graphology";
import type { LayoutRequest, LayoutStep } from "./layout-worker.ts";

/** Fewer where each takes longer: a graph of thousands has its shape by then. */
const iterationsFor = (order: number): number => (order > 1000 ? 160 : 400);

interface Progress {
  onStep: (done: boolean) => void;
  /** The thread could not be started, as after a deployment that took its script away. */
  onFail: () => void;
}

/** Places the nodes in a thread of its own. Returns how to end it. */
export function startLayout(graph: Graph, { onStep, onFail }: Progress): () => void {
  const worker = new Worker(new URL("layout-worker.ts", import.meta.url), { type: "module" });
  const ids = graph.nodes();
  const index = new Map(ids.map((id, at) => [id, at]));
  const at = (id: string): number => index.get(id) ?? 0;
  worker.addEventListener("message", ({ data: { positions, done } }: MessageEvent<LayoutStep>) => {
    graph.updateEachNodeAttributes((id, attributes) => ({
      ...attributes,
      x: positions[2 * at(id)],
      y: positions[2 * at(id) + 1],
    }));
    onStep(done);
    if (done) worker.terminate();
  });
  worker.addEventListener("error", onFail);
  const positions = Float32Array.from(graph.mapNodes((_, { x, y }) => [Number(x), Number(y)]).flat());
  const request: LayoutRequest = {
    sizes: graph.mapNodes((_, { size }) => Number(size)),
    edges: graph.mapEdges((_, __, source, target) => [at(source), at(target)]),
    positions,
    iterations: iterationsFor(graph.order),
  };
  worker.postMessage(request, { transfer: [positions.buffer] });
  return () => worker.terminate();
}
