import { sectionId } from "./section-heading.tsx";
import { type Column, type Layers } from "./layers.ts";
import { sectionsOf } from "./sections.ts";
import { formatCount } from "../../format/format.ts";
import { sentenceCase, timingLabel } from "../../format/words.ts";

export const columnId = (at: number): string => `graph-list-${at}`;

/** `Dependents` of `Dependents · 2 hops`. */
const wayOf = (title: string): string => title.split(" · ", 1)[0] ?? title;

/** `2 hops` of the same. */
const hopsIn = (title: string): string => title.split(" · ", 2)[1] ?? title;

interface Jump {
  /** The heading that it leads to. */
  to: string;
  text: string;
  count: number;
}

/** Leads to the timings of a framed column, and to the others around a root, with their numbers of repositories. They are below each other, and each side is a row. */
export function ListJumps({ layers, sides }: { layers: Layers; sides: readonly (readonly Column[])[] }) {
  const rows = sides.flatMap((columns) => {
    const [first] = columns;
    return first
      ? { way: wayOf(first.title), jumps: columns.flatMap((column) => jumpsTo(column, layers)) }
      : [];
  });
  // One is in the window.
  if (rows.flatMap(({ jumps }) => jumps).length < 2) return null;
  return (
    <nav aria-label="Columns" className="mt-1.5 flex flex-wrap gap-x-8 sm:flex-row-reverse sm:justify-end">
      {rows.map(({ way, jumps }) => (
        <span key={way} className="flex flex-wrap items-center gap-x-3 text-12">
          <span className="text-muted">{way}</span>
          {jumps.map(({ to, text, count }) => (
            <span key={to} className="flex h-7 items-center gap-2 max-sm:h-8">
              <button
                type="button"
                onClick={() => scrollTo(to)}
                className="flex items-center gap-1 self-stretch text-accent hover:underline"
              >
                <span className="sr-only">{way}, </span>
                {text}
                <span className="text-muted tabular">{formatCount(count)}</span>
              </button>
            </span>
          ))}
        </span>
      ))}
    </nav>
  );
}

/** The heading of a column sticks to the top, so that its section is what scrolls. */
const scrollTo = (heading: string): void =>
  document.querySelector(`[aria-labelledby="${heading}"], h3[id="${heading}"]`)?.scrollIntoView();

function jumpsTo({ at, title, count, parts }: Column, layers: Layers): Jump[] {
  if (parts === undefined) return [{ to: columnId(at), text: hopsIn(title), count }];
  return sectionsOf(layers).map((timing) => ({
    to: sectionId(timing),
    text: sentenceCase(timingLabel(timing.clock, timing.isMaximum)),
    count: timing.count,
  }));
}
