import { shortVersion } from "../format/format.ts";
import { cx } from "./dom.ts";

interface VersionsProps {
  all: readonly string[];
  /** What the first one does with a new release, in a word and explained. */
  note?: { word: string; long: string } | undefined;
  className: string;
}

/** The first of several versions and the number of others, which the tooltip has. */
export function Versions({ all, note, className }: VersionsProps) {
  const [first = "", ...others] = [...new Set(all.map(shortVersion))];
  return (
    <span
      className={cx("flex min-w-0 flex-wrap items-center gap-x-2 font-mono text-12", className)}
      title={[...(note ? [`${note.long}.`] : []), all.join("; ")].join(" ")}
    >
      <span className="flex max-w-full min-w-0 items-center gap-1">
        <span className="truncate">{first}</span>
        {others.length > 0 && <span className="shrink-0 text-faint">+{others.length}</span>}
      </span>
      {/* On a second line, where the version would lose its end. */}
      {note && <span className="shrink-0 font-sans text-faint">{note.word}</span>}
    </span>
  );
}
