import type { Card, Layers } from "./layers.ts";
import { CLOCK_LOOKS } from "../../components/badges.tsx";
import { countOf, formatCount } from "../../format/format.ts";

interface LinesOfProps {
  layers: Layers;
  /** The card that is pointed at. */
  pointed: string | undefined;
  /** Whether a card was pointed at, so that the hint is not needed. */
  hasPointed: boolean;
}

/** Says whose lines are drawn, and what they are in numbers of repositories. */
export function LinesOf({ layers: { cards, held }, pointed, hasPointed }: LinesOfProps) {
  const isIn = (card: Card, id: string | undefined): boolean =>
    card.id === id || (card.kind === "group" && card.nodes.some((node) => node.id === id));
  const card = [pointed, held].flatMap((id) => cards.find((one) => isIn(one, id)) ?? [])[0];
  if (!card) return null;
  const nextRun = card.kind === "group" ? 0 : card.node.nextRun;
  return (
    <>
      {!hasPointed && <p className="text-muted max-lg:hidden">Point at a card for its lines.</p>}
      <p className="tabular max-sm:hidden">
        <span className="text-muted">Lines of </span>
        {card.kind === "group" ? (
          <span className="font-medium">{card.title}</span>
        ) : (
          <span className="font-mono">{card.node.fullPath}</span>
        )}
        <span className="text-muted">: {countsOf(card)}</span>
        {nextRun > 0 && (
          <span className={CLOCK_LOOKS.next_run.text}>, {formatCount(nextRun)} on next run</span>
        )}
      </p>
    </>
  );
}

/** `3 dependencies, 16 dependents`, of a group its number of repositories. */
function countsOf(card: Card): string {
  if (card.kind === "group") return countOf(card.nodes.length, "repository", "repositories");
  const { fanIn, fanOut } = card.node;
  return [
    ...(fanOut > 0 ? [countOf(fanOut, "dependency", "dependencies")] : []),
    ...(fanIn > 0 || fanOut === 0 ? [countOf(fanIn, "dependent", "dependents")] : []),
  ].join(", ");
}
