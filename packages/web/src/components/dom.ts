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

const narrow = (): MediaQueryList => matchMedia("(width < 40rem)");

function subscribeToWidth(listener: () => void): () => void {
  const query = narrow();
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Whether the window is narrower than the breakpoint `sm`. For what has another structure there; classes do the rest. */
export const useIsNarrow = (): boolean => useSyncExternalStore(subscribeToWidth, () => narrow().matches);

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
