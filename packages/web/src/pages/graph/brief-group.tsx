import { Layers, Users } from "lucide-react";
import { nameOf, namesIn, titleOf } from "./card-text.ts";
import type { GroupCard } from "./layers.ts";
import { formatCount } from "../../format/format.ts";

/** Padding, border and the icon. */
const WITH_ICON = 54;

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

/** A group in a section: its owner, how many repositories, and their names. */
export function BriefGroup({ card, width = Infinity }: { card: GroupCard; width?: number | undefined }) {
  const { nodes, isOwner = false, isRemainder = false } = card;
  const Icon = isOwner ? Users : Layers;
  return (
    <>
      <Icon aria-hidden className="size-4.5 shrink-0 text-muted" />
      <span className="flex min-w-0 grow flex-col">
        <span className="flex min-w-0 items-baseline justify-between gap-2">
          <span title={titleOf(card)} className="truncate text-13 font-medium">
            {titleOf(card)}
          </span>
          <span className="tabular shrink-0 text-12 text-muted">
            {formatCount(nodes.length)}
            {isRemainder && " more"}
            <span className="sr-only"> {nodes.length === 1 ? "repository" : "repositories"}</span>
          </span>
        </span>
        <span className="flex text-12/4 text-muted">
          <GroupNames card={card} room={width - WITH_ICON} />
        </span>
      </span>
    </>
  );
}
