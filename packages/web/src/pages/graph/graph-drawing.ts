import type { KeyboardEvent } from "react";
import type Sigma from "sigma";
import type { NodeHoverDrawingFunction, NodeLabelDrawingFunction } from "sigma/rendering";
import type { Settings } from "sigma/settings";
import { type Colors, isRoomy } from "./graph-model.ts";

interface Emphasis {
  /** Never dimmed. */
  root: string | undefined;
  selected: string | undefined;
  onSelect: (id: string | undefined) => void;
}

/** Highlights the neighbors of the hovered or selected node. A click selects. Returns a cleanup function. */
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
  // Highlighting redraws everything, so ignore hovering while dragging.
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

const PAN_STEP = 0.1;
const ZOOM_FACTOR = 1.4;

/** Handles arrow keys (pan), + and - (zoom) and 0 (fit). */
export function moveCamera(sigma: Sigma, event: KeyboardEvent): void {
  if (event.metaKey || event.ctrlKey || event.altKey) return;
  const camera = sigma.getCamera();
  const { x, y, ratio } = camera.getState();
  const step = PAN_STEP * ratio;
  const moves: Record<string, Partial<{ x: number; y: number; ratio: number }>> = {
    ArrowLeft: { x: x - step },
    ArrowRight: { x: x + step },
    ArrowUp: { y: y + step },
    ArrowDown: { y: y - step },
    "+": { ratio: ratio / ZOOM_FACTOR },
    "=": { ratio: ratio / ZOOM_FACTOR },
    "-": { ratio: ratio * ZOOM_FACTOR },
    "0": { x: 0.5, y: 0.5, ratio: 1 },
  };
  const move = moves[event.key];
  if (!move) return;
  event.preventDefault();
  camera.setState(move);
}

const PADDING = 5;
const GAP = 6;

/** Draws a label on the side that has room, with an outline for contrast against edges. */
export const drawLabel =
  (color: Colors): NodeLabelDrawingFunction =>
  (context, { x, y, size, label }, settings) => {
    if (!label) return;
    const { left } = measure(context, { x, size, label }, settings);
    context.strokeStyle = color("canvas");
    context.lineWidth = 4;
    context.lineJoin = "round";
    context.fillStyle = color("text");
    context.strokeText(label, left, y + settings.labelSize / 3);
    context.fillText(label, left, y + settings.labelSize / 3);
  };

/** Draws the label of a highlighted node in a box. */
export const drawLabelBox =
  (color: Colors): NodeHoverDrawingFunction =>
  (context, { x, y, size, label }, settings) => {
    context.beginPath();
    context.arc(x, y, size + 3, 0, Math.PI * 2);
    context.strokeStyle = color("accent");
    context.lineWidth = 2;
    context.stroke();
    if (!label) return;
    const { left, width } = measure(context, { x, size, label }, settings);
    const height = settings.labelSize + 2 * PADDING;
    context.beginPath();
    context.roundRect(left - PADDING, y - height / 2, width + 2 * PADDING, height, 4);
    context.fillStyle = color("raised");
    context.strokeStyle = color("line-strong");
    context.lineWidth = 1;
    context.fill();
    context.stroke();
    context.fillStyle = color("text");
    context.fillText(label, left, y + settings.labelSize / 3);
  };

interface Named {
  x: number;
  size: number;
  label: string;
}

function measure(
  context: CanvasRenderingContext2D,
  { x, size, label }: Named,
  { labelSize, labelFont, labelWeight }: Settings,
): { left: number; width: number } {
  context.font = `${labelWeight} ${labelSize}px ${labelFont}`;
  const { width } = context.measureText(label);
  const away = size + GAP + PADDING;
  const hasRoom = x + away + width + PADDING < context.canvas.clientWidth;
  return { left: hasRoom ? x + away : x - away - width, width };
}

/** Renders the visible graph as PNG on the page's background color. */
export async function toPng(sigma: Sigma, background: string): Promise<Blob> {
  // The browser clears the WebGL buffer after a frame, so redraw and copy at once.
  sigma.refresh();
  const layers = Object.values(sigma.getCanvases());
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(...layers.map(({ width }) => width));
  canvas.height = Math.max(...layers.map(({ height }) => height));
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser does not support canvas.");
  context.fillStyle = background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  for (const layer of layers) context.drawImage(layer, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("The image is too large."))),
      "image/png",
    );
  });
}
