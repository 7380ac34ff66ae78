import { nameOf, namesIn } from "./card-text.ts";
import type { GroupCard } from "./layers.ts";
import { formatCount } from "../../format/format.ts";

/** The names of repositories of a group that fit, or what fits of the first one. */
export function GroupNames({ card, room }: { card: GroupCard; room: number }) {
  const names = namesIn(card, room);
  const [first, ...others] = card.nodes;
  if (names !== "" || !first) return <span className="truncate">{names}</span>;
  return (
    <>
      <span className="truncate">{nameOf(first)}</span>
      {others.length > 0 && <span className="shrink-0 whitespace-pre"> +{formatCount(others.length)}</span>}
    </>
  );
}
