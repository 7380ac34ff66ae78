import { createNodeBorderProgram } from "@sigma/node-border";
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from "react";
import type { Sigma } from "sigma";
import { drawLabel, drawLabelBox, emphasize, moveCamera, toPng } from "./graph-drawing.ts";
import { createModel, readColors, startLayout } from "./graph-model.ts";
import type { GraphView } from "./graph-view.ts";
import { Minimap } from "./minimap.tsx";
import { SlidingSigma } from "./sliding-sigma.ts";
import { Notice } from "../../components/notice.tsx";

/** Larger graphs have a minimap. */
const MINIMAP_FROM = 300;
/** Larger graphs hide edges while zooming. */
const ZOOMED_EDGES = 2000;
/** Area that a label needs, in square pixels. */
const NAME_AREA = 16_000;

export interface GraphCanvasHandle {
  /** Centers a repository. */
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

/** Narrower canvases show fewer labels. */
const NARROW_PX = 640;

/** Draws the graph with WebGL. Colors are read once, so remount on theme changes. Arrows point from consumer to producer. */
export function GraphCanvas({ view, root, selected, onSelect, ref }: GraphCanvasProps) {
  const place = useRef<HTMLDivElement>(null);
  const [sigma, setSigma] = useState<SlidingSigma | null>(null);
  const [layout, setLayout] = useState<"running" | "done" | "failed">("running");

  const showSelected = useEffectEvent((drawn: Sigma) => {
    if (selected !== undefined) show(drawn, selected);
  });

  useEffect(() => {
    const container = place.current;
    if (!container) return undefined;
    const color = readColors(container);
    const graph = createModel(view, root, color);
    const drawn = new SlidingSigma(graph, container, {
      allowInvalidContainer: true,
      defaultNodeType: "bordered",
      nodeProgramClasses: { bordered },
      defaultDrawNodeLabel: drawLabel(color),
      defaultDrawNodeHover: drawLabelBox(color),
      labelFont: "JetBrains Mono Variable, monospace",
      labelSize: 12,
      labelWeight: "500",
      labelRenderedSizeThreshold: graph.order <= roomOf(container) ? 0 : 8,
      labelGridCellSize: container.clientWidth < NARROW_PX ? 150 : 100,
      stagePadding: 48,
      hideEdgesOnMove: view.edges.length > ZOOMED_EDGES,
      zIndex: true,
      minCameraRatio: 0.02,
      maxCameraRatio: 4,
    });
    setLayout("running");
    setSigma(drawn);
    const end = startLayout(graph, {
      onStep(done) {
        drawn.refresh();
        if (!done) return;
        showSelected(drawn);
        setLayout("done");
      },
      onFail: () => setLayout("failed"),
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
    // The effect above may just have killed it. Emphasizing would redraw it.
    if (!sigma || sigma.isKilled || !place.current) return undefined;
    return emphasize(sigma, readColors(place.current), { root, selected, onSelect });
  }, [sigma, root, selected, onSelect]);

  useImperativeHandle(
    ref,
    () => ({
      show: (id) => sigma && show(sigma, id),
      png: () =>
        sigma && place.current
          ? toPng(sigma, readColors(place.current)("canvas"))
          : Promise.reject(new Error("Nothing is drawn.")),
    }),
    [sigma],
  );

  return (
    <>
      {/* role="application" is interactive: the canvas handles keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={place}
        role="application"
        aria-label={`Graph of ${view.nodes.length} repositories. Arrow keys pan, plus and minus zoom, 0 fits the graph. The table shows the same data.`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-busy={layout === "running" && view.nodes.length > 0}
        onKeyDown={(event) => sigma && moveCamera(sigma, event)}
        // Hides unused layers, which cost as much as the others.
        className="absolute inset-0 overflow-hidden -outline-offset-2 [&>.sigma-edgeLabels]:hidden [&>:not(.sigma-mouse)]:will-change-transform"
      />
      {layout === "failed" && (
        <div className="absolute inset-x-4 top-4">
          <Notice tone="danger" title="Graph layout failed">
            The repositories aren't arranged. Reload the page or use the table.
          </Notice>
        </div>
      )}
      {sigma && view.nodes.length > MINIMAP_FROM && <Minimap sigma={sigma} />}
    </>
  );
}

/** Number of labels that fit. */
const roomOf = ({ clientWidth, clientHeight }: HTMLElement): number =>
  (clientWidth * clientHeight) / NAME_AREA;

/** Centers a node and zooms in until the labels around it are legible. */
function show(sigma: Sigma, id: string): void {
  const at = sigma.getNodeDisplayData(id);
  const camera = sigma.getCamera();
  const ratio = Math.min(camera.ratio, Math.sqrt(roomOf(sigma.getContainer()) / sigma.getGraph().order));
  if (at) void camera.animate({ x: at.x, y: at.y, ratio }, { duration: 150 });
}

/** Archived repositories are drawn hollow. */
const bordered = createNodeBorderProgram({
  borders: [
    { color: { attribute: "color" }, size: { value: 2, mode: "pixels" } },
    { color: { attribute: "fill" }, size: { fill: true } },
  ],
});
