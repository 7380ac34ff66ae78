import { DirectedGraph } from "graphology";
import { colorNames, OTHER, type Colors } from "./graph-colors.ts";
import type { GraphView } from "./graph-view.ts";

/** Up to so many have room to be large, and their uses for an arrow. */
const ROOMY = 300;
/** Thousands of uses lie over each other: what they join has to stand out. */
const FAINT = 0.2;
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

export const isRoomy = ({ order }: { order: number }): boolean => order <= ROOMY;

/** The view as a graph to lay out and draw; equal views begin, and so end, in equal places. */
export function modelOf(view: GraphView, root: string | undefined, color: Colors): DirectedGraph {
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

/** What all paths begin with tells none from another, and takes the room of those that do. */
function commonOwner([first = "", ...others]: readonly string[]): string {
  const owner = first.slice(0, first.indexOf("/") + 1);
  return others.every((path) => path.startsWith(owner)) ? owner : "";
}
