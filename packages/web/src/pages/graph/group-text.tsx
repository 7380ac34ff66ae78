import { Archive, Layers, Users } from "lucide-react";
import type { CardTextProps } from "./card-content.tsx";
import { CardName } from "./card-name.tsx";
import { type Detail, distinctName, isTall, shownEcosystems, titleOf } from "./card-text.ts";
import { CycleCount, cycleWidth } from "./group-cycle.tsx";
import { GroupLine, isCycleNamed, isNamedInLine, TallGroupLines } from "./group-lines.tsx";
import { GroupNames, RAGGED } from "./group-names.tsx";
import { versionsByName, versionsIn } from "./group-versions.ts";
import type { GroupCard } from "./layers.ts";
import { hasWays, WaysLines } from "./ways-lines.tsx";
import { AuthoredCount, authoredIn, AuthorMark, isOfAuthor } from "../../components/owner-name.tsx";
import { EcosystemIcon } from "../../components/ecosystem.tsx";
import { countOf, formatCount } from "../../format/format.ts";
import { LEAST_LIST } from "./sizes.ts";
import { DISTANCE, ICON, tabularWidth, textWidth } from "../../format/text-width.ts";

/** So many repositories are named instead of being counted. */
const FEW = 4;

/** Padding and border of a narrow card, of a wide one, and what an icon takes. */
const PADDING = { bare: 18, usual: 26, icon: 28 };

/** The size of a title, whose weight makes it as wide as a text of that size. */
const TITLE = 13.2;

/** What the rest is called beside the number of its owners, where there is room. */
const REST = "Others, ";

/** A group in one form everywhere: its name, how many repositories it has, and when they get a change or how they are called. */
export function GroupText(props: CardTextProps<GroupCard>) {
  const { card, detail, width = Infinity } = props;
  const { nodes } = card;
  const isTimed = card.withClock !== null;
  const isTallCard = isTall(detail);
  const { hasIcon, room } = placeText(props);
  if (card.isArchived === true) return <ArchivedText {...props} />;
  const Icon = card.isOwner === true ? Users : Layers;
  const authored = authoredIn(card);
  const pen = isOfAuthor(card)
    ? ICON
    : authored > 0
      ? ICON + DISTANCE + tabularWidth(formatCount(authored))
      : 0;
  const fits = (name: string, others: number): boolean =>
    pen + textWidth(name, TITLE) + others + DISTANCE + tabularWidth(sizeOf(card)) <= room;
  // A number that is cut is a false one.
  const hasRoom = fits(titleOf(card), 0);
  const isTitleWhole = isTallCard || hasRoom;
  const hasRoomForWords = fits(titleOf(card), textWidth(" repositories"));
  const shortTitle = card.isRest === true ? titleOf(card).replace(REST, "") : titleOf(card);
  // Stacks with ways name their first members, not those in a cycle.
  const withWays = !isTallCard && hasWays(card);
  const isNamed = !isTallCard && !withWays && isCycleNamed({ card, detail, room });
  const besideTitle = isNamed ? 0 : cycleWidth(card);
  const title = isTallCard || fits(titleOf(card), withWays ? 0 : besideTitle) ? titleOf(card) : shortTitle;
  // Without room there, their number is at the end of the second line, or with names in that, of the last one.
  const isCycleAbove = !isNamed && (isTallCard || fits(title, besideTitle));
  const isCycleBelow = withWays && !isCycleAbove && isNamedInLine({ card, detail, room });
  // `6 more`, or `291 repositories`, is then below the name.
  const isSizeBelow = isTallCard && isTimed && !hasRoom;
  const all = nodes.map(distinctName).join(", ");
  const isFew = card.isRest === true && nodes.length <= FEW && textWidth(all) <= 3 * room - 2 * RAGGED;
  if (isTallCard && isTimed && hasIcon && isFew)
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
            {isOfAuthor(card) && (
              <span className="self-center">
                <AuthorMark />
              </span>
            )}
            <GroupName card={card} title={title} detail={detail} width={width} />
            {authored > 0 && (
              <span className="ml-1.5 flex shrink-0 self-center">
                <AuthoredCount count={authored} />
              </span>
            )}
            {isCycleAbove && <CycleCount of={card} className="ml-1.5 self-center font-normal" />}
          </span>
          {(isTimed || detail === "brief") && !isSizeBelow && (
            <span className="tabular shrink-0 text-12 text-muted">
              <Figures card={card} isShort={!isTitleWhole} isInWords={detail === "list" && hasRoomForWords} />
            </span>
          )}
          {!isTimed && !isTallCard && detail !== "brief" && <Ecosystems card={card} />}
        </span>
        {isTallCard ? (
          <TallGroupLines
            card={card}
            detail={detail}
            room={room}
            size={isSizeBelow ? sizeInWords(card) : undefined}
          />
        ) : (
          <GroupLine
            card={card}
            detail={detail}
            room={room}
            cycle={isNamed ? "named" : isCycleAbove || isCycleBelow ? "elsewhere" : "counted"}
          />
        )}
        {withWays && <WaysLines card={card} room={room} hasCycle={isCycleBelow} />}
      </span>
    </>
  );
}

/** Whether there is an icon before the text, and the room that is left. */
function placeText({ card, detail, width = Infinity }: CardTextProps<GroupCard>) {
  const hasIcon = detail === "brief" || (card.withClock !== null && detail !== "bare");
  const around = (detail === "bare" ? PADDING.bare : PADDING.usual) + (hasIcon ? PADDING.icon : 0);
  return { hasIcon, room: (width === Infinity ? LEAST_LIST : width) - around };
}

/** Archived dependents, which get no change at any time: their number, their names, and what they declare of the root. */
function ArchivedText(props: CardTextProps<GroupCard>) {
  const { card } = props;
  const { hasIcon, room } = placeText(props);
  return (
    <>
      {hasIcon && <Archive aria-hidden className="size-4.5 shrink-0 text-muted" />}
      <span className="flex min-w-0 grow flex-col text-12/3.75 text-muted">
        <span className="font-medium">{titleOf(card)}</span>
        <ArchivedNames {...props} room={room} />
      </span>
    </>
  );
}

/** Who declares what if that has room, or else some names, and the versions. */
function ArchivedNames({ card, detail, room }: CardTextProps<GroupCard> & { room: number }) {
  const isTallCard = isTall(detail);
  const pairs = versionsByName(card.nodes);
  const hasRoom = isTallCard ? tabularWidth(pairs) + RAGGED <= 2 * room : tabularWidth(pairs) <= room;
  if (pairs !== "" && card.inCycle === undefined && hasRoom)
    return <span className="tabular line-clamp-2 whitespace-normal">{pairs}</span>;
  if (detail === "brief")
    return (
      <GroupLine
        card={card}
        detail={detail}
        room={room}
        cycle={isCycleNamed({ card, detail, room }) ? "named" : "elsewhere"}
      />
    );
  const versions = isTallCard ? versionsIn(card.nodes) : "";
  return (
    <>
      <GroupNames nodes={card.nodes} room={room} lines={isTallCard && versions === "" ? 2 : 1} />
      {versions !== "" && <span className="tabular truncate">{versions}</span>}
    </>
  );
}

/** `24 more`, with the word for it where there is room, and else for a screen reader. */
const Figures = ({ card, isShort, isInWords }: { card: GroupCard; isShort: boolean; isInWords: boolean }) => (
  <span>
    {sizeOf(card, isShort)}
    <span className={isInWords ? undefined : "sr-only"}>
      {" "}
      {card.nodes.length === 1 ? "repository" : "repositories"}
    </span>
  </span>
);

/** `6`, or `24 more` beside others of the same owner, in short without the word. */
const sizeOf = (card: GroupCard, isShort = false): string =>
  formatCount(card.nodes.length) + (card.isRemainder === true && !isShort ? " more" : "");

/** The same on a separate line. */
const sizeInWords = (card: GroupCard): string =>
  card.isRemainder === true ? sizeOf(card) : countOf(card.nodes.length, "repository", "repositories");

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
