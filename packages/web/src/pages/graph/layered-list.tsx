import { ArrowDown, Zap } from "lucide-react";
import { useMemo } from "react";
import { hasSeveralOrganizations, hiddenTextOf, titleOf } from "./card-text.ts";
import type { Card, Column, Layers } from "./layers.ts";
import { type ClusterMatrix, sumOfUses, type Uses } from "./matrix.ts";
import { type CardActions, CardText } from "./node-card.tsx";
import { timingsOf } from "./sections.ts";
import { Timings } from "./timings.tsx";
import { ToggleButton } from "./toggle-button.tsx";
import { cx } from "../../components/dom.ts";
import { countOf, formatCount } from "../../format/format.ts";

interface LayeredListProps extends Pick<CardActions, "onActivate" | "onToggle"> {
  layers: Layers;
  /** Of all clusters, whose figures are then those of the matrix. */
  matrix: ClusterMatrix | undefined;
  selected: string | undefined;
}

/** The columns of the graph one below the other, for windows that are too narrow for them and their lines. Both sides of a root are beside each other where they fit. */
export function LayeredList({ layers, matrix, selected, onActivate, onToggle }: LayeredListProps) {
  const isOrgNamed = useMemo(() => hasSeveralOrganizations(layers.cards), [layers]);
  const isRooted = layers.cards.some((card) => card.kind === "repository" && card.isRoot);
  const through = useMemo(() => (isRooted ? throughOf(layers) : NONE), [layers, isRooted]);
  const uses = useMemo(() => (layers.isAggregated ? usesOf(layers, matrix) : undefined), [layers, matrix]);
  const byColumn = Map.groupBy(layers.cards, ({ column }) => column);
  // What is next to the root first.
  const columns = layers.columns.toSorted((a, b) => Math.abs(a.at) - Math.abs(b.at));
  const [left = [], middle = [], right = []] = [-1, 0, 1].map((side) =>
    columns.filter(({ at }) => Math.sign(at) === side),
  );
  const sectionOf = (column: Column) => (
    <ColumnSection
      key={column.at}
      column={column}
      cards={byColumn.get(column.at) ?? []}
      timings={isRooted ? timingsOf(layers, column.at) : []}
      uses={uses}
      isRooted={isRooted}
      isOrgNamed={isOrgNamed}
      through={through}
      selected={selected}
      onActivate={onActivate}
      onToggle={onToggle}
    />
  );
  const isTwoSided = left.length > 0 && right.length > 0;
  return (
    <section aria-label="Graph" className="absolute inset-0 overflow-y-auto bg-sunken px-4 pb-4">
      {middle.map(sectionOf)}
      {isRooted && left.length + right.length > 1 && <Jumps sides={[left, right]} />}
      <div className={cx(isTwoSided && "sm:grid sm:grid-cols-2 sm:gap-x-6")}>
        <div className="min-w-0">{right.map(sectionOf)}</div>
        {/* On the left, as in a drawing. */}
        <div className="min-w-0 sm:-order-1">{left.map(sectionOf)}</div>
      </div>
    </section>
  );
}

const NONE: ReadonlyMap<string, string> = new Map();

const sectionId = (at: number): string => `graph-list-${at}`;

/** `Dependents` of `Dependents · 2 hops`. */
const wayOf = (title: string): string => title.split(" · ", 1)[0] ?? title;

/** Leads to the columns around a root, which are below each other, with their numbers of repositories. Each side is a row. */
const Jumps = ({ sides }: { sides: readonly (readonly Column[])[] }) => (
  <nav aria-label="Columns" className="mt-1.5 flex flex-wrap gap-x-8">
    {sides.map(
      (columns) =>
        columns.length > 0 && (
          <span key={columns[0]?.at} className="flex flex-wrap gap-x-3.5">
            {columns.map(({ at, title, count }) => (
              <button
                key={at}
                type="button"
                onClick={() =>
                  document.querySelector(`[aria-labelledby="${sectionId(at)}"]`)?.scrollIntoView()
                }
                className="flex h-7 items-center gap-1 text-12 text-accent hover:underline max-sm:h-8"
              >
                <span>
                  {Math.abs(at) === 1 ? wayOf(title) : countOf(Math.abs(at), "hop", "hops")}
                  {Math.abs(at) > 1 && <span className="sr-only">, {wayOf(title)}</span>}
                </span>
                <span className="text-muted tabular">{formatCount(count)}</span>
                <ArrowDown aria-hidden className="size-3" />
              </button>
            ))}
          </span>
        ),
    )}
  </nav>
);

interface ColumnSectionProps extends Omit<LayeredListProps, "layers" | "matrix"> {
  column: Column;
  cards: readonly Card[];
  /** Around a root, how many get a change when. */
  timings: ReturnType<typeof timingsOf>;
  /** Of clusters, by the ID of a card. */
  uses: ReadonlyMap<string, UsesOfCardProps> | undefined;
  isRooted: boolean;
  isOrgNamed: boolean;
  /** By the ID of a card, what is between it and the root. */
  through: ReadonlyMap<string, string>;
}

/** A column as a list. */
function ColumnSection(props: ColumnSectionProps) {
  const { column, cards, timings, uses, isRooted, isOrgNamed, through, selected, onActivate, onToggle } =
    props;
  const { at, title, count } = column;
  const isRoot = (card: Card): boolean => card.kind === "repository" && card.isRoot;
  const areClusters = cards.every((card) => card.kind === "group" && card.opens?.as === "cluster");
  return (
    <section aria-labelledby={sectionId(at)}>
      <h2
        id={sectionId(at)}
        className="sticky top-0 z-10 flex h-10 items-center justify-between bg-sunken text-12 font-medium text-muted"
      >
        {title}
        {!cards.some(isRoot) &&
          (isRooted ? (
            <Timings count={count} timings={timings} />
          ) : (
            <span className="tabular">
              {areClusters ? countOf(cards.length, "cluster", "clusters") : formatCount(count)}
            </span>
          ))}
      </h2>
      <ol
        hidden={count === 0}
        className="flex flex-col divide-y divide-line overflow-hidden rounded-md border bg-raised"
      >
        {cards.map((card) => (
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
                  <CardText card={card} detail="list" isOrgNamed={isOrgNamed} />
                </span>
                {uses && <UsesOfCard {...(uses.get(card.id) ?? NO_USES)} />}
                {through.has(card.id) && (
                  // Below the name, which is beside the icon.
                  <span className={cx("text-12 text-muted", card.kind === "repository" && "pl-7")}>
                    Through {through.get(card.id)}
                  </span>
                )}
              </span>
              {!isRooted && !uses && card.kind === "repository" && card.node.nextRun > 0 && (
                <span className="shrink-0 text-12" title="Dependents on next run">
                  <NextRun count={card.node.nextRun} />
                </span>
              )}
              <span className="sr-only">{hiddenTextOf(card)}</span>
            </button>
            {card.kind === "repository" && card.toggle !== null && (
              <ToggleButton card={card} onToggle={onToggle} />
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

interface UsesOfCardProps {
  /** Of it by others, and of others by it. */
  used: Uses;
  using: Uses;
}

const NO_USES: UsesOfCardProps = { used: { count: 0, nextRun: 0 }, using: { count: 0, nextRun: 0 } };

/** Two numbers with those on the next run: `Used by others 1,054 ⚡ 341` and `Uses 415 ⚡ 114`. */
const UsesOfCard = ({ used, using }: UsesOfCardProps) => (
  <span className="grid grid-cols-[3fr_2fr] gap-x-3 text-12 text-muted">
    {used.count > 0 && <Figure label="Used" {...used} />}
    {using.count > 0 && <Figure label="Uses" {...using} />}
  </span>
);

const Figure = ({ label, count, nextRun }: Uses & { label: string }) => (
  <span className="flex items-center gap-1.5 whitespace-nowrap">
    {label} <span className="tabular text-text">{formatCount(count)}</span>
    {nextRun > 0 && <NextRun count={nextRun} />}
  </span>
);

const NextRun = ({ count }: { count: number }) => (
  <span className="tabular whitespace-nowrap text-danger">
    <Zap aria-hidden className="mr-0.5 -mt-0.5 inline size-3" />
    {formatCount(count)}
    <span className="sr-only"> on next run</span>
  </span>
);

/** How often each cluster is used by others and uses them: as in the matrix, or what the widths of lines say. */
function usesOf({ cards, edges }: Layers, matrix: ClusterMatrix | undefined): Map<string, UsesOfCardProps> {
  if (matrix) return new Map(matrix.clusters.map((cluster) => [cluster.key, cluster]));
  const [byProducer, byConsumer] = [
    Map.groupBy(edges, ({ from }) => from),
    Map.groupBy(edges, ({ to }) => to),
  ];
  return new Map(
    cards.map(({ id }) => [
      id,
      { used: sumOfUses(byProducer.get(id) ?? []), using: sumOfUses(byConsumer.get(id) ?? []) },
    ]),
  );
}

/** What lines around a root say from two hops on: the first card in between. */
function throughOf({ cards, edges }: Layers): Map<string, string> {
  const byId = new Map(cards.map((card) => [card.id, card]));
  const nameOf = (card: Card): string =>
    card.kind === "group"
      ? `${titleOf(card)} (${countOf(card.nodes.length, "repository", "repositories")})`
      : titleOf(card);
  const [incoming, outgoing] = [Map.groupBy(edges, ({ to }) => to), Map.groupBy(edges, ({ from }) => from)];
  return new Map(
    cards.flatMap((card) => {
      if (Math.abs(card.column) < 2) return [];
      const nearer =
        card.column > 0
          ? (incoming.get(card.id) ?? []).map(({ from }) => from)
          : (outgoing.get(card.id) ?? []).map(({ to }) => to);
      const first = nearer
        .map((id) => byId.get(id))
        .find((one) => one?.column === card.column - Math.sign(card.column));
      return first ? [[card.id, nameOf(first)] as const] : [];
    }),
  );
}
