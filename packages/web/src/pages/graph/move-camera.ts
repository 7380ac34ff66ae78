import type { KeyboardEvent } from "react";
import type Sigma from "sigma";

const STEP = 0.1;
const ZOOM = 1.4;

/** The graph by keys: arrows move, + and - zoom, 0 shows all. */
export function moveCamera(sigma: Sigma, event: KeyboardEvent): void {
  if (event.metaKey || event.ctrlKey || event.altKey) return;
  const camera = sigma.getCamera();
  const { x, y, ratio } = camera.getState();
  const step = STEP * ratio;
  const moves: Record<string, Partial<{ x: number; y: number; ratio: number }>> = {
    ArrowLeft: { x: x - step },
    ArrowRight: { x: x + step },
    ArrowUp: { y: y + step },
    ArrowDown: { y: y - step },
    "+": { ratio: ratio / ZOOM },
    "=": { ratio: ratio / ZOOM },
    "-": { ratio: ratio * ZOOM },
    "0": { x: 0.5, y: 0.5, ratio: 1 },
  };
  const move = moves[event.key];
  if (!move) return;
  event.preventDefault();
  camera.setState(move);
}
