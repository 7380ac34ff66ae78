import { Sigma } from "sigma";
import type { CameraState } from "sigma/types";

/** Redraws this long after the last move. */
const STILL_MS = 80;
/** Share of the view after which a pan redraws. */
const FAR = 0.5;
/** Smaller moves may be clicks. */
const CLICK_PX = 4;

/**
 * Pans by translating the rendered layers and redraws when the pan ends. Without a GPU, redrawing all layers takes longer
 * than a frame.
 */
export class SlidingSigma extends Sigma {
  isKilled = false;
  /** The camera state of the last render. */
  private drawnAt: CameraState | undefined;
  private still: ReturnType<typeof setTimeout> | undefined;

  constructor(...parameters: ConstructorParameters<typeof Sigma>) {
    super(...parameters);
    this.on("afterRender", () => {
      this.drawnAt = this.getCamera().getState();
      this.stopWaiting();
      this.slide(0, 0);
    });
    // A resize clears the layers.
    this.on("resize", () => {
      this.drawnAt = undefined;
    });
    this.getMouseCaptor()
      // Hit testing uses the positions of the last render.
      .on("mousedown", () => this.still !== undefined && this.refresh())
      .on("mouseup", () => this.setTouchable(true));
  }

  override scheduleRender(): this {
    const { ratio, angle, ...center } = this.getCamera().getState();
    if (this.drawnAt?.ratio !== ratio || this.drawnAt.angle !== angle) return super.scheduleRender();
    const middle = this.framedGraphToViewport(this.drawnAt);
    const drawn = this.framedGraphToViewport(center);
    const [x, y] = [middle.x - drawn.x, middle.y - drawn.y];
    const { width, height } = this.getDimensions();
    const isFar = Math.abs(x) > FAR * width || Math.abs(y) > FAR * height;
    if (isFar || (x === 0 && y === 0)) return super.scheduleRender();
    this.slide(x, y);
    if (this.getMouseCaptor().isMouseDown && Math.hypot(x, y) > CLICK_PX) this.setTouchable(false);
    this.drawWhenStill();
    return this;
  }

  override kill(): void {
    this.isKilled = true;
    this.stopWaiting();
    super.kill();
  }

  private slide(x: number, y: number): void {
    for (const [name, { style }] of Object.entries(this.getCanvases()))
      if (name !== "mouse") style.transform = `translate(${x}px, ${y}px)`;
  }

  /** Hit testing reads back from the GPU, which blocks. Disabled while dragging. */
  private setTouchable(touchable: boolean): void {
    const { mouse } = this.getCanvases();
    if (mouse) mouse.style.pointerEvents = touchable ? "" : "none";
  }

  private drawWhenStill(): void {
    this.stopWaiting();
    this.still = setTimeout(() => {
      if (this.getMouseCaptor().isMouseDown) return this.drawWhenStill();
      this.still = undefined;
      super.scheduleRender();
      return undefined;
    }, STILL_MS);
  }

  private stopWaiting(): void {
    clearTimeout(this.still);
    this.still = undefined;
  }
}
