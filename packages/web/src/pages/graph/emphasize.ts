import type Sigma from "sigma";
import type { Colors } from "./graph-colors.ts";
import { isRoomy } from "./graph-model.ts";

interface Emphasis {
  /** Never dimmed: all there is lies around it. */
  root: string | undefined;
  selected: string | undefined;
  onSelect: (id: string | undefined) => void;
}

/** The neighborhood of what is pointed at, or else selected, stands out; a click selects. Returns how to end it. */
export function emphasize(sigma: Sigma, color: Colors, { root, selected, onSelect }: Emphasis): () => void {
  const graph = sigma.getGraph();
  const dimmed = color("line");
  const point = (pointed: string | undefined): void => {
    const center = pointed ?? selected;
    if (center === undefined || !graph.hasNode(center)) {
      sigma.setSettings({ nodeReducer: null, edgeReducer: null });
      return;
    }
    const near = new Set(graph.neighbors(center)).add(center);
    sigma.setSettings({
      nodeReducer: (id, data) =>
        near.has(id) || id === root
          ? {
              ...data,
              zIndex: 1,
              forceLabel: near.size <= 30 || id === center || id === root,
              highlighted: id === selected,
            }
          : { ...data, color: dimmed, fill: dimmed, label: null, zIndex: 0 },
      edgeReducer: (id, data) =>
        graph.hasExtremity(id, center)
          ? { ...data, color: color("accent"), size: 1.5, zIndex: 1 }
          : { ...data, color: dimmed, hidden: !isRoomy(graph), zIndex: 0 },
    });
  };
  // Everything is drawn anew for it: not while one drags the graph along under the pointer.
  const enter = ({ node }: { node: string }): void => {
    if (!sigma.getMouseCaptor().isMouseDown) point(node);
  };
  const leave = (): void => {
    if (!sigma.getMouseCaptor().isMouseDown) point(undefined);
  };
  const pick = ({ node }: { node: string }): void => onSelect(node === selected ? undefined : node);
  const drop = (): void => onSelect(undefined);
  point(undefined);
  sigma.on("enterNode", enter).on("leaveNode", leave).on("clickNode", pick).on("clickStage", drop);
  return () =>
    void sigma.off("enterNode", enter).off("leaveNode", leave).off("clickNode", pick).off("clickStage", drop);
}
