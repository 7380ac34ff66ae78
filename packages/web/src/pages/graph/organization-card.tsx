import type { CSSProperties, ReactNode } from "react";
import { NextRunDependents, NextRunOfGroup } from "./card-figures.tsx";
import { nameOf, namesIn, prefixOf, shortOwner, titleOf } from "./card-text.ts";
import type { ViewNode } from "./graph-view.ts";
import type { Card, GroupCard } from "./layers.ts";
import { cx } from "../../components/dom.ts";
import { RepositoryName, TruncatedName } from "../../components/text.tsx";
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
  /** How many of its repositories the lines lead to. */
  lit: number | undefined;
  /** Names that repositories of several organizations have. */
  shared: ReadonlySet<string>;
}

/** What a card of an organization says in three lines: its name, how many depend on it and on how many it depends, and whose it is. */
export function OrganizationCard({
  card,
  all,
  width,
  isOrgNamed,
  isCenter,
  isDimmed,
  lit,
  shared,
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
          <OwnName card={card} shared={shared} width={width} />
        )}
      </span>
      <span className="flex min-w-0 items-center gap-0.5 text-12/4.5 text-muted">
        {isGroup ? <GroupCounts card={card} lit={isCenter ? undefined : lit} /> : <Counts node={card.node} />}
      </span>
      <span className="flex text-12/4 text-muted">
        {isGroup ? (
          <Names card={card} room={width - PADDING} />
        ) : (
          <Origin
            node={card.node}
            isOrgNamed={isOrgNamed && !shared.has(nameOf(card.node))}
            room={width - PADDING}
          />
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

/** Left and right of the text, with the border. */
const PADDING = 26;
/** Of a letter of a name. */
const CHARACTER = 7.25;

/** Names of up to so many characters fit. */
const wholeIn = (width: number): number => Math.floor((width - PADDING) / CHARACTER);

/** The organization is before a name that another one has, too. */
function OwnName({ card, shared, width }: { card: Card } & Pick<OrganizationCardProps, "shared" | "width">) {
  const title = titleOf(card);
  if (card.kind === "group" || !shared.has(title))
    return <TruncatedName text={title} small whole={wholeIn(width)} />;
  return <RepositoryName path={card.node.fullPath} small />;
}

/** Of a letter of words, on average. */
const LETTER = 6.3;

interface OriginProps extends Pick<OrganizationCardProps, "isOrgNamed"> {
  node: ViewNode;
  room: number;
}

/** `fluxcd · Stefan Prodan`: the organization if there are several and it leaves room for the owner. */
function Origin({ node, isOrgNamed, room }: OriginProps) {
  const org = isOrgNamed ? prefixOf(node).slice(0, -1) : "";
  const owner = node.owner === undefined ? "" : shortOwner(node.owner);
  const kept = node.archived ? ARCHIVED : "";
  const both = [org, owner].filter((words) => words !== "").join(" · ");
  const words = owner === "" || (both + kept).length * LETTER <= room ? both : owner;
  const more = / \+\d+$/u.exec(words)?.[0] ?? "";
  return (
    <span title={both + kept} className="flex min-w-0 whitespace-pre">
      <span className="truncate">{words.slice(0, words.length - more.length)}</span>
      <span className="shrink-0">
        {more}
        {words === "" ? kept.replace(" · ", "") : kept}
      </span>
    </span>
  );
}

const ARCHIVED = " · archived";

function Counts({ node: { fanIn, fanOut, nextRun } }: { node: ViewNode }) {
  return (
    <>
      <Text>
        {fanIn === 0
          ? countOf(fanOut, "dependency", "dependencies")
          : countOf(fanIn, "dependent", "dependents")}
      </Text>
      <NextRunDependents count={nextRun} />
    </>
  );
}

/** Of a stack that lines lead to, how many of its repositories they mean. A cluster beside an open one is not what the numbers are about. */
function GroupCounts({ card, lit }: { card: GroupCard; lit: number | undefined }) {
  const { nodes, opens } = card;
  const size = countOf(nodes.length, "repository", "repositories");
  return (
    <>
      <Text>
        {lit === undefined ? (
          size
        ) : (
          <span className="font-medium text-text">
            {formatCount(lit)} of {size}
          </span>
        )}
      </Text>
      {opens?.as !== "cluster" && <NextRunOfGroup card={card} />}
    </>
  );
}

const Text = ({ children }: { children: ReactNode }) => <span className="tabular truncate">{children}</span>;

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
