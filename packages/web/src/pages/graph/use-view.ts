import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Drawing } from "./drawing.ts";
import { firstTop } from "./first-view.ts";
import { MARGIN } from "./sizes.ts";

const MIN_SCALE = 0.3;
const MAX_SCALE = 1.5;
/** The scale at which the whole drawing is visible, at most 1. */
const wholeScale = (
  element: HTMLElement | null,
  { width, height }: Pick<Drawing, "width" | "height">,
): number => Math.min(1, (element?.clientWidth ?? 1) / width, (element?.clientHeight ?? 1) / height);

/** The zoom, by buttons and by the wheel with Ctrl, as trackpads report a pinch. */
export function useZoom(
  scroller: RefObject<HTMLDivElement | null>,
  drawing: Drawing | null,
  subject: string,
) {
  const [scale, setScale] = useState(1);
  const size = useRef({ width: 1, height: 1 });
  const shown = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (!drawing) return;
    size.current = drawing;
    if (shown.current === subject) return;
    shown.current = subject;
    // Legible at first, also if not everything is visible.
    setScale(1);
  }, [drawing, subject]);
  const [actions] = useState(() => ({
    zoom: (factor: number): void =>
      setScale((current) => Math.min(MAX_SCALE, Math.max(MIN_SCALE, current * factor))),
    fit: (): void => setScale(Math.max(MIN_SCALE, wholeScale(scroller.current, size.current))),
  }));
  useEffect(() => {
    const element = scroller.current;
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      actions.zoom(Math.exp(-event.deltaY / 200));
    };
    element?.addEventListener("wheel", onWheel, { passive: false });
    return () => element?.removeEventListener("wheel", onWheel);
  }, [scroller, actions]);
  return { scale, ...actions };
}

interface PositionOptions {
  scroller: RefObject<HTMLDivElement | null>;
  drawing: Drawing | null;
  subject: string;
  selected: string | undefined;
  anchor: RefObject<string | undefined>;
  scale: number;
}

/** Scrolls to the root or the selected card first. Later, keeps the card in place that the user expanded. */
export function usePosition({ scroller, drawing, subject, selected, anchor, scale }: PositionOptions): void {
  const before = useRef<{ subject: string; drawing: Drawing; scale: number; start: string | undefined }>(
    undefined,
  );
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || !drawing) return;
    const last = before.current;
    const find = (from: Drawing, id: string | undefined) => from.cards.find(({ card }) => card.id === id);
    if (last?.subject === subject) {
      before.current = { ...last, drawing, scale };
      const fixed = [anchor.current, last.start].find((id) => find(last.drawing, id) && find(drawing, id));
      const [old, now] = [find(last.drawing, fixed), find(drawing, fixed)];
      if (!old || !now) return;
      element.scrollBy(now.x * scale - old.x * last.scale, now.y * scale - old.y * last.scale);
      return;
    }
    const root = drawing.cards.find(({ card }) => card.kind === "repository" && card.isRoot);
    const start = find(drawing, selected) ?? root;
    before.current = { subject, drawing, scale, start: start?.card.id };
    if (!start) return;
    const isFirst = start.card.column === drawing.columns[0]?.at;
    const left = (start.x + drawing.sizes.cardWidth / 2) * scale - element.clientWidth / 2 + MARGIN;
    const top = firstTop({ drawing, start, height: element.clientHeight / scale }) * scale;
    element.scrollTo(isFirst ? 0 : left, top);
  }, [scroller, drawing, subject, selected, anchor, scale]);
}

/** Smaller moves may be clicks. */
const CLICK_PX = 4;

/** Pans by dragging with the mouse, which then points at no card. Touch scrolls natively. */
export function useDragging(scroller: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    let start: { x: number; y: number; left: number; top: number; isMoving: boolean } | undefined;
    const onDown = ({ button, pointerType, clientX: x, clientY: y }: PointerEvent): void => {
      if (button !== 0 || pointerType !== "mouse") return;
      start = { x, y, left: element.scrollLeft, top: element.scrollTop, isMoving: false };
    };
    const onMove = ({ clientX, clientY, pointerId }: PointerEvent): void => {
      if (!start) return;
      const [x, y] = [clientX - start.x, clientY - start.y];
      if (!start.isMoving && Math.hypot(x, y) > CLICK_PX) {
        start.isMoving = true;
        element.setPointerCapture(pointerId);
      }
      if (start.isMoving) element.scrollTo(start.left - x, start.top - y);
    };
    const onUp = (): void => {
      // The click that follows a drag selects nothing.
      if (start?.isMoving) element.addEventListener("click", stop, { capture: true, once: true });
      setTimeout(() => element.removeEventListener("click", stop, { capture: true }));
      start = undefined;
    };
    const stop = (event: MouseEvent): void => event.stopPropagation();
    element.addEventListener("pointerdown", onDown);
    addEventListener("pointermove", onMove);
    addEventListener("pointerup", onUp);
    return () => {
      element.removeEventListener("pointerdown", onDown);
      removeEventListener("pointermove", onMove);
      removeEventListener("pointerup", onUp);
    };
  }, [scroller]);
}
