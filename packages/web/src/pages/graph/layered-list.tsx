import { commonOwner, hiddenTextOf } from "./card-text.ts";
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
  const owner = commonOwner(
    layers.cards.flatMap((card) =>
      card.kind === "group" ? card.nodes.map(({ fullPath }) => fullPath) : card.node.fullPath,
    ),
  );
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
          <ol className="flex flex-col divide-y divide-line overflow-hidden rounded-md border bg-raised">
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
                  <CardText card={card} owner={owner} />
                  <span className="sr-only">{hiddenTextOf(card)}</span>
                </button>
                {card.kind === "repository" && card.toggle !== null && (
                  <ToggleButton card={card} owner={owner} onToggle={onToggle} />
                )}
              </li>
            ))}
          </ol>
        </section>
      ))}
    </section>
  );
}
