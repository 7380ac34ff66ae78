import { Zap } from "lucide-react";
import { Fragment, useMemo } from "react";
import { hasSeveralOrganizations, hiddenTextOf, titleOf } from "./card-text.ts";
import type { Card, CardEdge, Column, Layers } from "./layers.ts";
import { type CardActions, CardText } from "./node-card.tsx";
import { ToggleButton } from "./toggle-button.tsx";
import { cx } from "../../components/dom.ts";
import { countOf, formatCount } from "../../format/format.ts";

interface LayeredListProps extends Pick<CardActions, "onActivate" | "onToggle"> {
  layers: Layers;
  selected: string | undefined;
}

/** The columns of the graph one below the other, for windows that are too narrow for them and their lines. Both sides of a root are beside each other where they fit. */
export function LayeredList({ layers, selected, onActivate, onToggle }: LayeredListProps) {
  const isOrgNamed = useMemo(() => hasSeveralOrganizations(layers.cards), [layers]);
  const relations = useMemo(() => relationsOf(layers), [layers]);
  const byColumn = Map.groupBy(layers.cards, ({ column }) => column);
  // What is next to the root first.
  const columns = layers.columns.toSorted((a, b) => Math.abs(a.at) - Math.abs(b.at));
  const [left, middle, right] = [-1, 0, 1].map((side) => columns.filter(({ at }) => Math.sign(at) === side));
  const sectionOf = ({ at, title, count }: Column) => (
    <ColumnSection
      key={at}
      at={at}
      title={title}
      count={count}
      cards={byColumn.get(at) ?? []}
      isOrgNamed={isOrgNamed}
      relations={relations}
      selected={selected}
      onActivate={onActivate}
      onToggle={onToggle}
    />
  );
  const isTwoSided = left?.length !== 0 && right?.length !== 0;
  return (
    <section aria-label="Graph" className="absolute inset-0 overflow-y-auto bg-sunken px-4 pb-4">
      {middle?.map(sectionOf)}
      <div className={cx(isTwoSided && "sm:grid sm:grid-cols-2 sm:gap-x-6")}>
        <div className="min-w-0">{right?.map(sectionOf)}</div>
        {/* On the left, as in a drawing. */}
        <div className="min-w-0 sm:-order-1">{left?.map(sectionOf)}</div>
      </div>
    </section>
  );
}

interface ColumnSectionProps extends Column, Omit<LayeredListProps, "layers"> {
  cards: readonly Card[];
  isOrgNamed: boolean;
  /** Words about each card, by its ID. */
  relations: ReadonlyMap<string, Relation[]>;
}

/** A column as a list. */
function ColumnSection(props: ColumnSectionProps) {
  const { at, title, count, cards, isOrgNamed, relations, selected, onActivate, onToggle } = props;
  const isRoot = (card: Card): boolean => card.kind === "repository" && card.isRoot;
  return (
    <section aria-labelledby={`graph-list-${at}`}>
      <h2
        id={`graph-list-${at}`}
        className="sticky top-0 z-10 flex h-10 items-center justify-between bg-sunken text-12 font-medium text-muted"
      >
        {title}
        {!cards.some(isRoot) && <span className="tabular">{formatCount(count)}</span>}
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
                {relations.get(card.id)?.map((relation) => (
                  <span
                    key={relation.verb}
                    // Below the name, which is beside the icon.
                    className={cx("text-12 text-muted", card.kind === "repository" && "pl-7")}
                  >
                    <RelationText {...relation} />
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
  );
}

interface Relation {
  verb: "Used by" | "Uses" | "Through";
  /** Those that are named, and with how many dependencies on the next run. */
  named: { id: string; text: string; nextRun: number }[];
  more: number;
  /** All dependencies, and of these on the next run. */
  count: number;
  nextRun: number;
}

/** `⚡ 119 of 372 on next run · Used by search* 72 ⚡ 24, platform* 68 ⚡ 12 and 17 more`. */
function RelationText({ verb, named, more, count, nextRun }: Relation) {
  return (
    <>
      {verb === "Used by" && nextRun > 0 && (
        <span className="block text-danger">
          <NextRun count={nextRun} /> of {countOf(count, "use", "uses")} on next run
        </span>
      )}
      {verb}{" "}
      {named.map(({ id, text, nextRun: soon }, at) => (
        <Fragment key={id}>
          {at > 0 && ", "}
          {text}
          {soon > 0 && (
            <>
              {" "}
              <NextRun count={soon} />
              <span className="sr-only"> on next run</span>
            </>
          )}
        </Fragment>
      ))}
      {more > 0 && ` and ${formatCount(more)} more`}
    </>
  );
}

const NextRun = ({ count }: { count: number }) => (
  <span className="tabular whitespace-nowrap text-danger">
    <Zap aria-hidden className="mr-0.5 -mt-0.5 inline size-3" />
    {formatCount(count)}
  </span>
);

/** Relations that are named per card. */
const NAMED = 3;

/** What the lines of a drawing say: which card uses which, and around a root from two hops on what is in between. */
function relationsOf({ cards, edges, isAggregated, columns }: Layers): Map<string, Relation[]> {
  const byId = new Map(cards.map((card) => [card.id, card]));
  const name = (id: string): string => {
    const card = byId.get(id);
    if (card?.kind === "group" && !isAggregated)
      return `${titleOf(card)} (${countOf(card.nodes.length, "repository", "repositories")})`;
    return card ? titleOf(card) : "";
  };
  type End = Pick<CardEdge, "id" | "count" | "nextRun">;
  const listed = (ends: readonly End[], verb: Relation["verb"]): Relation[] => {
    if (ends.length === 0) return [];
    const ranked = ends.toSorted((a, b) => b.nextRun - a.nextRun || b.count - a.count);
    const named = ranked.slice(0, NAMED).map(({ id, count, nextRun }) => ({
      id,
      text: isAggregated ? `${name(id)} ${formatCount(count)}` : name(id),
      nextRun,
    }));
    const sum = (of: "count" | "nextRun"): number => ends.reduce((all, end) => all + end[of], 0);
    return [
      { verb, named, more: ranked.length - named.length, count: sum("count"), nextRun: sum("nextRun") },
    ];
  };
  const incoming = Map.groupBy(edges, ({ to }) => to);
  const outgoing = Map.groupBy(edges, ({ from }) => from);
  const isRooted =
    columns.some(({ at }) => at === 0) && cards.some((card) => card.kind === "repository" && card.isRoot);
  return new Map(
    cards.map((card) => {
      const [producers, consumers] = [incoming.get(card.id) ?? [], outgoing.get(card.id) ?? []];
      if (!isRooted) {
        const users = consumers.map((edge) => ({ ...edge, id: edge.to }));
        const used = producers.map((edge) => ({ ...edge, id: edge.from }));
        return [card.id, [...listed(users, "Used by"), ...listed(used, "Uses")]] as const;
      }
      if (Math.abs(card.column) < 2) return [card.id, []] as const;
      const nearer = card.column > 0 ? producers.map(({ from }) => from) : consumers.map(({ to }) => to);
      const first = nearer.find((id) => byId.get(id)?.column === card.column - Math.sign(card.column));
      const through = { id: first ?? "", count: 0, nextRun: 0 };
      return [card.id, first === undefined ? [] : listed([through], "Through")] as const;
    }),
  );
}
