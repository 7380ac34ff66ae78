import { ArrowLeft, ArrowRight } from "lucide-react";
import { type KeyboardEvent, memo } from "react";
import { BriefGroup, GroupNames } from "./brief-group.tsx";
import {
  type Detail,
  hiddenTextOf,
  isArchivedNamed,
  isTall,
  moreOf,
  noteOf,
  notesOf,
  prefixOf,
  shownEcosystems,
  textWidth,
  titleOf,
} from "./card-text.ts";
import type { PlacedCard } from "./drawing.ts";
import type { ViewNode } from "./graph-view.ts";
import type { Card, GroupCard, RepositoryCard } from "./layers.ts";
import { OrganizationCard } from "./organization-card.tsx";
import { CONTROL, cornerOf, ToggleButton } from "./toggle-button.tsx";
import { CLOCK_LOOKS } from "../../components/badges.tsx";
import { cx } from "../../components/dom.ts";
import { EcosystemIcon } from "../../components/ecosystem.tsx";
import { TruncatedName } from "../../components/text.tsx";
import { ecosystemOf } from "../../format/ecosystems.ts";
import { countOf, formatCount } from "../../format/format.ts";

export interface CardActions {
  /** Selects a repository, or opens a group. */
  onActivate: (card: Card) => void;
  onToggle: (card: RepositoryCard) => void;
  onPoint: (id: string | undefined) => void;
  onKeyDown: (event: KeyboardEvent, card: Card) => void;
}

interface NodeCardProps {
  placed: PlacedCard;
  width: number;
  height: number;
  /** Whether its organization is before its name. */
  isOrgNamed: boolean;
  /** What its second line says. */
  detail: Detail;
  /** All repositories of an organization without a root, of which a bar shows how many depend on it. */
  all: number | undefined;
  isSelected: boolean;
  isDimmed: boolean;
  /** Of an organization, whether its lines are drawn. */
  isCenter: boolean;
  /** Whether Tab reaches it. Arrow keys reach the others. */
  isTabStop: boolean;
  actions: CardActions;
}

/** A repository or a group of them. */
export const NodeCard = memo(function NodeCard(props: NodeCardProps) {
  const { placed, width, height, isOrgNamed, detail, all, isSelected } = props;
  const { isCenter, isDimmed, isTabStop, actions } = props;
  const { card, x, y } = placed;
  const isGroup = card.kind === "group";
  const isRoot = card.kind === "repository" && card.isRoot;
  return (
    <li className="contents">
      <button
        type="button"
        data-card={card.id}
        aria-pressed={isGroup ? undefined : isSelected}
        tabIndex={isTabStop ? 0 : -1}
        onClick={() => actions.onActivate(card)}
        onKeyDown={(event) => actions.onKeyDown(event, card)}
        onPointerEnter={({ pointerType }) => pointerType === "mouse" && actions.onPoint(card.id)}
        onPointerLeave={() => actions.onPoint(undefined)}
        onFocus={({ currentTarget }) => currentTarget.matches(":focus-visible") && actions.onPoint(card.id)}
        onBlur={() => actions.onPoint(undefined)}
        style={{ left: x, top: y, width, height }}
        className={cx(
          "pointer-events-auto absolute flex items-center gap-2.5 rounded-md border text-left transition-colors hover:border-line-strong hover:bg-hover",
          detail === "bare" ? "px-2" : "px-3",
          isRoot ? "border-accent bg-accent-soft" : isDimmed ? "bg-sunken" : "bg-raised",
          isDimmed && all === undefined && "[&_span]:text-faint [&_svg]:opacity-40",
          isCenter && !isSelected && "border-accent outline-1 -outline-offset-1 outline-accent",
          isSelected && "border-accent outline-2 -outline-offset-1 outline-accent",
          card.kind === "repository" && card.node.archived && "border-dashed border-line-strong",
          isGroup && "shadow-[3px_3px_0_-1px_var(--color-raised),3px_3px_0_0_var(--color-line)]",
        )}
      >
        {all === undefined ? (
          <CardText card={card} detail={detail} width={width} isOrgNamed={isOrgNamed} />
        ) : (
          <OrganizationCard {...{ card, all, width, isOrgNamed, isCenter, isDimmed }} />
        )}
        <span className="sr-only">{hiddenTextOf(card, detail)}</span>
      </button>
      {card.kind === "repository" && card.toggle !== null && (
        <ToggleButton card={card} onToggle={actions.onToggle} at={cornerOf(placed, width)} />
      )}
    </li>
  );
});

interface CardTextProps<T extends Card = Card> {
  card: T;
  detail: Detail;
  /** Of the card, which decides how its name is cut. */
  width?: number;
  isOrgNamed?: boolean;
}

/** What a card says: name, note and ecosystems. */
export const CardText = ({ card, ...others }: CardTextProps) =>
  card.kind === "group" ? <GroupText card={card} {...others} /> : <RepositoryText card={card} {...others} />;

/** Of the name in a narrow card. */
const CHARACTER = 7.25;

interface CardNameProps {
  /** The organization, which is never left out: a long name is cut instead. */
  prefix?: string;
  text: string;
  /** Words after the name. */
  suffix?: string;
  /** Whether it is the name of a person, or words. */
  isPerson?: boolean;
  detail: Detail;
  /** The width without padding and icon. */
  room: number;
}

/** A name of up to two lines in a narrow card. In others and if it is longer, something in its middle is left out. */
function CardName({ prefix = "", text, suffix = "", isPerson = false, detail, room }: CardNameProps) {
  const fitting = Math.floor(room / CHARACTER);
  const gray = <span className="font-normal text-muted">{prefix}</span>;
  const words = suffix !== "" && (
    <span className="shrink-0 font-sans text-12 font-normal whitespace-pre text-muted">{suffix}</span>
  );
  if (isPerson)
    return (
      <>
        <span title={text + suffix} className="truncate text-13">
          {text}
        </span>
        {words}
      </>
    );
  // In sections, more names with their organization are whole.
  const isSmall = detail === "brief" && prefix !== "";
  if (!isTall(detail))
    return (
      <>
        {prefix !== "" && (
          <span className={cx("shrink-0 font-mono", isSmall ? "text-12" : "text-13")}>{gray}</span>
        )}
        <TruncatedName text={text} small={isSmall} />
        {words}
      </>
    );
  const isSplit = prefix.length + text.length > 2 * fitting - 6 || prefix.length > fitting;
  if (isSplit && prefix !== "")
    return (
      <span className="flex min-w-0 flex-col text-12/3.5">
        <span className="truncate font-mono">{gray}</span>
        <TruncatedName text={text} small />
      </span>
    );
  if (text.length + suffix.length > 2 * fitting - 2)
    return (
      <>
        <TruncatedName text={text} small />
        {words}
      </>
    );
  return (
    <span title={prefix + text + suffix} className="line-clamp-2 font-mono text-12/3.5 wrap-anywhere">
      {gray}
      <wbr />
      {text}
      {suffix !== "" && <span className="font-sans font-normal text-muted">{suffix}</span>}
    </span>
  );
}

/** Padding and border, and those of a repository with its icon. */
const PADDING = { bare: 18, tall: 26, wide: 26, brief: 26, list: 26 };
const WITH_ICON = { bare: 18, tall: 54, wide: 54, brief: 54, list: 54 };

function RepositoryText({
  card,
  detail,
  width = Infinity,
  isOrgNamed = false,
}: CardTextProps<RepositoryCard>) {
  const { clock, node } = card;
  const look = clock === null ? undefined : CLOCK_LOOKS[clock];
  const owner = moreOf(card);
  const isDrawn = detail !== "list";
  const control = isDrawn && card.toggle !== null ? CONTROL : 0;
  const [when, ...others] = notesOf(card, detail);
  const line = isTall(detail) ? "text-12/3.75" : "text-12/4";
  return (
    <>
      {detail !== "bare" && (
        <EcosystemIcon
          ecosystem={node.mainType === null ? "git" : ecosystemOf(node.mainType)}
          className="size-4.5"
        />
      )}
      <span className="flex min-w-0 grow flex-col">
        <span style={{ paddingRight: control }} className="flex min-w-0 items-baseline font-medium">
          <CardName
            prefix={isOrgNamed ? prefixOf(node) : ""}
            text={titleOf(card)}
            suffix={node.archived && isArchivedNamed(detail) ? ARCHIVED : ""}
            detail={detail}
            room={width - WITH_ICON[detail] - control}
          />
        </span>
        <span className={cx("flex min-w-0 items-center gap-1 text-muted", line)}>
          {look && detail !== "brief" && (
            <look.icon aria-hidden className={cx("size-3 shrink-0", look.text)} />
          )}
          <span className="truncate">
            <span className={detail === "brief" ? undefined : look?.text}>{when}</span>
            {others.map((words) => ` · ${words}`)}
          </span>
          {clock === null && (isTall(detail) || (card.isRoot && detail === "list")) && node.nextRun > 0 && (
            <NextRunDependents count={node.nextRun} />
          )}
          {!isTall(detail) && <PassedOn card={card} isFast />}
        </span>
        {isTall(detail) && (owner !== "" || card.passesOn !== undefined) && (
          <span className={cx("flex min-w-0 text-muted", line)}>
            <span title={node.ownerName} className="truncate">
              {owner}
            </span>
            {/* Beside the timing, there is no room. */}
            <PassedOn card={card} isFast={false} />
          </span>
        )}
      </span>
    </>
  );
}

const ARCHIVED = " archived";

/** How many repositories get the change through one and, where there is room, how many of them on their next run. */
function PassedOn({
  card: { passesOn = 0, passesBack = false, node },
  isFast,
}: {
  card: RepositoryCard;
  isFast: boolean;
}) {
  if (passesOn === 0) return null;
  const nextRun = node.affected?.onward?.next_run ?? 0;
  const { icon: Icon, text } = CLOCK_LOOKS.next_run;
  const Direction = passesBack ? ArrowLeft : ArrowRight;
  const fast = nextRun > 0 ? `, ${formatCount(nextRun)} on next run` : "";
  return (
    <span
      title={`Passes the change on to ${countOf(passesOn, "repository", "repositories")}${fast}${passesBack ? ", shown as dependencies" : ""}`}
      className="tabular ml-auto flex shrink-0 items-center gap-1 pl-1"
    >
      <Direction aria-hidden className="size-3" />
      <span className="sr-only">passes on to </span>
      {formatCount(passesOn)}
      {isFast && nextRun > 0 && (
        <span className={cx("ml-1 flex items-center gap-0.5", text)}>
          <Icon aria-hidden className="size-3" />
          {formatCount(nextRun)}
        </span>
      )}
    </span>
  );
}

const sumOf = (nodes: readonly ViewNode[]): number => nodes.reduce((sum, { nextRun }) => sum + nextRun, 0);

/** Of the dependents, those on the next run. */
function NextRunDependents({ count }: { count: number }) {
  const { icon: Icon, text } = CLOCK_LOOKS.next_run;
  return (
    <span
      title={`${countOf(count, "dependent", "dependents")} on next run`}
      className={cx("tabular ml-1 flex shrink-0 items-center gap-0.5", text)}
    >
      <Icon aria-hidden className="size-3" />
      {formatCount(count)}
      <span className="sr-only"> {count === 1 ? "dependent" : "dependents"} on next run</span>
    </span>
  );
}

/** `@acme/`, `search` and ` and 2 others`. */
function splitTitle(title: string): { prefix: string; text: string; suffix: string } {
  const suffix = / and \d+ others?$/u.exec(title)?.[0] ?? "";
  const name = title.slice(0, title.length - suffix.length);
  const at = name.startsWith("@") ? name.indexOf("/") + 1 : 0;
  return { prefix: name.slice(0, at), text: name.slice(at), suffix };
}

function GroupText({ card, detail, width = Infinity }: CardTextProps<GroupCard>) {
  if (detail === "brief") return <BriefGroup card={card} width={width} />;
  // A narrow card has only room for the name.
  const ecosystems = isTall(detail) ? [] : shownEcosystems(card);
  const look = card.clock === null || card.opens?.as === "cluster" ? undefined : CLOCK_LOOKS[card.clock];
  const room = width - PADDING[detail];
  const used = isTall(detail) ? 0 : textWidth(noteOf(card, detail)) + 28;
  // Of two timings, both numbers come first.
  const isNamed = detail === "wide" && card.withClock === card.nodes.length;
  const more = moreOf(card, room);
  const isTimed = card.withClock !== null;
  const nextRun = card.opens?.as === "cluster" ? 0 : sumOf(card.nodes);
  return (
    <>
      <span className="flex min-w-0 grow flex-col">
        <span className="flex min-w-0 items-center justify-between gap-2 font-medium">
          <span className="flex min-w-0 items-baseline">
            <CardName
              {...(card.isOwner === true
                ? { text: titleOf(card), suffix: card.isRemainder === true ? " · more" : "" }
                : splitTitle(titleOf(card)))}
              isPerson={card.isOwner === true || !/[@*/]/u.test(card.title)}
              detail={detail}
              room={room}
            />
          </span>
          <span className="flex shrink-0 gap-1">
            {ecosystems.map(({ ecosystem }) => (
              <EcosystemIcon key={ecosystem} ecosystem={ecosystem} className="size-3.5" />
            ))}
          </span>
        </span>
        <span
          className={cx(
            "flex min-w-0 items-center gap-1 text-muted",
            isTall(detail) ? "text-12/3.75" : "text-12/4",
          )}
        >
          {look && <look.icon aria-hidden className={cx("size-3 shrink-0", look.text)} />}
          <span className={cx("tabular", isNamed ? "shrink-0" : "truncate")}>
            {noteOf(card, detail)}
            {isNamed && " ·"}
          </span>
          {isNamed && <GroupNames card={card} room={room - used} />}
          {!isTimed && nextRun > 0 && <NextRunDependents count={nextRun} />}
        </span>
        {isTall(detail) && (more !== "" || card.opens?.as !== "cluster") && (
          <span className="tabular flex text-12/3.75 text-muted">
            {more === "" ? <GroupNames card={card} room={room} /> : <span className="truncate">{more}</span>}
          </span>
        )}
      </span>
    </>
  );
}
