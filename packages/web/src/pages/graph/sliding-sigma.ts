import { Sigma } from "sigma";
import type { CameraState } from "sigma/types";

/** So long after the last move, what is in sight is drawn anew. */
const STILL_MS = 80;
/** Of the view: having slid so far, what came into sight is drawn, too. */
const FAR = 0.5;
/** What moves less may be a click. */
const CLICK_PX = 4;

/**
 * Slides the picture while one only moves about, uses and names included, and draws anew when that ends: without a GPU,
 * drawing all layers and handing them on takes longer than a frame.
 */
export class SlidingSigma extends Sigma {
  /** Where the camera was when what the layers hold was drawn. */
  private drawnAt: CameraState | undefined;
  private still: ReturnType<typeof setTimeout> | undefined;

  constructor(...parameters: ConstructorParameters<typeof Sigma>) {
    super(...parameters);
    this.on("afterRender", () => {
      this.drawnAt = this.getCamera().getState();
      this.stopWaiting();
      this.slide(0, 0);
    });
    // Layers of another size are empty.
    this.on("resize", () => {
      this.drawnAt = undefined;
    });
    this.getMouseCaptor()
      // What is pressed is found where it was drawn.
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
    this.stopWaiting();
    super.kill();
  }

  private slide(x: number, y: number): void {
    for (const [name, { style }] of Object.entries(this.getCanvases()))
      if (name !== "mouse") style.transform = `translate(${x}px, ${y}px)`;
  }

  /** What is under the pointer is read out of what the GPU draws, which has to be waited for: not while one drags. */
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
