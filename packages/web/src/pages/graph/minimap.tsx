import { useEffect, useRef, type PointerEvent } from "react";
import type Sigma from "sigma";
import { readColours } from "./graph-colours.ts";

const [WIDTH, HEIGHT] = [176, 120];

/** All of the graph, small, with a frame around what is in sight; a press moves there. */
export function Minimap({ sigma }: { sigma: Sigma }) {
  const place = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const canvas = place.current;
    const context = canvas?.getContext("2d");
    if (!canvas || !context || !canvas.parentElement) return undefined;
    const colour = readColours(canvas.parentElement);
    const dots = new OffscreenCanvas(WIDTH, HEIGHT);
    const drawDots = (): void => {
      const ground = dots.getContext("2d");
      if (!ground) return;
      ground.clearRect(0, 0, WIDTH, HEIGHT);
      ground.fillStyle = colour("muted");
      sigma.getGraph().forEachNode((id) => {
        const at = sigma.getNodeDisplayData(id);
        if (at) ground.fillRect(at.x * WIDTH, (1 - at.y) * HEIGHT, 1.5, 1.5);
      });
    };
    const draw = (): void => {
      context.clearRect(0, 0, WIDTH, HEIGHT);
      context.drawImage(dots, 0, 0);
      const { width, height } = sigma.getDimensions();
      const corner = sigma.viewportToFramedGraph({ x: 0, y: 0 });
      const opposite = sigma.viewportToFramedGraph({ x: width, y: height });
      context.strokeStyle = colour("accent");
      context.strokeRect(
        corner.x * WIDTH,
        (1 - corner.y) * HEIGHT,
        (opposite.x - corner.x) * WIDTH,
        (corner.y - opposite.y) * HEIGHT,
      );
    };
    drawDots();
    draw();
    sigma.on("afterProcess", drawDots).on("afterRender", draw);
    return () => void sigma.off("afterProcess", drawDots).off("afterRender", draw);
  }, [sigma]);
  const move = ({ nativeEvent: { offsetX, offsetY }, buttons }: PointerEvent): void => {
    if (buttons === 1) sigma.getCamera().setState({ x: offsetX / WIDTH, y: 1 - offsetY / HEIGHT });
  };
  return (
    <div className="absolute right-3 bottom-3 hidden overflow-hidden rounded-md border bg-raised sm:block">
      <canvas
        ref={place}
        width={WIDTH}
        height={HEIGHT}
        aria-hidden
        onPointerDown={move}
        onPointerMove={move}
        className="block touch-none"
      />
    </div>
  );
}
