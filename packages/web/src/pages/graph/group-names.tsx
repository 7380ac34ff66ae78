import { Repeat } from "lucide-react";
import { activeIn, distinctName, fittingNames } from "./card-text.ts";
import type { GroupCard } from "./layers.ts";
import { formatCount } from "../../format/format.ts";

interface GroupNamesProps {
  card: GroupCard;
  room: number;
  /** Lines of that width. */
  lines?: 1 | 2;
}

/** What the end of a line leaves free, where names wrap. */
export const RAGGED = 40;

/** Of the mark of a cycle, with its distance. */
const MARK = 18;

/** The names of repositories of a group that fit, or what fits of the first one. */
export function GroupNames({ card, room, lines = 1 }: GroupNamesProps) {
  const nodes = activeIn(card);
  const beside = card.isFirstInCycle === true ? room - MARK : room;
  const { names, more } = fittingNames(nodes, lines === 1 ? beside : 2 * room - RAGGED);
  const [first, ...others] = nodes;
  if (names !== "" && lines === 2)
    return <span className="line-clamp-2 whitespace-normal">{`${names} ${more}`}</span>;
  if (names !== "" || !first)
    return (
      <span className="flex min-w-0">
        {card.isFirstInCycle === true && <Repeat aria-hidden className="mr-1 size-3 shrink-0 self-center" />}
        <span className="truncate">{names}</span>
        {/* A number that is cut is a false one. */}
        {more !== "" && <span className="shrink-0 whitespace-pre"> {more}</span>}
      </span>
    );
  return (
    <>
      <span className="truncate">{distinctName(first)}</span>
      {others.length > 0 && <span className="shrink-0 whitespace-pre"> +{formatCount(others.length)}</span>}
    </>
  );
}
