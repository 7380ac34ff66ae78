import { Minus, Plus } from "lucide-react";
import type { CSSProperties } from "react";
import { titleOf } from "./card-text.ts";
import type { PlacedCard } from "./drawing.ts";
import type { RepositoryCard } from "./layers.ts";
import { cx } from "../../components/dom.ts";
import { formatCount } from "../../format/format.ts";

interface ToggleButtonProps {
  card: RepositoryCard;
  onToggle: (card: RepositoryCard) => void;
  /** Its place in a drawing. */
  at?: CSSProperties;
}

const BUTTON = 24;
/** The height of a card with two lines, at most. */
const TWO_LINES = 48;
/** Between the button and the border of its card. */
const INSET = 4;
/** The width that the button takes from a name. */
export const CONTROL = BUTTON + INSET - 8;

/** The end of a card of two lines, or of the first line of one of more. */
export const cornerOf = ({ x, y }: PlacedCard, width: number, height: number): CSSProperties => ({
  position: "absolute",
  top: y + (height <= TWO_LINES ? (height - BUTTON) / 2 : INSET),
  left: x + width - BUTTON - INSET,
  width: BUTTON,
});

/** Expands or collapses a repository. */
export function ToggleButton({ card, onToggle, at }: ToggleButtonProps) {
  const { isExpanded, hidden, column } = card;
  const [one, many] = column < 0 ? ["dependency", "dependencies"] : ["dependent", "dependents"];
  const name = titleOf(card);
  const label = isExpanded
    ? `Hide ${many} of ${name}`
    : `Show ${formatCount(hidden)} more ${hidden === 1 ? one : many} of ${name}`;
  const isDrawn = at !== undefined;
  const Icon = isExpanded ? Minus : Plus;
  return (
    <button
      type="button"
      // In a drawing, keys of its card expand it.
      tabIndex={isDrawn ? -1 : undefined}
      aria-expanded={isExpanded}
      aria-label={label}
      title={label}
      onClick={() => onToggle(card)}
      style={{ ...at, height: BUTTON }}
      className={cx(
        "pointer-events-auto z-10 flex w-6 shrink-0 items-center justify-center rounded-full text-muted transition-colors hover:text-text [&:hover>span]:bg-hover",
        !isDrawn && "bg-raised",
      )}
    >
      {/* Smaller than what can be touched. */}
      <span
        className={cx(
          "flex items-center justify-center rounded-full border border-line-strong transition-colors",
          isDrawn ? "size-4.5" : "size-6",
        )}
      >
        <Icon aria-hidden className={isDrawn ? "size-3" : "size-3.5"} />
      </span>
    </button>
  );
}
