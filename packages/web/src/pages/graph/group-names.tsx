import { distinctName, fittingNames } from "./card-text.ts";
import type { ViewNode } from "./graph-view.ts";
import { formatCount } from "../../format/format.ts";

interface GroupNamesProps {
  nodes: readonly ViewNode[];
  room: number;
  /** Lines of that width. */
  lines?: 1 | 2;
}

/** What the end of a line leaves free, where names wrap. */
export const RAGGED = 40;

/** The names of repositories of a group that fit, or what fits of the first one. */
export function GroupNames({ nodes, room, lines = 1 }: GroupNamesProps) {
  const { names, more } = fittingNames(nodes, lines === 1 ? room : 2 * room - RAGGED);
  const [first, ...others] = nodes;
  if (names !== "" && lines === 2)
    return <span className="line-clamp-2 whitespace-normal">{`${names} ${more}`}</span>;
  const [cut, rest] =
    names !== "" || !first
      ? [names, more]
      : [distinctName(first), others.length === 0 ? "" : `+${formatCount(others.length)}`];
  return (
    <span className="flex min-w-0">
      <span className="truncate">{cut}</span>
      {/* A number that is cut is a false one. */}
      {rest !== "" && <span className="shrink-0 whitespace-pre"> {rest}</span>}
    </span>
  );
}
