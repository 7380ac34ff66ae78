import { BriefGroup, GroupNames } from "./brief-group.tsx";
import { NextRunDependents, PassedOn } from "./card-figures.tsx";
import { CardName } from "./card-name.tsx";
import {
  type Detail,
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
import type { ViewNode } from "./graph-view.ts";
import type { Card, GroupCard, RepositoryCard } from "./layers.ts";
import { CONTROL } from "./toggle-button.tsx";
import { CLOCK_LOOKS } from "../../components/badges.tsx";
import { cx } from "../../components/dom.ts";
import { EcosystemIcon } from "../../components/ecosystem.tsx";
import { ecosystemOf } from "../../format/ecosystems.ts";

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

const sumOf = (nodes: readonly ViewNode[]): number => nodes.reduce((sum, { nextRun }) => sum + nextRun, 0);

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
