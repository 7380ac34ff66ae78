import { Layers, Repeat, Users } from "lucide-react";
import { GroupNames, RAGGED } from "./group-names.tsx";
import type { CardTextProps } from "./card-content.tsx";
import { CardName } from "./card-name.tsx";
import {
  activeIn,
  archivedOf,
  type Detail,
  distinctName,
  hasTiming,
  isTall,
  namesIn,
  noteOf,
  shownEcosystems,
  textWidth,
  titleOf,
  versionsOfAll,
} from "./card-text.ts";
import { hasRoomByTiming, NamesByTiming, Split } from "./group-timings.tsx";
import type { GroupCard } from "./layers.ts";
import { cx } from "../../components/dom.ts";
import { EcosystemIcon } from "../../components/ecosystem.tsx";
import { ArchivedCount } from "./timings.tsx";
import { countOf, formatCount } from "../../format/format.ts";

/** So many repositories are named instead of being counted. */
const FEW = 4;

/** Padding and border of a narrow card, of a wide one, and what an icon takes. */
const PADDING = { bare: 18, usual: 26, icon: 28 };

/** The width of a list on a phone. */
const LEAST_LIST = 328;

/** Of a timing in words with a name beside it, in a wide card. */
const NAMED_TIMING = 200;

/** Of the title, at most. */
const TITLE_LETTER = 7.1;
/** Of its size. */
const SIZE_LETTER = 6.5;

/** The name of the rest without the number of its owners. */
const REST = "Others";

/** How many more usual letters than widest ones fit. */
const NARROWER = 1.07;

/** Of an icon beside a number, with its distance. */
const ICON = 22;

/** A group in one form everywhere: its name, how many repositories it has, and when they get a change or how they are called. */
export function GroupText({ card, detail, width = Infinity }: CardTextProps<GroupCard>) {
  const { nodes, clock, withClock, opens } = card;
  const isCluster = opens?.as === "cluster";
  const isTimed = withClock !== null;
  const hasIcon = detail === "brief" || (isTimed && detail !== "bare");
  const around = (detail === "bare" ? PADDING.bare : PADDING.usual) + (hasIcon ? PADDING.icon : 0);
  const room = (width === Infinity ? LEAST_LIST : width) - around;
  const Icon = card.isOwner === true ? Users : Layers;
  const isTallCard = isTall(detail);
  const isNamed =
    hasTiming(card, detail) &&
    (detail === "timed" ||
      detail === "list" ||
      (isTallCard ? withClock === nodes.length : room >= NAMED_TIMING));
  // With few words for the timing, the names need no separate line.
  const isBeside = withClock === nodes.length && detail !== "brief" && !(isTallCard && isNamed);
  const hasRoom = titleOf(card).length * TITLE_LETTER + sizeOf(card).length * SIZE_LETTER + 8 <= room;
  // A number that is cut is a false one.
  const isTitleWhole = isTallCard || titleOf(card).length * TITLE_LETTER + figuresWidth(card) + 8 <= room;
  const title = isTitleWhole || card.isRest !== true ? titleOf(card) : REST;
  // `6 more`, or `291 repositories`, is then below the name.
  const isSizeBelow = isTallCard && isTimed && !hasRoom;
  const active = activeIn(card);
  const versions = versionsOfAll(active);
  // A list has them where they have no room beside a name. Letters are narrower than at most.
  const besideVersions = NARROWER * room - textWidth(versions);
  const hasVersions = versions !== "" && namesIn(active, besideVersions) !== "";
  const all = active.map(distinctName).join(", ");
  const isMixed = isBeside && isTallCard && !isSizeBelow && hasRoomByTiming(active, room);
  if (
    isTallCard &&
    isTimed &&
    hasIcon &&
    card.isRest === true &&
    nodes.length <= FEW &&
    textWidth(all) <= 3 * room - 2 * RAGGED
  )
    return (
      <>
        <Icon aria-hidden className="size-4.5 shrink-0 text-muted" />
        {/* Their owners say less than their names. */}
        <span className="line-clamp-3 text-12/4 font-medium whitespace-normal">{all}</span>
      </>
    );
  return (
    <>
      {hasIcon && <Icon aria-hidden className="size-4.5 shrink-0 text-muted" />}
      <span className="flex min-w-0 grow flex-col">
        <span className="flex min-w-0 items-baseline justify-between gap-2">
          <span className="flex min-w-0 items-baseline font-medium">
            <GroupName card={card} title={title} detail={detail} width={width} />
          </span>
          {(isTimed || detail === "brief") && !isSizeBelow && (
            <span
              title={sizeOf(card)}
              className="tabular flex shrink-0 items-center gap-1 text-12 text-muted"
            >
              {activeOf(card, !isTitleWhole)}
              {(card.inCycle ?? 0) > 0 && <CycleCount count={card.inCycle ?? 0} />}
              {archivedOf(card) > 0 && (
                <span className="flex items-center">
                  <span aria-hidden>+</span>
                  <ArchivedCount count={archivedOf(card)} />
                </span>
              )}
              <span className="sr-only"> {nodes.length === 1 ? "repository" : "repositories"}</span>
            </span>
          )}
          {!isTimed && !isTallCard && detail !== "brief" && <Ecosystems card={card} />}
        </span>
        {isTallCard && !isCluster && (isSizeBelow || !isBeside) && (
          <span className="flex text-12/3.75 text-muted">
            {isSizeBelow ? sizeInWords(card) : <GroupNames card={card} room={room} />}
          </span>
        )}
        <span
          className={cx(
            "flex min-w-0 items-center gap-1 text-muted",
            isTallCard ? "text-12/3.75" : "text-12/4",
          )}
        >
          {detail === "brief" ? (
            <>
              <GroupNames card={card} room={hasVersions ? besideVersions : room} />
              {hasVersions && <span className="tabular ml-auto shrink-0 pl-1">{versions}</span>}
            </>
          ) : isMixed ? (
            <NamesByTiming nodes={active} />
          ) : isTimed && clock !== null ? (
            <Split
              card={card}
              // Beside the names, the size is enough.
              hasCount={!isBeside}
              isNamed={isNamed}
            />
          ) : (
            <>
              <span className="truncate">{noteOf(card, detail)}</span>
            </>
          )}
          {isBeside && !isMixed && (
            <>
              {isNamed && <span>·</span>}
              <GroupNames
                card={card}
                room={room - textWidth(isNamed ? noteOf(card, detail) : "") - 28}
                // The line of the size is free.
                lines={isTallCard && !isNamed && !isSizeBelow ? 2 : 1}
              />
            </>
          )}
        </span>
      </span>
    </>
  );
}

/** `6`, or `24 more` beside others of the same owner, without archived dependents, or in short without the word. */
const activeOf = (card: GroupCard, isShort = false): string =>
  formatCount(card.nodes.length - archivedOf(card)) + (card.isRemainder === true && !isShort ? " more" : "");

/** Of the numbers beside a title, with their icons. */
const figuresWidth = (card: GroupCard): number =>
  activeOf(card).length * SIZE_LETTER +
  [card.inCycle ?? 0, archivedOf(card)]
    .filter((count) => count > 0)
    .reduce((sum, count) => sum + ICON + formatCount(count).length * SIZE_LETTER, 0);

const CycleCount = ({ count }: { count: number }) => (
  <span
    title={`${formatCount(count)} in a dependency cycle with the root`}
    className="flex items-center gap-0.5"
  >
    <Repeat aria-hidden className="size-3" />
    {formatCount(count)}
    <span className="sr-only"> in a cycle with the root,</span>
  </span>
);

/** `24 more`, or `6 + 2 archived`. */
const sizeOf = (card: GroupCard): string =>
  activeOf(card) + (archivedOf(card) === 0 ? "" : ` + ${formatCount(archivedOf(card))} archived`);

/** The same on a separate line. */
const sizeInWords = (card: GroupCard): string =>
  card.isRemainder === true || archivedOf(card) > 0
    ? sizeOf(card)
    : countOf(card.nodes.length, "repository", "repositories");

/** `@acme/`, `search` and ` and 2 others`. */
function splitTitle(title: string): { prefix: string; text: string; suffix: string } {
  const suffix = / and \d+ others?$/u.exec(title)?.[0] ?? "";
  const name = title.slice(0, title.length - suffix.length);
  const at = name.startsWith("@") ? name.indexOf("/") + 1 : 0;
  return { prefix: name.slice(0, at), text: name.slice(at), suffix };
}

interface GroupNameProps {
  card: GroupCard;
  title: string;
  detail: Detail;
  width: number;
}

const GroupName = ({ card, title, detail, width }: GroupNameProps) => (
  <CardName
    {...(card.isOwner === true ? { text: title } : splitTitle(title))}
    isPerson={card.isOwner === true || detail === "brief" || !/[@*/]/u.test(card.title)}
    detail={detail}
    width={width}
  />
);

const Ecosystems = ({ card }: { card: GroupCard }) => (
  <span className="flex shrink-0 gap-1">
    {shownEcosystems(card).map(({ ecosystem }) => (
      <EcosystemIcon key={ecosystem} ecosystem={ecosystem} className="size-3.5" />
    ))}
  </span>
);
