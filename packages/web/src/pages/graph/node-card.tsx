import { type KeyboardEvent, memo } from "react";
import { CardText } from "./card-content.tsx";
import { type Detail, hiddenTextOf } from "./card-text.ts";
import type { PlacedCard } from "./drawing.ts";
import type { Card, RepositoryCard } from "./layers.ts";
import { OrganizationCard } from "./organization-card.tsx";
import { cornerOf, ToggleButton } from "./toggle-button.tsx";
import { cx } from "../../components/dom.ts";

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
  /** Whether the cards of its column have room for a version. */
  hasVersion: boolean;
  /** What its second line says. */
  detail: Detail;
  /** All repositories of an organization without a root, of which a bar shows how many depend on it. */
  all: number | undefined;
  isSelected: boolean;
  isDimmed: boolean;
  /** Of an organization, whether its lines are drawn. */
  isCenter: boolean;
  /** Of an organization whose other cards are not dimmed, whether a line leads to it. */
  isLit: boolean;
  /** Of an organization, its repositories with lines to those of the center. Undefined without a center. */
  lit: ReadonlySet<string> | undefined;
  /** Whether Tab reaches it. Arrow keys reach the others. */
  isTabStop: boolean;
  actions: CardActions;
}

/** A repository or a group of them. */
export const NodeCard = memo(function NodeCard(props: NodeCardProps) {
  const { placed, width, height, isOrgNamed, hasVersion, detail, all, isSelected } = props;
  const { isCenter, isDimmed, isLit, lit, isTabStop, actions } = props;
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
          isLit && all !== undefined && "border-accent",
          isCenter && !isSelected && "border-accent outline-1 -outline-offset-1 outline-accent",
          isSelected && "border-accent outline-2 -outline-offset-1 outline-accent",
          (card.kind === "repository" ? card.node.archived : card.isArchived === true) &&
            "border-dashed border-line-strong",
          isGroup && "shadow-[3px_3px_0_-1px_var(--color-raised),3px_3px_0_0_var(--color-line)]",
        )}
      >
        {all === undefined ? (
          <CardText {...{ card, detail, width, isOrgNamed, hasVersion }} />
        ) : (
          <OrganizationCard {...{ card, all, width, isOrgNamed, isCenter, isDimmed, lit }} />
        )}
        <span className="sr-only">{hiddenTextOf(card, detail)}</span>
      </button>
      {card.kind === "repository" && card.toggle !== null && (
        <ToggleButton card={card} onToggle={actions.onToggle} at={cornerOf(placed, width, height)} />
      )}
    </li>
  );
});
