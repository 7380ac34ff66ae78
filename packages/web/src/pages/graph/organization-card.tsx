import type { CSSProperties, ReactNode } from "react";
import { namesIn, prefixOf, shortOwner, titleOf } from "./card-text.ts";
import type { ViewNode } from "./graph-view.ts";
import type { Card, GroupCard } from "./layers.ts";
import { CLOCK_LOOKS } from "../../components/badges.tsx";
import { cx } from "../../components/dom.ts";
import { TruncatedName } from "../../components/text.tsx";
import { countOf, formatCount } from "../../format/format.ts";

interface OrganizationCardProps {
  card: Card;
  /** All repositories, of which a bar shows how many depend on one. */
  all: number;
  width: number;
  /** Whether its organization is before its owner. */
  isOrgNamed: boolean;
  /** Whether its lines are drawn, or neither they nor those to it. */
  isCenter: boolean;
  isDimmed: boolean;
}

/** What a card of an organization says in three lines: its name, how many depend on it and on how many it depends, and whose it is. */
export function OrganizationCard({
  card,
  all,
  width,
  isOrgNamed,
  isCenter,
  isDimmed,
}: OrganizationCardProps) {
  const isGroup = card.kind === "group";
  return (
    <span className="flex min-w-0 grow flex-col self-start pt-1.75">
      <span
        className={cx(
          "flex min-w-0 items-baseline",
          isDimmed ? "text-muted" : isCenter ? "font-semibold" : "font-medium",
        )}
      >
        {isGroup && !/[@*/]/u.test(card.title) ? (
          <span title={card.title} className="truncate text-13/4">
            {card.title}
          </span>
        ) : (
          <TruncatedName text={titleOf(card)} small whole={wholeIn(width)} />
        )}
      </span>
      <span className="flex min-w-0 items-center gap-1.5 text-12/4.5 text-muted">
        {isGroup ? <GroupCounts card={card} /> : <Counts node={card.node} />}
      </span>
      <span className="flex text-12/4 text-muted">
        {isGroup ? (
          <Names card={card} room={width - PADDING} />
        ) : (
          <span className="truncate">{originOf(card.node, isOrgNamed)}</span>
        )}
      </span>
      {!isGroup && <DependentsBar node={card.node} all={all} />}
    </span>
  );
}

/** As many names as fit as a whole, or else the start of one and the number of others. */
function Names({ card, room }: { card: GroupCard; room: number }) {
  const [first, ...others] = card.nodes;
  const whole = namesIn(card, room);
  if (whole !== "" || !first) return whole;
  return (
    <>
      <span className="truncate">{nameOf(first)}</span>
      {others.length > 0 && <span className="tabular pl-1">+{formatCount(others.length)}</span>}
    </>
  );
}

const nameOf = ({ fullPath }: ViewNode): string => fullPath.slice(fullPath.lastIndexOf("/") + 1);

/** Left and right of the text, with the border. */
const PADDING = 26;
/** Of a letter of a name. */
const CHARACTER = 7.25;

/** Names of up to so many characters fit. */
const wholeIn = (width: number): number => Math.floor((width - PADDING) / CHARACTER);

/** `fluxcd · Stefan Prodan`: the organization if there are several, and the owner. */
const originOf = (node: ViewNode, isOrgNamed: boolean): string =>
  [
    ...(isOrgNamed ? [prefixOf(node).slice(0, -1)] : []),
    ...(node.archived ? ["archived"] : []),
    ...(node.owner === undefined ? [] : [shortOwner(node.owner)]),
  ].join(" · ");

function Counts({ node: { fanIn, fanOut, nextRun } }: { node: ViewNode }) {
  if (fanIn === 0) return <Text>{countOf(fanOut, "dependency", "dependencies")}</Text>;
  return (
    <>
      <Text>{countOf(fanIn, "dependent", "dependents")}</Text>
      <NextRun count={nextRun} />
    </>
  );
}

/** A cluster beside an open one is not what the numbers are about. */
const GroupCounts = ({ card: { nodes, opens } }: { card: GroupCard }) => (
  <>
    <Text>{countOf(nodes.length, "repository", "repositories")}</Text>
    {opens?.as !== "cluster" && <NextRun count={nodes.reduce((sum, { nextRun }) => sum + nextRun, 0)} />}
  </>
);

const Text = ({ children }: { children: ReactNode }) => <span className="tabular truncate">{children}</span>;

/** Of the dependents, those on the next run. */
function NextRun({ count }: { count: number }) {
  if (count === 0) return null;
  const { icon: Icon, text } = CLOCK_LOOKS.next_run;
  return (
    <span
      title={`${countOf(count, "dependent", "dependents")} on next run`}
      className={cx("tabular flex shrink-0 items-center gap-0.5", text)}
    >
      <Icon aria-hidden className="size-3" />
      {formatCount(count)}
      <span className="sr-only"> {count === 1 ? "dependent" : "dependents"} on next run</span>
    </span>
  );
}

/** The share of all repositories that depend on one: those on the next run first. */
function DependentsBar({ node: { fanIn, nextRun }, all }: { node: ViewNode; all: number }) {
  if (fanIn === 0) return null;
  const width = (count: number): CSSProperties => ({ width: `${(100 * count) / all}%` });
  return (
    <span aria-hidden className="mt-0.75 flex h-1 overflow-hidden rounded-full bg-line">
      <span style={width(nextRun)} className="bg-danger" />
      <span style={width(fanIn - nextRun)} className="bg-line-strong" />
    </span>
  );
}
