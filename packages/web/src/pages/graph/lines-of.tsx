import { useMemo } from "react";
import { wordsOf } from "./card-figures.tsx";
import { centerOf } from "./drawn-timings.ts";
import { ImpactLink } from "./graph-links.tsx";
import type { GraphView } from "./graph-view.ts";
import type { Card, Layers } from "./layers.ts";
import { dependentsIn, ownersInWords, reachedNextRun } from "./leading.ts";
import { CLOCK_LOOKS } from "../../components/badges.tsx";
import { countOf, formatCount } from "../../format/format.ts";

interface LinesOfProps {
  view: GraphView | undefined;
  layers: Layers;
  selected: string | undefined;
  /** The card that is pointed at. */
  pointed: string | undefined;
  /** Draws no lines until a card is pointed at or selected. */
  onClear: () => void;
}

/** Says above the drawing whose lines are drawn, and what they are in numbers of repositories. */
export function LinesOf({ view, layers, selected, pointed, onClear }: LinesOfProps) {
  const card = centerOf(layers, [pointed, selected, layers.held]);
  return (
    // What has no room wraps, and is not visible. On a tablet, the sentence has two lines.
    <div className="flex h-9 shrink-0 flex-wrap items-center gap-x-4 overflow-hidden border-b bg-canvas px-4 text-12 leading-9 whitespace-nowrap max-lg:h-12">
      {card === undefined ? (
        <p className="text-muted">Point at a card for its lines, or select one to keep them.</p>
      ) : (
        <>
          <span className="flex max-w-full min-w-0 items-center gap-x-4">
            <Sentence
              card={card}
              view={view}
              archived={view === undefined ? 0 : countArchivedUsers(view, card.id)}
              isFirst={pointed === undefined && selected === undefined}
            />
            {card.kind === "repository" && <ImpactLink id={card.id} />}
            <button type="button" onClick={onClear} className="text-accent hover:underline">
              Clear
            </button>
          </span>
          <p className="ml-auto text-muted max-lg:hidden">Point at another card for its lines.</p>
        </>
      )}
    </div>
  );
}

/** Archived dependents, on which a change has no effect although their lines are drawn. */
export function countArchivedUsers({ nodes, edges }: Pick<GraphView, "nodes" | "edges">, id: string): number {
  const archived = new Set(nodes.flatMap((node) => (node.archived ? node.id : [])));
  return new Set(edges.flatMap(({ source, target }) => (target === id && archived.has(source) ? source : [])))
    .size;
}

interface SentenceProps extends Pick<LinesOfProps, "view"> {
  card: Card;
  /** How many of its dependents. */
  archived: number;
  isFirst: boolean;
}

/** `Lines of the riskiest, acme/actions: 4 direct dependents, 1 archived, 3 on next run (of web, ops)`. Of another one, without the start. */
function Sentence({ card, view, archived, isFirst }: SentenceProps) {
  const owners = useMemo(
    () =>
      view === undefined
        ? ""
        : ownersInWords(reachedNextRun(view, card.id), dependentsIn(view, card.id), false),
    [view, card.id],
  );
  const soon = card.kind === "group" || card.node.nextRun === 0 ? "" : wordsOf(card.node);
  return (
    <p className="tabular min-w-0 max-lg:line-clamp-2 max-lg:leading-4 max-lg:whitespace-normal lg:truncate">
      <span className="text-muted">Lines of {isFirst && "the riskiest, "}</span>
      {card.kind === "group" ? (
        <span className="font-medium">{card.title}</span>
      ) : (
        <span className="font-mono font-medium">{card.node.fullPath}</span>
      )}
      <span className="text-muted">: {countsOf(card)}</span>
      {archived > 0 && <span className="text-muted">, {formatCount(archived)} archived</span>}
      {soon !== "" && <span className={CLOCK_LOOKS.next_run.text}>, {soon}</span>}
      {soon !== "" && owners !== "" && <span className="text-muted"> (of {owners})</span>}
    </p>
  );
}

/** `3 dependencies, 16 direct dependents`, of a group its number of repositories. */
function countsOf(card: Card): string {
  if (card.kind === "group") return countOf(card.nodes.length, "repository", "repositories");
  const { fanIn, fanOut } = card.node;
  return [
    ...(fanOut > 0 ? [countOf(fanOut, "dependency", "dependencies")] : []),
    ...(fanIn > 0 || fanOut === 0 ? [countOf(fanIn, "direct dependent", "direct dependents")] : []),
  ].join(", ");
}
