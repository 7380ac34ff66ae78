import { Fragment, useMemo } from "react";
import { distinctName, hasSeveralOrganizations, titleOf, viaOf } from "./card-text.ts";
import { countsInLines, versionsOfSection } from "./group-versions.ts";
import { cycleOf } from "./cycle.ts";
import { CycleNames } from "./cycle-names.tsx";
import { Beyond, DependenciesLink, ImpactLink } from "./graph-links.tsx";
import { columnId, ListJumps } from "./list-jumps.tsx";
import { ListLegend } from "./list-legend.tsx";
import type { GraphView } from "./graph-view.ts";
import { type Card, type Column, drawnNodes, hasGroups, type Layers, rootOf } from "./layers.ts";
import { isRoot, ListCards, type ListCardsProps, type UsesOfCardProps } from "./list-cards.tsx";
import { sumOfUses } from "./matrix.ts";
import type { CardActions } from "./node-card.tsx";
import { riskiestOf } from "./leading.ts";
import { GroupsHeading, SectionHeading, sectionId } from "./section-heading.tsx";
import { choiceOf } from "./section-words.ts";
import { LEAST_LIST } from "./sizes.ts";
import { RiskiestRepository } from "./riskiest-repository.tsx";
import { archivedInBrackets } from "./column-titles.ts";
import { archivedIn, sectionsOf, timingsOf } from "./sections.ts";
import { Timings } from "./timings.tsx";
import { hasWays } from "./ways-lines.tsx";
import { cx } from "../../components/dom.ts";
import { countOf, formatCount } from "../../format/format.ts";
import { inWords } from "../../format/words.ts";

interface LayeredListProps extends Pick<CardActions, "onActivate" | "onToggle"> {
  layers: Layers;
  /** How many get one version on their next run at most. */
  most: number | undefined;
  /** Of a whole organization, what is in the list. */
  view: GraphView | undefined;
  selected: string | undefined;
}

/** The columns of the graph one below the other, for windows that are too narrow for them and their lines. Both sides of a root are beside each other where they fit. */
export function LayeredList({ layers, most, view, selected, onActivate, onToggle }: LayeredListProps) {
  const isOrgNamed = useMemo(() => hasSeveralOrganizations(drawnNodes(layers)), [layers]);
  const isRooted = layers.cards.some(isRoot);
  const through = useMemo(
    () =>
      isRooted ? throughOf(layers) : layers.isRanked === true && view ? usersOfRiskiest(view, layers) : NONE,
    [layers, isRooted, view],
  );
  const uses = useMemo(() => (layers.isAggregated ? usesOf(layers) : undefined), [layers]);
  // What is next to the root first.
  const columns = layers.columns.toSorted((a, b) => Math.abs(a.at) - Math.abs(b.at));
  const [left = [], middle = [], right = []] = [-1, 0, 1].map((side) =>
    columns.filter(({ at }) => Math.sign(at) === side),
  );
  const sectionOf = (column: Column) => (
    <ColumnSection
      key={column.at}
      layers={layers}
      most={most}
      column={column}
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
      {view !== undefined && (
        <p className="flex min-h-9 items-center pt-2 text-12 text-muted empty:hidden">
          <RiskiestRepository view={view} hasNames />
        </p>
      )}
      {middle.map(sectionOf)}
      {isRooted && <ListJumps layers={layers} sides={[right, left]} through={through} />}
      {isRooted && <CycleNames cycle={cycleOf(layers)} />}
      <div className={cx(isTwoSided && "sm:grid sm:grid-cols-2 sm:gap-x-6")}>
        <div className="min-w-0">{right.map(sectionOf)}</div>
        {/* On the left, as in a drawing. */}
        <div className="min-w-0 sm:-order-1">{left.map(sectionOf)}</div>
      </div>
      {(isRooted || layers.isRanked === true) && <ListLegend layers={layers} />}
    </section>
  );
}

const NONE: ReadonlyMap<string, string> = new Map();

interface ColumnSectionProps extends Omit<ListCardsProps, "cards" | "detail"> {
  layers: Layers;
  most: number | undefined;
  column: Column;
}

/** A column as a list, or as one per timing. */
function ColumnSection({ layers, most, column, ...others }: ColumnSectionProps) {
  const { at, title, count, parts } = column;
  const cards = layers.cards.filter((card) => card.column === at);
  const root = cards.find(isRoot);
  const areClusters = cards.every((card) => card.kind === "group" && card.opens?.as === "cluster");
  return (
    <section aria-labelledby={columnId(at)} className="relative">
      {root && (
        <span className="absolute top-0 right-0 z-20 flex h-10 items-center gap-3">
          <ImpactLink id={root.id} isShort />
        </span>
      )}
      <h2
        id={columnId(at)}
        className="sticky top-0 z-10 flex h-10 items-center justify-between bg-sunken text-12 font-medium text-muted"
      >
        <span>
          {title}
          {column.role !== undefined && <span className="font-normal">, all {inWords(column.role)}</span>}
        </span>
        {!root &&
          (others.isRooted ? (
            <ColumnTimings layers={layers} column={column} />
          ) : (
            <span className="tabular">
              {areClusters ? countOf(cards.length, "group", "groups") : formatCount(count)}
            </span>
          ))}
      </h2>
      {others.isRooted && <PhoneTimings layers={layers} column={column} />}
      {parts !== undefined && at > 0 && layers.beyond?.length === 0 && (
        <div className="flex pb-1 text-12 text-muted">
          <Beyond beyond={layers.beyond} hops={at} />
        </div>
      )}
      {parts === undefined
        ? count > 0 && <ListCards cards={cards} detail="list" {...others} />
        : sectionsOf(layers).map(({ repositories, groups, ...timing }) => (
            <Fragment key={sectionId(timing)}>
              <SectionHeading
                timing={timing}
                most={most}
                choice={choiceOf(repositories, groups)}
                listed={at > 0 && groups.length > 0 ? rootOf(layers)?.id : undefined}
                width={LEAST_LIST}
                className="h-8 scroll-mt-10 not-first-of-type:mt-2"
              />
              {at > 0 && groups.length > 0 && <DeclaredVersions cards={[...repositories, ...groups]} />}
              {repositories.length > 0 && <ListCards cards={repositories} detail="brief" {...others} />}
              {repositories.length > 0 && groups.length > 0 && (
                <GroupsHeading groups={groups} className="h-8" />
              )}
              {groups.length > 0 && <ListCards cards={groups} detail="brief" {...others} />}
            </Fragment>
          ))}
    </section>
  );
}

/** How many repositories of a column get a change when, on a phone without that. Those of sections are at these. */
function ColumnTimings({ layers, column: { at, count, parts } }: { layers: Layers; column: Column }) {
  const timings = parts === undefined ? timingsOf(layers, at) : [];
  const archived = archivedIn(layers, at);
  return (
    <>
      <span className="max-sm:hidden">
        <Timings count={count} timings={timings} archived={archived} isNamed />
      </span>
      <span className="tabular font-normal sm:hidden">
        {formatCount(count)}
        {parts !== undefined && archivedInBrackets(archived)}
      </span>
    </>
  );
}

/** The same in words below the heading on a phone. */
function PhoneTimings({ layers, column: { at, count, parts } }: { layers: Layers; column: Column }) {
  if (at === 0 || parts !== undefined) return null;
  return (
    <p className="flex items-start justify-between gap-x-3 pb-2 text-12 text-muted sm:hidden">
      <Timings
        count={count}
        isCounted={false}
        timings={timingsOf(layers, at)}
        archived={archivedIn(layers, at)}
        isNamed
      />
      {at < 0 && hasGroups(layers, at) && <DependenciesLink hops={-at} className="ml-auto" />}
    </p>
  );
}

/** What the repositories of a section declare of the root: `v5.0.0 ×32, v1.0.0 ×27, 92 on 5 others`. Nothing if all declare the same. */
function DeclaredVersions({ cards }: { cards: Card[] }) {
  const versions = versionsOfSection(drawnNodes({ cards }));
  const { active, archived, counts } = versions;
  const words = counts.length > 0 ? countsInLines(versions, LEAST_LIST) : active;
  return (
    <p className="tabular pb-1 text-12 text-muted empty:hidden">
      {[words, archived === "" ? "" : `archived ${archived}`].filter(Boolean).join(" · ")}
    </p>
  );
}

/** How often each cluster is used by others and uses them: what the widths of lines say. */
function usesOf({ cards, edges }: Layers): Map<string, UsesOfCardProps> {
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

/** What the lines of the riskiest repository of an organization say, in words: `Uses busybox`, or of a stack `7 of 7 use busybox`. */
function usersOfRiskiest({ nodes, edges }: GraphView, { cards }: Layers): ReadonlyMap<string, string> {
  const riskiest = riskiestOf(nodes);
  if (riskiest === undefined || riskiest.nextRun === 0) return NONE;
  const users = new Set(edges.flatMap(({ source, target }) => (target === riskiest.id ? source : [])));
  const name = distinctName(riskiest);
  return new Map(
    cards.flatMap((card) => {
      const all = card.kind === "group" ? card.nodes : [card.node];
      const count = all.filter(({ id }) => users.has(id)).length;
      if (count === 0) return [];
      const words = `${formatCount(count)} of ${formatCount(all.length)} use ${name}`;
      return [[card.id, card.kind === "group" ? words : `Uses ${name}`] as const];
    }),
  );
}

/** What lines around a root say from two hops on, in words: the first repository in between, if it has a card or is known. */
function throughOf({ cards, edges }: Layers): Map<string, string> {
  const byId = new Map(cards.map((card) => [card.id, card]));
  const [incoming, outgoing] = [Map.groupBy(edges, ({ to }) => to), Map.groupBy(edges, ({ from }) => from)];
  return new Map(
    cards.flatMap((card) => {
      // A stack says how many are reached through which.
      if (Math.abs(card.column) < 2 || (card.kind === "group" && hasWays(card))) return [];
      if (card.kind === "repository" && card.via) return [[card.id, viaOf(card, "names")] as const];
      const nearer =
        card.column > 0
          ? (incoming.get(card.id) ?? []).map(({ from }) => from)
          : (outgoing.get(card.id) ?? []).map(({ to }) => to);
      const first = nearer
        .map((id) => byId.get(id))
        .find((one) => one?.column === card.column - Math.sign(card.column));
      return first?.kind === "repository" ? [[card.id, `via ${titleOf(first)}`] as const] : [];
    }),
  );
}
