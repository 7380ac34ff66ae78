import { Layers, Users } from "lucide-react";
import { type CSSProperties, Fragment, type ReactNode } from "react";
import { NextRunDependents } from "./card-figures.tsx";
import { distinctName, namesIn, organizationOf, shortOwner, titleOf } from "./card-text.ts";
import type { ViewNode } from "./graph-view.ts";
import type { Card } from "./layers.ts";
import { mostOnNextRun, mostUsedFirst } from "./leading.ts";
import { namesInLines } from "./names-in-lines.ts";
import { CLOCK_LOOKS } from "../../components/badges.tsx";
import { AuthoredCount, authoredIn, AuthorMark, isAuthor, isOfAuthor } from "../../components/owner-name.tsx";
import { cx } from "../../components/dom.ts";
import { EcosystemIcon } from "../../components/ecosystem.tsx";
import { TruncatedName } from "../../components/text.tsx";
import { ecosystemOf } from "../../format/ecosystems.ts";
import { countOf, formatCount } from "../../format/format.ts";
import { tabularWidth, textWidth } from "../../format/text-width.ts";

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
  /** Its repositories that the lines lead to. Undefined while no lines are drawn. */
  lit: ReadonlySet<string> | undefined;
}

/** What a card of an organization says in three lines: its name, whose it is, and how many depend on it or on how many it depends. */
export function OrganizationCard(props: OrganizationCardProps) {
  const { card, all, width, isOrgNamed, isCenter, isDimmed, lit } = props;
  const isGroup = card.kind === "group";
  const linked = isCenter || !isGroup ? [] : card.nodes.filter(({ id }) => lit?.has(id));
  return (
    <span className="flex min-w-0 grow flex-col self-start pt-1.5 text-12/4">
      <span
        className={cx(
          "flex min-w-0 items-center gap-1.5",
          isDimmed ? "text-muted" : isCenter ? "font-semibold" : "font-medium",
        )}
      >
        <MainIcon card={card} />
        {isGroup && (card.isOwner === true || !/[@*/]/u.test(card.title)) ? (
          <span title={card.title} className="flex min-w-0 text-13/4">
            {isOfAuthor(card) && <AuthorMark />}
            <span className="truncate">{titleOf(card)}</span>
            {authoredIn(card) > 0 && (
              <span className="ml-1.5 flex shrink-0">
                <AuthoredCount count={authoredIn(card)} />
              </span>
            )}
          </span>
        ) : (
          <TruncatedName
            text={isGroup ? titleOf(card) : distinctName(card.node)}
            small
            whole={wholeIn(width)}
          />
        )}
        {isGroup && linked.length === 0 && <Size of={card.nodes.length} />}
      </span>
      {linked.length > 0 ? (
        <LinkedLines linked={linked} all={isGroup ? card.nodes.length : 0} room={width - PADDING} />
      ) : (
        <>
          <span className="flex min-w-0 text-muted">
            {isGroup ? (
              <Names nodes={mostUsedFirst(card.nodes)} room={width - PADDING} />
            ) : (
              <Origin node={card.node} isOrgNamed={isOrgNamed} />
            )}
          </span>
          <span className="flex min-w-0 items-center gap-0.5 text-muted">
            {isGroup ? (
              <>
                <Text>{usesInWords(card.nodes)}</Text>
                <RiskyCount nodes={card.nodes} />
              </>
            ) : (
              <Counts node={card.node} />
            )}
          </span>
        </>
      )}
      {!isGroup && <DependentsBar node={card.node} all={all} />}
    </span>
  );
}

const Size = ({ of: count }: { of: number }) => (
  <span className="tabular ml-auto shrink-0 font-normal text-muted">
    {formatCount(count)}
    <span className="sr-only"> repositories</span>
  </span>
);

/** `⚡ in 3`: how many repositories of a stack have dependents on the next run. Nothing if none has. */
function RiskyCount({ nodes }: { nodes: readonly ViewNode[] }) {
  const count = mostOnNextRun(nodes).length;
  if (count === 0) return null;
  const { icon: Icon, text } = CLOCK_LOOKS.next_run;
  const words = `${formatCount(count)} with dependents on their next run`;
  return (
    <span title={words} className={cx("tabular ml-1 flex shrink-0 items-center gap-0.5", text)}>
      <Icon aria-hidden className="size-3" />
      <span aria-hidden>in {formatCount(count)}</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}

/** `up to 22 dependents`, where the most used repository of a stack has so many, or `up to 12 dependencies` if no one uses any. */
function usesInWords(nodes: readonly ViewNode[]): string {
  const most = Math.max(...nodes.map(({ fanIn }) => fanIn));
  const needed = Math.max(...nodes.map(({ fanOut }) => fanOut));
  return `up to ${most === 0 ? countOf(needed, "dependency", "dependencies") : countOf(most, "dependent", "dependents")}`;
}

/** Of the main type, or of what a stack is. */
function MainIcon({ card }: { card: Card }) {
  if (card.kind === "repository")
    return (
      <EcosystemIcon
        ecosystem={card.node.mainType === null ? "git" : ecosystemOf(card.node.mainType)}
        className="size-3.5"
      />
    );
  const Icon = card.isOwner === true ? Users : Layers;
  return <Icon aria-hidden className="size-3.5 shrink-0 text-muted" />;
}

/** As many names as fit as a whole, or else the start of one and the number of others. */
function Names({ nodes, room }: { nodes: readonly ViewNode[]; room: number }) {
  const [first, ...others] = nodes;
  const whole = namesIn(nodes, room);
  if (whole !== "" || !first) return whole;
  return (
    <>
      <span className="truncate">{distinctName(first)}</span>
      {others.length > 0 && <span className="tabular pl-1">+{formatCount(others.length)}</span>}
    </>
  );
}

/** Left and right of the text, with the border. */
const PADDING = 26;
/** Of the icon, with its distance. */
const ICON = 20;
/** Of a letter of a name. */
const CHARACTER = 7.25;

/** Names of up to so many characters fit. */
const wholeIn = (width: number): number => Math.floor((width - PADDING - ICON) / CHARACTER);

interface OriginProps extends Pick<OrganizationCardProps, "isOrgNamed"> {
  node: ViewNode;
}

/** Whether the organization of a repository leaves room for its owner. */
export function hasRoomForOrganization(node: ViewNode, width: number): boolean {
  const owner = node.owner === undefined ? [] : [shortOwner(node.owner)];
  const words = [organizationOf(node), ...owner, ...(node.archived ? ["archived"] : [])].join(" · ");
  return textWidth(words) + (isAuthor(node) ? ICON : 0) <= width - PADDING;
}

/** `fluxcd · Stefan Prodan`: the organization where it is not in the name and all cards have room for it, then the owner. */
function Origin({ node, isOrgNamed }: OriginProps) {
  const org = isOrgNamed && node.sharesName !== true ? organizationOf(node) : "";
  const owner = node.owner === undefined ? "" : shortOwner(node.owner);
  const more = / \+\d+$/u.exec(owner)?.[0] ?? "";
  const isArchived = node.archived;
  return (
    <span
      title={[org, node.ownerName ?? node.owner ?? "", ...(isArchived ? ["archived"] : [])]
        .filter((words) => words !== "")
        .join(" · ")}
      className="flex min-w-0 whitespace-pre"
    >
      {org !== "" && <span className="max-w-3/4 shrink-0 truncate">{org}</span>}
      {org !== "" && owner !== "" && <span className="shrink-0"> · </span>}
      {owner !== "" && isAuthor(node) && <AuthorMark />}
      {owner !== "" && <span className="truncate">{owner.slice(0, owner.length - more.length)}</span>}
      <span className="shrink-0">
        {more}
        {isArchived && (owner === "" && org === "" ? "archived" : " · archived")}
      </span>
    </span>
  );
}

function Counts({ node }: { node: ViewNode }) {
  const { fanIn, fanOut } = node;
  return (
    <>
      <Text>
        {fanIn === 0
          ? countOf(fanOut, "dependency", "dependencies")
          : countOf(fanIn, "dependent", "dependents")}
      </Text>
      <NextRunDependents of={node} />
    </>
  );
}

interface LinkedLinesProps {
  linked: readonly ViewNode[];
  /** The number of repositories in the stack. */
  all: number;
  room: number;
}

/**
 * The repositories of a stack that the lines mean, in two lines: `3 of 8 linked, 1 archived: app-1, app-2 +1`. Not how many depend on all
 * of the stack: two numbers about different repositories would be read as one about the other.
 */
function LinkedLines({ linked, all, room }: LinkedLinesProps) {
  const nodes = linked.toSorted((a, b) => Number(a.archived) - Number(b.archived));
  const archived = nodes.filter((node) => node.archived).length;
  const words =
    `${formatCount(nodes.length)} of ${formatCount(all)} linked` +
    (archived > 0 ? `, ${formatCount(archived)} archived` : "");
  const before = tabularWidth(`${words}: `, MEDIUM);
  const { names, more } = namesInLines(nodes.map(distinctName), { width: room, before, most: 2 });
  return (
    <span className="tabular text-muted">
      <span className="font-medium text-text">{words}</span>:{" "}
      {names.length === 0 ? (
        <span className="flex min-w-0">
          <Names nodes={nodes} room={room} />
        </span>
      ) : (
        names.map((name, at) => (
          <Fragment key={name}>
            <span className="whitespace-nowrap">
              {name}
              {at < names.length - 1 ? "," : more > 0 && ` +${formatCount(more)}`}
            </span>{" "}
          </Fragment>
        ))
      )}
    </span>
  );
}

/** The size of a text of the usual weight that is as wide. */
const MEDIUM = 12.2;

const Text = ({ children }: { children: ReactNode }) => <span className="tabular truncate">{children}</span>;

/** The share of all repositories that depend on one: those on the next run first, then those that may be. */
function DependentsBar({ node: { fanIn, nextRun, nextRunMay }, all }: { node: ViewNode; all: number }) {
  if (fanIn === 0) return null;
  const width = (count: number): CSSProperties => ({ width: `${(100 * count) / all}%` });
  return (
    <span aria-hidden className="mt-0.75 flex h-0.75 overflow-hidden rounded-full bg-line">
      <span style={width(nextRun - nextRunMay)} className="bg-danger" />
      <span style={width(nextRunMay)} className="bg-danger/40" />
      <span style={width(fanIn - nextRun)} className="bg-line-strong" />
    </span>
  );
}
