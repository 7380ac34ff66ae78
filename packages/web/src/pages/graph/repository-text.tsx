import type { CardTextProps } from "./card-content.tsx";
import { CardFigures } from "./card-figures.tsx";
import { CardName } from "./card-name.tsx";
import { isTall, organizationOf, prefixOf, titleOf } from "./card-text.ts";
import type { RepositoryCard } from "./layers.ts";
import { AROUND, hasFiguresAbove, isCrowded, SecondLine, TallLines, TwoLines } from "./repository-lines.tsx";
import { INLINE_CARD } from "./sizes.ts";
import { CONTROL } from "./toggle-button.tsx";
import { isLongName, isLongOwner, isOrganizationBelow, NAME_LETTER, nameWidth } from "./version-room.ts";
import { cx } from "../../components/dom.ts";
import { EcosystemIcon } from "../../components/ecosystem.tsx";
import { ecosystemOf } from "../../format/ecosystems.ts";
import { ICON, textWidth } from "../../format/text-width.ts";

type Props = CardTextProps<RepositoryCard>;

export function RepositoryText(props: Props) {
  const { card, detail, width = Infinity, isOrgNamed = false } = props;
  const { node } = card;
  const control = detail !== "list" && card.toggle !== null ? CONTROL : 0;
  const room = width - AROUND[detail];
  const isListed = detail === "list";
  const prefix = isOrgNamed ? prefixOf(node) : "";
  const isBelow =
    isOrgNamed &&
    (detail === "brief"
      ? isOrganizationBelow(card, width)
      : isTall(detail) && width >= INLINE_CARD && !card.isRoot && nameWidth(card) > room);
  // The field above the graph has that of the root.
  const organization = isBelow && !card.isRoot ? organizationOf(node) : "";
  const shown = isBelow ? "" : prefix;
  const isBesideFigures = hasFiguresAbove(card, detail);
  const LinesBelow = detail === "brief" && isLongOwner(card, width) ? TwoLines : SecondLine;
  return (
    <>
      {detail !== "bare" && (
        <EcosystemIcon
          ecosystem={node.mainType === null ? "git" : ecosystemOf(node.mainType)}
          className="size-4.5"
        />
      )}
      <span className="flex min-w-0 grow flex-col">
        <span className={cx("flex min-w-0 items-baseline font-medium", isListed && "flex-wrap gap-x-2")}>
          <CardName
            prefix={shown}
            text={titleOf(card)}
            detail={detail}
            width={width}
            control={isCrowded(props, room) || isBesideFigures ? 0 : control}
            isStartUnique={card.isStartUnique === true}
            lines={isSpare(props) || (detail === "brief" && isLongName(card, width)) ? 2 : 1}
            isSmall={
              detail === "brief" &&
              (isOrgNamed || isCrowded(props, room) || !hasRoomForUse(card, room - control, LETTER))
            }
          />
          {isBesideFigures && (
            <span
              style={{ paddingRight: control }}
              className="ml-auto flex shrink-0 self-center pl-1 text-12 font-normal text-muted"
            >
              <CardFigures card={card} isAlone isShort={!hasRoomForUse(card, room - control, NAME_LETTER)} />
            </span>
          )}
          {isCrowded(props, room) && (
            <span
              style={{ paddingRight: control }}
              className="ml-auto shrink-0 pl-2 text-12 font-normal text-muted"
            >
              archived
            </span>
          )}
        </span>
        {isTall(detail) ? (
          <TallLines {...props} organization={organization} />
        ) : (
          <LinesBelow {...props} room={room - control} control={control} organization={organization} />
        )}
      </span>
    </>
  );
}

/** Of a letter of a name that is not small, and of what is between it and the figures. */
const LETTER = 7.8;
const BESIDE = 8;

/** Whether the words of how many use it have room beside a name with such letters. */
const hasRoomForUse = (card: RepositoryCard, room: number, letter: number): boolean =>
  (card.usedBy ?? 0) === 0 ||
  titleOf(card).length * letter +
    BESIDE +
    textWidth(`used by ${card.usedBy ?? 0}`) +
    (card.isInCycle === true ? ICON : 0) <=
    room;

/** Whether a narrow card has no last line, so that a long name may take two. */
const isSpare = ({ card: { passesOn = 0, via, isRoot }, isOrgNamed = false }: Props): boolean =>
  isOrgNamed && !isRoot && passesOn === 0 && via === undefined;
