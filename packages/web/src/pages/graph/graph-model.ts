import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { DirectedGraph } from "graphology";
import type { GraphView } from "./graph-view.ts";
import type { LayoutRequest, LayoutStep } from "./layout-worker.ts";

/** Distinguishable colors. Other types share `OTHER`. */
const SERIES = ["series-1", "series-2", "series-3", "series-4", "series-5", "series-6"] as const;
export const OTHER = "slate";

type ColorName = (typeof SERIES)[number] | typeof OTHER;

/** Assigns colors to the most frequent types. */
export const colorNames = (types: readonly { type: ArtifactType }[]): Map<ArtifactType, ColorName> =>
  new Map(types.map(({ type }, index) => [type, SERIES[index] ?? OTHER]));

/** Returns the color of a CSS token for use in a canvas. */
export type Colors = (name: string, opacity?: number) => string;

/** Reads the color tokens of the current theme. */
export function readColors(element: HTMLElement): Colors {
  const probe = document.createElement("span");
  element.append(probe);
  const known = new Map<string, string>();
  const read = (name: string): string => {
    probe.style.color = `var(--color-${name})`;
    return getComputedStyle(probe).color;
  };
  for (const name of [
    ...SERIES,
    OTHER,
    "canvas",
    "raised",
    "line",
    "line-strong",
    "text",
    "muted",
    "accent",
  ]) {
    known.set(name, read(name));
  }
  probe.remove();
  return (name, opacity = 1) =>
    (known.get(name) ?? "").replace(/^rgb\((.*)\)$/u, opacity === 1 ? "$&" : `rgba($1, ${opacity})`);
}

/** Up to this many nodes, nodes have full size and edges have arrows. */
const ROOMY = 300;
/** Edge opacity in large graphs. */
const FAINT = 0.2;
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

export const isRoomy = ({ order }: { order: number }): boolean => order <= ROOMY;

/** Creates the graph to draw. Start positions are deterministic, and so is the layout. */
export function createModel(view: GraphView, root: string | undefined, color: Colors): DirectedGraph {
  const graph = new DirectedGraph();
  const scale = Math.min(1, Math.sqrt(ROOMY / view.nodes.length));
  const names = colorNames(view.types);
  const prefix = commonOwner(view.nodes.map(({ fullPath }) => fullPath));
  for (const [index, { id, fullPath, archived, fanIn, mainType }] of view.nodes.entries()) {
    const distance = Math.sqrt(index + 1) * 10;
    const tint = color((mainType && names.get(mainType)) ?? OTHER);
    graph.addNode(id, {
      x: Math.cos(index * GOLDEN_ANGLE) * distance,
      y: Math.sin(index * GOLDEN_ANGLE) * distance,
      size: scale * Math.min(20, 5 + 2.5 * Math.sqrt(fanIn)),
      label: fullPath.slice(prefix.length),
      color: id === root ? color("text") : tint,
      fill: archived ? color("canvas") : tint,
      forceLabel: id === root,
    });
  }
  const [type, opacity] = isRoomy(graph) ? ["arrow", 1] : ["line", FAINT];
  const line = { type, size: 1, color: color("line-strong", opacity) };
  for (const { source, target } of view.edges) {
    if (source !== target) graph.mergeEdge(source, target, { ...line });
  }
  return graph;
}

/** The prefix that all paths share. Labels omit it. */
function commonOwner([first = "", ...others]: readonly string[]): string {
  const owner = first.slice(0, first.indexOf("/") + 1);
  return others.every((path) => path.startsWith(owner)) ? owner : "";
}

/** Large graphs get fewer iterations, which take longer there. */
const iterationsFor = (order: number): number => (order > 1000 ? 160 : 400);

interface Progress {
  onStep: (done: boolean) => void;
  /** The worker failed to start, for example because a deployment removed its script. */
  onFail: () => void;
}

/** Computes the layout in a worker. Returns a cleanup function. */
export function startLayout(graph: DirectedGraph, { onStep, onFail }: Progress): () => void {
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
