import { DirectedGraph } from "graphology";
import { colourNames, OTHER } from "./graph-colours.ts";
import type { GraphView } from "./graph-view.ts";

/** Up to so many have room to be large, and their uses for an arrow. */
const ROOMY = 300;
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/** The view as a graph to lay out and draw; equal views begin, and so end, in equal places. */
export function modelOf(
  view: GraphView,
  root: string | undefined,
  colour: (name: string) => string,
): DirectedGraph {
  const graph = new DirectedGraph();
  const scale = Math.min(1, Math.sqrt(ROOMY / view.nodes.length));
  const names = colourNames(view.types);
  for (const [index, { id, fullPath, archived, fanIn, mainType }] of view.nodes.entries()) {
    const distance = Math.sqrt(index + 1) * 10;
    const tint = colour((mainType && names.get(mainType)) ?? OTHER);
    graph.addNode(id, {
      x: Math.cos(index * GOLDEN_ANGLE) * distance,
      y: Math.sin(index * GOLDEN_ANGLE) * distance,
      size: scale * Math.min(20, 5 + 2.5 * Math.sqrt(fanIn)),
      label: fullPath,
      color: tint,
      fill: archived ? colour("canvas") : tint,
      forceLabel: id === root,
    });
  }
  const type = view.nodes.length <= ROOMY ? "arrow" : "line";
  for (const { source, target } of view.edges) {
    if (source !== target) graph.mergeEdge(source, target, { color: colour("line-strong"), size: 1, type });
  }
  return graph;
}
