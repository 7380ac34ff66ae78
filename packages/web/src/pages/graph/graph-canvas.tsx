import { createNodeBorderProgram } from "@sigma/node-border";
import { useEffect, useImperativeHandle, useRef, useState, type Ref } from "react";
import { Sigma } from "sigma";
import { readColours } from "./graph-colours.ts";
import { modelOf } from "./graph-model.ts";
import type { GraphView } from "./graph-view.ts";
import { emphasise } from "./emphasise.ts";
import { drawLabelBox } from "./label-box.ts";
import { moveCamera } from "./move-camera.ts";
import { startLayout } from "./start-layout.ts";
import { toPng } from "./to-png.ts";
import { Minimap } from "./minimap.tsx";

/** Beyond it, one loses one's way without a map. */
const MINIMAP_FROM = 300;
/** Beyond it, uses are left out while one moves. */
const MOVED_EDGES = 2000;
/** Up to it, there is room for every name. */
const NAMES_UP_TO = 60;

export interface GraphCanvasHandle {
  /** Moves to a repository. */
  show: (id: string) => void;
  png: () => Promise<Blob>;
}

interface GraphCanvasProps {
  view: GraphView;
  root: string | undefined;
  selected: string | undefined;
  onSelect: (id: string | undefined) => void;
  ref: Ref<GraphCanvasHandle>;
}

/** The view drawn by WebGL in the colours of the theme it began with, laid out in a thread of its own. Arrows lead from who uses to what is used. */
export function GraphCanvas({ view, root, selected, onSelect, ref }: GraphCanvasProps) {
  const place = useRef<HTMLDivElement>(null);
  const [sigma, setSigma] = useState<Sigma | null>(null);
  const [isPlaced, setPlaced] = useState(false);

  useEffect(() => {
    const container = place.current;
    if (!container) return undefined;
    const colour = readColours(container);
    const graph = modelOf(view, root, colour);
    const drawn = new Sigma(graph, container, {
      allowInvalidContainer: true,
      defaultNodeType: "bordered",
      nodeProgramClasses: { bordered },
      defaultDrawNodeHover: drawLabelBox(colour),
      labelColor: { color: colour("text") },
      labelFont: "JetBrains Mono Variable, monospace",
      labelSize: 12,
      labelWeight: "500",
      labelRenderedSizeThreshold: view.nodes.length <= NAMES_UP_TO ? 0 : 8,
      stagePadding: 48,
      hideEdgesOnMove: view.edges.length > MOVED_EDGES,
      zIndex: true,
      minCameraRatio: 0.02,
      maxCameraRatio: 4,
    });
    setPlaced(false);
    setSigma(drawn);
    const end = startLayout(graph, (done) => {
      drawn.refresh();
      setPlaced(done);
    });
    const fit = new ResizeObserver(() => drawn.resize().scheduleRender());
    fit.observe(container);
    return () => {
      fit.disconnect();
      end();
      drawn.kill();
      setSigma(null);
    };
  }, [view, root]);

  useEffect(() => {
    if (!sigma || !place.current) return undefined;
    return emphasise(sigma, readColours(place.current), { root, selected, onSelect });
  }, [sigma, root, selected, onSelect]);

  useImperativeHandle(
    ref,
    () => ({
      show(id) {
        const at = sigma?.getNodeDisplayData(id);
        if (at) void sigma?.getCamera().animate({ x: at.x, y: at.y, ratio: 0.5 }, { duration: 150 });
      },
      png: () =>
        sigma && place.current
          ? toPng(sigma, readColours(place.current)("canvas"))
          : Promise.reject(new Error("Nothing is drawn.")),
    }),
    [sigma],
  );

  return (
    <>
      {/* An application in the words of ARIA is interactive: it has keys of its own. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={place}
        role="application"
        aria-label={`Graph of ${view.nodes.length} repositories. Arrow keys move, plus and minus zoom, 0 shows all. The table has the same.`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-busy={!isPlaced && view.nodes.length > 0}
        onKeyDown={(event) => sigma && moveCamera(sigma, event)}
        className="absolute inset-0 -outline-offset-2"
      />
      {sigma && view.nodes.length > MINIMAP_FROM && <Minimap sigma={sigma} />}
    </>
  );
}

/** A ring and what is in it: archived repositories are hollow. */
const bordered = createNodeBorderProgram({
  borders: [
    { color: { attribute: "color" }, size: { value: 2, mode: "pixels" } },
    { color: { attribute: "fill" }, size: { fill: true } },
  ],
});
