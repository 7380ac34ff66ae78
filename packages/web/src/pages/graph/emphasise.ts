import type Sigma from "sigma";
import type { Colours } from "./graph-colours.ts";
import { isRoomy } from "./graph-model.ts";

interface Emphasis {
  /** Never dimmed: all there is lies around it. */
  root: string | undefined;
  selected: string | undefined;
  onSelect: (id: string | undefined) => void;
}

/** The neighbourhood of what is pointed at, or else selected, stands out; a click selects. Returns how to end it. */
export function emphasise(sigma: Sigma, colour: Colours, { root, selected, onSelect }: Emphasis): () => void {
  const graph = sigma.getGraph();
  const dimmed = colour("line");
  const point = (pointed: string | undefined): void => {
    const centre = pointed ?? selected;
    if (centre === undefined || !graph.hasNode(centre)) {
      sigma.setSettings({ nodeReducer: null, edgeReducer: null });
      return;
    }
    const near = new Set(graph.neighbors(centre)).add(centre);
    sigma.setSettings({
      nodeReducer: (id, data) =>
        near.has(id) || id === root
          ? {
              ...data,
              zIndex: 1,
              forceLabel: near.size <= 30 || id === centre || id === root,
              highlighted: id === selected,
            }
          : { ...data, color: dimmed, fill: dimmed, label: null, zIndex: 0 },
      edgeReducer: (id, data) =>
        graph.hasExtremity(id, centre)
          ? { ...data, color: colour("accent"), size: 1.5, zIndex: 1 }
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
