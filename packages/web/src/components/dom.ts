import { useSyncExternalStore } from "react";

/** Joins class names and skips falsy values. */
export const cx = (...names: (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(" ");

/** Ref callback that focuses the main control of a page. */
export function focusOnMount(element: HTMLElement | null): void {
  if (!element?.isConnected) return;
  if (element.checkVisibility({ visibilityProperty: true })) element.focus();
  else requestAnimationFrame(() => focusOnMount(element));
}

/** Downloads a blob as a file. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}

const watchMedia =
  (media: string) =>
  (listener: () => void): (() => void) => {
    const query = matchMedia(media);
    query.addEventListener("change", listener);
    return () => query.removeEventListener("change", listener);
  };

const NARROW = "(width < 40rem)";
const watchNarrow = watchMedia(NARROW);

/** Whether the window is narrower than the breakpoint `sm`. For what has another structure there; classes do the rest. */
export const useIsNarrow = (): boolean => useSyncExternalStore(watchNarrow, () => matchMedia(NARROW).matches);

const WIDE = "(width >= 80rem)";
const watchWide = watchMedia(WIDE);

/** Whether the window is as wide as the breakpoint `lg`, or wider. */
export const useIsWide = (): boolean => useSyncExternalStore(watchWide, () => matchMedia(WIDE).matches);

/** Measures an element now, and whenever it scrolls or changes its size. Returns a function that ends this. */
export function watchScroll(element: HTMLElement, measure: () => void): () => void {
  measure();
  const observer = new ResizeObserver(measure);
  observer.observe(element);
  element.addEventListener("scroll", measure, { passive: true });
  return () => {
    observer.disconnect();
    element.removeEventListener("scroll", measure);
  };
}
