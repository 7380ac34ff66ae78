import { shortVersion } from "../format/format.ts";
import { cx } from "./dom.ts";

/** The first of several versions and the number of others, which the tooltip has. */
export function Versions({ all, className }: { all: readonly string[]; className: string }) {
  const [first = "", ...others] = [...new Set(all.map(shortVersion))];
  return (
    <span
      className={cx("flex min-w-0 items-center gap-1 font-mono text-12", className)}
      title={all.join("; ")}
    >
      <span className="truncate">{first}</span>
      {others.length > 0 && <span className="shrink-0 text-faint">+{others.length}</span>}
    </span>
  );
}
