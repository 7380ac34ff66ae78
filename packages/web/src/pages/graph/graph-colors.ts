import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";

/** As many as are told apart; the rest are one. */
const SERIES = ["series-1", "series-2", "series-3", "series-4", "series-5", "series-6"] as const;
export const OTHER = "slate";

export type ColorName = (typeof SERIES)[number] | typeof OTHER;

/** The most frequent have a color of their own. */
export const colorNames = (types: readonly { type: ArtifactType }[]): Map<ArtifactType, ColorName> =>
  new Map(types.map(({ type }, index) => [type, SERIES[index] ?? OTHER]));

/** A token's color as a canvas takes it. */
export type Colors = (name: string, opacity?: number) => string;

/** Tokens as they are in the theme of that moment. */
export function readColors(element: HTMLElement): Colors {
  const probe = document.createElement("span");
  element.append(probe);
  const known = new Map<string, string>();
  const read = (name: string): string => {
    probe.style.color = `var(--color-${name})`;
    return getComputedStyle(probe).color;
  };
  for (const name of [
    ...SERIES,
    OTHER,
    "canvas",
    "raised",
    "line",
    "line-strong",
    "text",
    "muted",
    "accent",
  ]) {
    known.set(name, read(name));
  }
  probe.remove();
  return (name, opacity = 1) =>
    (known.get(name) ?? "").replace(/^rgb\((.*)\)$/u, opacity === 1 ? "$&" : `rgba($1, ${opacity})`);
}
