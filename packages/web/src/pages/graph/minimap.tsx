import { type PointerEvent, useEffect, useRef } from "react";
import type Sigma from "sigma";
import { readColors } from "./graph-model.ts";

/** The minimap is square, like sigma's framed graph. */
const SIDE = 128;

/** An overview of the graph with a frame around the visible part. A click moves the camera. */
export function Minimap({ sigma }: { sigma: Sigma }) {
  const place = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const canvas = place.current;
    const context = canvas?.getContext("2d");
    if (!canvas || !context || !canvas.parentElement) return undefined;
    const camera = sigma.getCamera();
    const color = readColors(canvas.parentElement);
    const dots = new OffscreenCanvas(SIDE, SIDE);
    const drawDots = (): void => {
      const ground = dots.getContext("2d");
      if (!ground) return;
      ground.clearRect(0, 0, SIDE, SIDE);
      ground.fillStyle = color("muted");
      sigma.getGraph().forEachNode((id) => {
        const at = sigma.getNodeDisplayData(id);
        if (at) ground.fillRect(at.x * SIDE, (1 - at.y) * SIDE, 1.5, 1.5);
      });
    };
    const draw = (): void => {
      context.clearRect(0, 0, SIDE, SIDE);
      context.drawImage(dots, 0, 0);
      const { width, height } = sigma.getDimensions();
      // The last render may belong to an earlier camera position.
      const now = { cameraState: camera.getState() };
      const corner = sigma.viewportToFramedGraph({ x: 0, y: 0 }, now);
      const opposite = sigma.viewportToFramedGraph({ x: width, y: height }, now);
      context.strokeStyle = color("accent");
      context.strokeRect(
        corner.x * SIDE,
        (1 - corner.y) * SIDE,
        (opposite.x - corner.x) * SIDE,
        (corner.y - opposite.y) * SIDE,
      );
    };
    drawDots();
    draw();
    sigma.on("afterProcess", drawDots).on("afterRender", draw);
    camera.on("updated", draw);
    return () => {
      camera.off("updated", draw);
      sigma.off("afterProcess", drawDots).off("afterRender", draw);
    };
  }, [sigma]);
  const move = ({ nativeEvent: { offsetX, offsetY }, buttons }: PointerEvent): void => {
    if (buttons === 1) sigma.getCamera().setState({ x: offsetX / SIDE, y: 1 - offsetY / SIDE });
  };
  return (
    <div className="absolute right-3 bottom-3 hidden overflow-hidden rounded-md border bg-raised sm:block">
      <canvas
        ref={place}
        width={SIDE}
        height={SIDE}
        aria-hidden
        onPointerDown={move}
        onPointerMove={move}
        className="block touch-none"
      />
    </div>
  );
}
