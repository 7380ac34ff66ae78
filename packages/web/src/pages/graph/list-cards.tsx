import { type Detail, hiddenTextOf } from "./card-text.ts";
import type { Card } from "./layers.ts";
import { NONE, type Uses } from "./matrix.ts";
import { NextRunDependents } from "./card-figures.tsx";
import { CardText } from "./card-content.tsx";
import type { CardActions } from "./node-card.tsx";
import { ToggleButton } from "./toggle-button.tsx";
import { cx } from "../../components/dom.ts";
import { formatCount } from "../../format/format.ts";

export interface ListCardsProps extends Pick<CardActions, "onActivate" | "onToggle"> {
  cards: readonly Card[];
  /** What each says. */
  detail: Detail;
  /** Of clusters, by the ID of a card. */
  uses: ReadonlyMap<string, UsesOfCardProps> | undefined;
  isRooted: boolean;
  isOrgNamed: boolean;
  /** By the ID of a card, what is between it and the root: `via flux2`. */
  through: ReadonlyMap<string, string>;
  selected: string | undefined;
}

export const isRoot = (card: Card): boolean => card.kind === "repository" && card.isRoot;

/** Cards as the rows of a list. */
export function ListCards(props: ListCardsProps) {
  const { cards, detail, uses, isRooted, isOrgNamed, through, selected, onActivate, onToggle } = props;
  return (
    <ol className="flex flex-col divide-y divide-line overflow-hidden rounded-md border bg-raised">
      {cards.map((card) => {
        const between = through.get(card.id);
        return (
          <li
            key={card.id}
            className={cx(
              "flex items-center gap-2 pr-3",
              (isRoot(card) || card.id === selected) && "bg-accent-soft",
            )}
          >
            <button
              type="button"
              data-card={card.id}
              aria-pressed={card.kind === "group" ? undefined : card.id === selected}
              onClick={() => onActivate(card)}
              className="flex min-h-13 min-w-0 flex-1 items-center gap-2.5 py-2 pl-3 text-left -outline-offset-2"
            >
              <span className="flex min-w-0 grow flex-col gap-1">
                <span className="flex min-w-0 items-center gap-2.5">
                  <CardText card={card} detail={detail} isOrgNamed={isOrgNamed} />
                </span>
                {uses && <UsesOfCard {...(uses.get(card.id) ?? NO_USES)} />}
                {between !== undefined && (
                  // Below the name, which is beside the icon.
                  <span className="pl-7 text-12 text-muted">{between}</span>
                )}
              </span>
              {!isRooted && !uses && card.kind === "repository" && card.node.nextRun > 0 && (
                <span className="shrink-0 text-12">
                  <NextRunDependents of={card.node} />
                </span>
              )}
              <span className="sr-only">{hiddenTextOf(card, detail)}</span>
            </button>
            {card.kind === "repository" && card.toggle !== null && (
              <ToggleButton card={card} onToggle={onToggle} />
            )}
          </li>
        );
      })}
    </ol>
  );
}

export interface UsesOfCardProps {
  /** Of it by others, and of others by it. */
  used: Uses;
  using: Uses;
}

const NO_USES: UsesOfCardProps = { used: NONE, using: NONE };

/** Two numbers with those on the next run: `Used by others 1,054 ⚡ 341` and `Uses 415 ⚡ 114`. */
const UsesOfCard = ({ used, using }: UsesOfCardProps) => (
  <span className="grid grid-cols-[3fr_2fr] gap-x-3 text-12 text-muted">
    {used.count > 0 && <Figure label="Used" {...used} />}
    {using.count > 0 && <Figure label="Uses" {...using} />}
  </span>
);

const Figure = ({ label, count, nextRun, may }: Uses & { label: string }) => (
  <span className="flex items-center gap-1.5 whitespace-nowrap">
    {label} <span className="tabular text-text">{formatCount(count)}</span>
    {nextRun > 0 && <NextRunDependents of={{ nextRun, nextRunMay: may }} />}
  </span>
);
