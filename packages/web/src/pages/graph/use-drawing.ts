import { type RefObject, useEffect, useRef, useState } from "react";
import { hasSeveralOrganizations } from "./card-text.ts";
import { type Drawing, layoutRequest, placeLayers } from "./drawing.ts";
import { sizesFor } from "./sizes.ts";
import { drawnNodes, type Layers } from "./layers.ts";
import type { LayoutResult } from "./layout-worker.ts";

let requests = 0;

/** The width beside the rail. A panel on the right does not change it, so that cards stay where they are when it opens. */
export const widthFor = (element: Element | null): number =>
  document.documentElement.clientWidth - (element?.getBoundingClientRect().left ?? 0);

/** Arranges layers in a worker, for the width of an element. Until it answers, the drawing is that of the layers before. */
export function useDrawing(
  layers: Layers,
  subject: string,
  element: RefObject<Element | null>,
): {
  drawing: Drawing | null;
  /** What the drawing shows. */
  drawn: string;
  isOutdated: boolean;
  hasFailed: boolean;
} {
  const worker = useRef<Worker>(undefined);
  const [{ drawing, drawn }, setDrawing] = useState<{ drawing: Drawing | null; drawn: string }>({
    drawing: null,
    drawn: "",
  });
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    const started = new Worker(new URL("layout-worker.ts", import.meta.url), { type: "module" });
    // It fails to start if a deployment removed its script.
    started.addEventListener("error", () => setFailed(true));
    worker.current = started;
    return () => started.terminate();
  }, []);
  useEffect(() => {
    const asked = worker.current;
    const request = (requests += 1);
    const width = widthFor(element.current);
    const sizes = sizesFor(layers, width, hasSeveralOrganizations(drawnNodes(layers)));
    // Answers to earlier requests may still arrive.
    const receive = ({ data }: MessageEvent<LayoutResult>): void =>
      data.id === request
        ? setDrawing({ drawing: placeLayers(layers, sizes, data), drawn: subject })
        : undefined;
    asked?.addEventListener("message", receive);
    asked?.postMessage(layoutRequest(layers, sizes, request), { transfer: [] });
    return () => asked?.removeEventListener("message", receive);
  }, [layers, subject, element]);
  return { drawing, drawn, isOutdated: drawing?.layers !== layers, hasFailed };
}
