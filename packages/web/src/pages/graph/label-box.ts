import type { NodeHoverDrawingFunction, NodeLabelDrawingFunction } from "sigma/rendering";
import type { Settings } from "sigma/settings";
import type { Colors } from "./graph-colors.ts";

const PADDING = 5;
const GAP = 6;

/** A name beside its repository, on the side where there is room, with a rim that keeps lines off its letters. */
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

/** The name on a ground of its own. */
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
