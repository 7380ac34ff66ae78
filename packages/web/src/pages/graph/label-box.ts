import type { NodeHoverDrawingFunction } from "sigma/rendering";

const PADDING = 5;

/** A name on a ground of its own, in the colours of the theme. */
export const drawLabelBox =
  (colour: (name: string) => string): NodeHoverDrawingFunction =>
  (context, { x, y, size, label }, { labelSize, labelFont, labelWeight }) => {
    context.beginPath();
    context.arc(x, y, size + 3, 0, Math.PI * 2);
    context.strokeStyle = colour("accent");
    context.lineWidth = 2;
    context.stroke();
    if (!label) return;
    context.font = `${labelWeight} ${labelSize}px ${labelFont}`;
    const [left, height] = [x + size + 6, labelSize + 2 * PADDING];
    context.beginPath();
    context.roundRect(left, y - height / 2, context.measureText(label).width + 2 * PADDING, height, 4);
    context.fillStyle = colour("raised");
    context.strokeStyle = colour("line-strong");
    context.lineWidth = 1;
    context.fill();
    context.stroke();
    context.fillStyle = colour("text");
    context.fillText(label, left + PADDING, y + labelSize / 3);
  };
