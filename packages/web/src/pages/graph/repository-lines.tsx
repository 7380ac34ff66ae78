import { Archive } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import type { CardTextProps } from "./card-content.tsx";
import { CardFigures, CardVersion, NextRunDependents } from "./card-figures.tsx";
import {
  type Detail,
  hasTiming,
  isTall,
  moreOf,
  notesOf,
  shortOwner,
  timingOf,
  unusualRoleOf,
  versionsInBrief,
  viaOf,
} from "./card-text.ts";
import { afterOf, fileConditionOf } from "./condition.ts";
import type { RepositoryCard } from "./layers.ts";
import { INLINE_CARD, LEAST_LIST } from "./sizes.ts";
import { figuresOf, fittingWords, LEAST_OWNER, SEPARATOR } from "./version-room.ts";
import { CLOCK_LOOKS, FOLLOWS } from "../../components/badges.tsx";
import { AuthorMark, isAuthor } from "../../components/owner-name.tsx";
import { cx } from "../../components/dom.ts";
import { ICON, textWidth } from "../../format/text-width.ts";

type Props = CardTextProps<RepositoryCard>;

/** Padding and border, with the icon and without it. */
export const AROUND = { bare: 18, tall: 54, wide: 54, timed: 54, brief: 54, list: 54 };

const ARCHIVED = "archived";

interface LineProps extends Props {
  /** Where it is not before the name. */
  organization: string;
  room: number;
  /** Of the button beside it. */
  control: number;
}

/** Whether figures are beside the name, so that the owner and the version have the line below it. */
export const hasFiguresAbove = (
  { passesOn = 0, usedBy = 0, isInCycle = false }: RepositoryCard,
  detail: Detail,
): boolean => (detail === "brief" || detail === "timed") && (passesOn > 0 || usedBy > 0 || isInCycle);

/** The icon of a timing, with its distance. */
const PIN = 16;

/** Whether there is no room for an owner beside a version and that it is archived, which is then beside the name. */
export function isCrowded({ card, detail, width = Infinity }: Props, room: number): boolean {
  if (!card.node.archived || card.isRoot) return false;
  if (isTall(detail)) return width >= INLINE_CARD && (card.passesOn ?? 0) > 0;
  const version = textWidth(versionsInBrief(card.node) ?? "");
  const left = room - textWidth(ARCHIVED) - version - 2 * SEPARATOR;
  return detail === "brief" && (card.passesOn ?? 0) === 0 && card.isInCycle !== true && left < LEAST_OWNER;
}

/** The line below the name: when, whose, of which role and, where it is not beside the name, how much is behind it. */
export function SecondLine(props: LineProps) {
  const { card, detail, room, control, organization, hasVersion = true } = props;
  const { clock, node } = card;
  const look = clock === null ? undefined : CLOCK_LOOKS[clock];
  const isArchived = node.archived;
  const usual = afterOf(node) === undefined ? look?.icon : FOLLOWS;
  // An archived repository is in no timing.
  const Icon = isArchived ? Archive : usual;
  const isVersioned =
    (detail === "brief" || detail === "timed") && hasVersion && fileConditionOf(node) === undefined;
  // Between the words and what is at the end of the line.
  const distance = isVersioned ? SEPARATOR : 0;
  const taken =
    (hasFiguresAbove(card, detail) ? distance : figuresOf(card)) +
    (organization === "" ? 0 : textWidth(organization) + SEPARATOR) +
    (isVersioned ? textWidth(versionsInBrief(node) ?? "") : 0) +
    (isArchived ? textWidth(ARCHIVED) + SEPARATOR : 0) +
    (isAuthor(node) ? ICON : 0);
  const left = (detail === "brief" ? room : room - PIN) - taken;
  const via = viaOf(card);
  // The pen of an author is only beside the owner.
  const roomOfWay = left + (isAuthor(node) ? ICON : 0);
  const names = viaOf(card, "names");
  const fits = (way: string, most: number): boolean => textWidth(way) <= most;
  // Two names matter more than a pin that is above, too.
  const isPinLeftOut =
    detail !== "brief" &&
    card.isTimedAbove === true &&
    !fits(names, roomOfWay) &&
    fits(names, roomOfWay + PIN);
  const freed = isPinLeftOut ? PIN : 0;
  const shownWay = [names, via].find((way) => fits(way, roomOfWay + freed)) ?? viaOf(card, "brief");
  const notes = notesOf(card, detail).map((word) => (word === via ? shownWay : word));
  const owner = shortOwner(node.owner ?? "");
  const all = withShortFile(
    card,
    notes,
    detail === "list" ? Math.min(left, LEAST_LIST - AROUND.list - PIN) : left,
  );
  const shown = fittingWords(all, left + freed);
  const [when, ...others] = shown;
  return (
    <span style={{ paddingRight: control }} className="flex min-w-0 items-center gap-1 text-12/4 text-muted">
      {look && Icon && detail !== "brief" && !isPinLeftOut && (
        <Icon aria-hidden className={cx("size-3 shrink-0", !isArchived && look.text)} />
      )}
      {clock !== null && detail !== "brief" && !isArchived && !hasTiming(card, detail) && (
        <span className="sr-only">{timingOf(card, clock)}</span>
      )}
      <span className="flex min-w-0 items-center whitespace-pre">
        <span className="truncate">
          {organization !== "" && `${organization} · `}
          {when === owner && isAuthor(node) && <AuthorMark />}
          <span className={hasTiming(card, detail) ? look?.text : undefined}>{when}</span>
          {others.map((word) => (
            <Fragment key={word}>
              {" · "}
              {word === owner && isAuthor(node) && <AuthorMark />}
              {word}
            </Fragment>
          ))}
        </span>
        {isArchived && !isCrowded(props, room) && (
          <span className="shrink-0">
            {shown.length > 0 && " · "}
            {ARCHIVED}
          </span>
        )}
      </span>
      {isVersioned && <CardVersion card={card} />}
      {!hasFiguresAbove(card, detail) && <CardFigures card={card} />}
    </span>
  );
}

/** The owner, and below it the file that decides, or the version. */
export function TwoLines({ card, control, hasVersion = true }: LineProps) {
  const { node } = card;
  const file = fileConditionOf(node);
  return (
    <span style={{ paddingRight: control }} className="flex min-w-0 flex-col text-12/3.75 text-muted">
      <span className="truncate">
        {isAuthor(node) && <AuthorMark />}
        {shortOwner(node.owner ?? "")}
      </span>
      <span className="flex min-w-0">
        {file === undefined ? (
          hasVersion && <CardVersion card={card} />
        ) : (
          <span className="truncate">{file}</span>
        )}
      </span>
    </span>
  );
}

/** That a file decides, where its name has no room. */
const ANY_FILE = "if a file changes";

/** With the file that decides, without the role and the version, without its name if the others would have no room beside it. */
function withShortFile(card: RepositoryCard, words: readonly string[], room: number): readonly string[] {
  const file = fileConditionOf(card.node);
  const fits = (all: readonly string[]): boolean => textWidth(all.join(" · ")) <= room;
  if (file === undefined || fits(words)) return words;
  const withoutRole = words.filter((word) => word !== unusualRoleOf(card));
  if (fits(withoutRole)) return withoutRole;
  const version = versionsInBrief(card.node);
  const shorter = [
    withoutRole.filter((word) => word !== version),
    withoutRole.map((word) => (word === file ? ANY_FILE : word)),
  ];
  return shorter.find(fits) ?? shorter.at(-1) ?? words;
}

/** The lines of a narrow card: whose it is, when, and what is behind it, beside the owner where there is room. The root says how many depend on it. */
export function TallLines(props: Props & Pick<LineProps, "organization">) {
  const { card, detail, organization, width = Infinity } = props;
  const { clock, node, passesOn = 0 } = card;
  const look = clock === null ? undefined : CLOCK_LOOKS[clock];
  const label = clock === null ? "" : timingOf(card, clock);
  const owner = node.owner === undefined ? "" : shortOwner(node.owner);
  if (!look)
    return (
      <>
        <Line>
          <span className="truncate">{notesOf(card, detail)[0]}</span>
          {!card.isRoot && <NextRunDependents of={node} />}
        </Line>
        {moreOf(card) !== "" && (
          <Line>
            <span title={node.ownerName} className="truncate">
              {owner !== "" && isAuthor(node) && <AuthorMark />}
              {moreOf(card)}
            </span>
          </Line>
        )}
      </>
    );
  const isBeside = width >= INLINE_CARD;
  const usual = afterOf(node) === undefined ? look.icon : FOLLOWS;
  // No change gets to an archived dependent.
  const isEnd = node.archived && card.column > 0;
  const Icon = isEnd ? Archive : usual;
  const names = viaOf(card, "names");
  const via = textWidth(names) <= width - AROUND[detail] - PIN ? names : viaOf(card);
  const behind = <CardFigures card={card} isAlone={!isBeside} />;
  /** Where it gets a change from. */
  const from = via === "" ? (versionsInBrief(card.node) ?? "") : via;
  // What is not used at runtime says for what.
  const role = via === "" && from !== "" ? unusualRoleOf(card) : "";
  const isNamed = !isEnd && (hasTiming(card, detail) || from === "");
  const isFromBeside =
    from !== "" && (!isNamed || (isBeside && textWidth(label + from) <= width - AROUND.tall));
  return (
    <>
      <Line>
        <span title={node.ownerName ?? node.owner} className="truncate">
          {organization !== "" && organization + (owner === "" ? "" : " · ")}
          {isAuthor(node) && <AuthorMark />}
          {owner}
        </span>
        {node.archived && !isCrowded(props, width) && (
          <span className="shrink-0">{organization + owner !== "" && "· "}archived</span>
        )}
        {isBeside && behind}
      </Line>
      {(!isEnd || from !== "") && (
        <Line>
          <Icon aria-hidden className={cx("size-3 shrink-0", look.text)} />
          <span className={cx("truncate", look.text, !isNamed && "sr-only")}>{label}</span>
          {isFromBeside && (
            <span className="truncate">
              {isNamed && "· "}
              {from}
              {role !== "" && ` · ${role}`}
            </span>
          )}
        </Line>
      )}
      {!isBeside && (passesOn > 0 || card.isInCycle === true) && <Line>{behind}</Line>}
      {via !== "" && !isBeside && !isFromBeside && (
        <Line>
          <span className="truncate">{via}</span>
        </Line>
      )}
    </>
  );
}

const Line = ({ children }: { children: ReactNode }) => (
  <span className="flex min-w-0 items-center gap-1 text-12/3.5 text-muted empty:hidden">{children}</span>
);
