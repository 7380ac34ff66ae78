import { useMemo } from "react";
import { detailOf, hiddenTextOf, titleOf } from "./card-text.ts";
import type { Card, Layers } from "./layers.ts";
import { type CardActions, CardText, ToggleButton } from "./node-card.tsx";
import { cx } from "../../components/dom.ts";
import { formatCount } from "../../format/format.ts";

interface LayeredListProps extends Pick<CardActions, "onActivate" | "onToggle"> {
  layers: Layers;
  selected: string | undefined;
}

/** The columns of the graph one below the other, for windows that are too narrow for two columns and their lines. */
export function LayeredList({ layers, selected, onActivate, onToggle }: LayeredListProps) {
  const detail = detailOf(layers.cards);
  const relations = useMemo(() => relationsOf(layers), [layers]);
  const byColumn = Map.groupBy(layers.cards, ({ column }) => column);
  // The root first, then what is next to it.
  const columns = layers.columns.toSorted((a, b) => Math.abs(a.at) - Math.abs(b.at) || b.at - a.at);
  const isRoot = (card: Card): boolean => card.kind === "repository" && card.isRoot;
  return (
    <section aria-label="Graph" className="absolute inset-0 overflow-y-auto bg-sunken px-4 pb-4">
      {columns.map(({ at, title, count }) => (
        <section key={at} aria-labelledby={`graph-list-${at}`}>
          <h2
            id={`graph-list-${at}`}
            className="sticky top-0 z-10 flex h-10 items-center justify-between bg-sunken text-12 font-medium text-muted"
          >
            {title}
            <span className="tabular">{formatCount(count)}</span>
          </h2>
          <ol
            hidden={count === 0}
            className="flex flex-col divide-y divide-line overflow-hidden rounded-md border bg-raised"
          >
            {(byColumn.get(at) ?? []).map((card) => (
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
                      <CardText card={card} detail={detail} />
                    </span>
                    {relations.get(card.id)?.map((words) => (
                      <span key={words} className="text-12 text-muted">
                        {words}
                      </span>
                    ))}
                  </span>
                  <span className="sr-only">{hiddenTextOf(card)}</span>
                </button>
                {card.kind === "repository" && card.toggle !== null && (
                  <ToggleButton card={card} onToggle={onToggle} />
                )}
              </li>
            ))}
          </ol>
        </section>
      ))}
    </section>
  );
}

/** Relations that are named per card. */
const NAMED = 3;

/** What the lines of a drawing say: between clusters which use which, and from two hops on what is in between. */
function relationsOf({ cards, edges, isAggregated, columns }: Layers): Map<string, string[]> {
  const byId = new Map(cards.map((card) => [card.id, card]));
  const name = (id: string): string => {
    const card = byId.get(id);
    return card ? titleOf(card) : "";
  };
  const listed = (ends: readonly { id: string; count: number }[], verb: string): string[] => {
    if (ends.length === 0) return [];
    const ranked = ends.toSorted((a, b) => b.count - a.count);
    const names = ranked.slice(0, NAMED).map(({ id, count }) => `${name(id)} ${formatCount(count)}`);
    const more = ranked.length - names.length;
    return [`${verb} ${names.join(", ")}${more > 0 ? ` and ${formatCount(more)} more` : ""}`];
  };
  const incoming = Map.groupBy(edges, ({ to }) => to);
  const outgoing = Map.groupBy(edges, ({ from }) => from);
  const isRooted =
    columns.some(({ at }) => at === 0) && cards.some((card) => card.kind === "repository" && card.isRoot);
  return new Map(
    cards.map((card) => {
      const [producers, consumers] = [incoming.get(card.id) ?? [], outgoing.get(card.id) ?? []];
      if (isAggregated) {
        return [
          card.id,
          [
            ...listed(
              consumers.map(({ to, count }) => ({ id: to, count })),
              "Used by",
            ),
            ...listed(
              producers.map(({ from, count }) => ({ id: from, count })),
              "Uses",
            ),
          ],
        ] as const;
      }
      if (!isRooted || Math.abs(card.column) < 2) return [card.id, []] as const;
      const nearer = card.column > 0 ? producers.map(({ from }) => from) : consumers.map(({ to }) => to);
      const first = nearer.find((id) => Math.abs(byId.get(id)?.column ?? 0) === Math.abs(card.column) - 1);
      return [card.id, first === undefined ? [] : [`Through ${name(first)}`]] as const;
    }),
  );
}
