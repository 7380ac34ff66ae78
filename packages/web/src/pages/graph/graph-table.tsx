import { type Clock, CLOCKS } from "@knockon/contract/vocabulary/clock";
import { type ReactNode, useMemo } from "react";
import { edgeColumns } from "./edge-columns.tsx";
import type { GraphSearch } from "./graph-search.ts";
import type { GraphView, ViewNode } from "./graph-view.ts";
import { neighborsOf } from "./layers.ts";
import { clustersByOwner, Owner } from "./table-owner.tsx";
import { orderInWords, RootLine } from "./table-root.tsx";
import { useWorkspace } from "../../api/workspace.ts";
import { ArchivedMark, CLOCK_LOOKS, ClockMark } from "../../components/badges.tsx";
import { BreakableName } from "../../components/breakable-name.tsx";
import { cx } from "../../components/dom.ts";
import { TypeLabel } from "../../components/ecosystem.tsx";
import { TabLinks } from "../../components/page-header.tsx";
import { PassesOn } from "../../components/passes-on.tsx";
import { countOf, formatCount } from "../../format/format.ts";
import { CLOCK_WORDS, inHeading, withSource } from "../../format/words.ts";
import { type Column, ROW_LINK } from "../../list/columns.tsx";
import { DataTable } from "../../list/data-table.tsx";

interface GraphTableProps {
  /** What is drawn. */
  view: GraphView;
  root: string | undefined;
  /** Returns the hops of a repository from the root; null without a root. */
  hopsOf: (id: string) => number | null;
  /** When each repository gets a change of the root. */
  clocks: ReadonlyMap<string, Clock> | undefined;
  search: GraphSearch;
  onSelect: (id: string) => void;
  onSort: (sort: string | undefined) => void;
}

/** The repositories and dependencies of the graph as tables. */
export function GraphTable({ view, root, hopsOf, clocks, search, onSelect, onSort }: GraphTableProps) {
  const { slug } = useWorkspace().workspace;
  const uses = useMemo(() => edgeColumns(view), [view]);
  const counts = useMemo(() => neighborsOf(view), [view]);
  const nodes = useMemo(() => {
    const dependents = ({ id }: ViewNode): number => counts.dependents.get(id)?.size ?? 0;
    const distance = ({ id }: ViewNode): number => Math.abs(hopsOf(id) ?? 0);
    const rank = ({ id }: ViewNode): number => CLOCKS.indexOf(clocks?.get(id) ?? "unknown");
    // The root is above the table: it is what the others depend on.
    return view.nodes
      .filter(({ id }) => id !== root)
      .toSorted(
        (a, b) =>
          distance(a) - distance(b) ||
          rank(a) - rank(b) ||
          passedOn(b).next_run - passedOn(a).next_run ||
          passedOn(b).repositories - passedOn(a).repositories ||
          dependents(b) - dependents(a) ||
          (a.fullPath < b.fullPath ? -1 : 1),
      );
  }, [view, root, counts, hopsOf, clocks]);
  // With one hop, the column says nothing.
  const hasHops = useMemo(() => nodes.some(({ id }) => Math.abs(hopsOf(id) ?? 0) > 1), [nodes, hopsOf]);
  const hasOnward = search.through === undefined && view.nodes.some(({ affected }) => affected?.onward);
  const hasFastOnward = hasOnward && nodes.some((one) => passedOn(one).next_run > 0);
  const clusterOf = useMemo(() => clustersByOwner(view, search), [view, search]);
  const columns = useMemo(
    () =>
      nodeColumns({
        root,
        hopsOf,
        hasHops,
        hasOnward,
        hasFastOnward,
        clocks,
        counts,
        onSelect,
        ownerOf: (node) => (
          <Owner node={node} root={root} clocks={clocks} search={search} clusterOf={clusterOf} />
        ),
      }),
    [root, hopsOf, hasHops, hasOnward, hasFastOnward, clocks, counts, onSelect, search, clusterOf],
  );
  const rootNode = view.nodes.find(({ id }) => id === root);
  const standard = root === undefined ? "-in" : hasHops ? "hops" : "clock";
  const thenBy = root === undefined ? [] : [...(hasHops ? ["clock"] : []), ...(hasOnward ? ["-onward"] : [])];
  const isStandard = search.sort === undefined || search.sort === standard;
  return (
    <div className="p-4 md:px-8 md:py-6">
      <TabLinks
        label="Graph table"
        tabs={[
          { id: "table", text: "Repositories", count: nodes.length },
          { id: "uses", text: "Dependencies", count: view.edges.length },
        ]}
        current={search.view}
        link={(id) => ({
          to: "/w/$slug/graph" as const,
          params: { slug },
          search: { ...search, view: id },
        })}
      />
      {search.view === "uses" ? (
        <DataTable caption="Dependencies" columns={uses} rows={view.edges} rowId={({ id }) => id} />
      ) : (
        <>
          {rootNode && (
            <RootLine root={rootNode} nodes={nodes} clocks={clocks} hopsOf={hopsOf} search={search}>
              {isStandard && orderInWords({ hasHops, hasOnward })}
            </RootLine>
          )}
          <DataTable
            caption="Repositories in the graph"
            columns={columns}
            rows={nodes}
            rowId={({ id }) => id}
            sort={search.sort ?? standard}
            thenBy={isStandard ? thenBy : undefined}
            onSort={onSort}
            hasOneOnPhone
          />
        </>
      )}
    </div>
  );
}

/** How many repositories get a change of the root through one, as in an impact, and of these on the next run. */
const passedOn = ({ affected }: ViewNode) => affected?.onward ?? { repositories: 0, next_run: 0 };

interface NodeColumnsOptions extends Pick<GraphTableProps, "root" | "hopsOf" | "clocks" | "onSelect"> {
  /** Around a root, those of the repositories in the table: the graph does not contain the others. */
  counts: ReturnType<typeof neighborsOf>;
  hasHops: boolean;
  /** Known numbers of repositories that each passes a change on to replace those of dependents in the table. */
  hasOnward: boolean;
  /** Some pass it on to repositories that get it on their next run. */
  hasFastOnward: boolean;
  ownerOf: (node: ViewNode) => ReactNode;
}

const nodeColumns = ({
  root,
  hopsOf,
  hasHops,
  hasOnward,
  hasFastOnward,
  clocks,
  counts,
  onSelect,
  ownerOf,
}: NodeColumnsOptions): Column<ViewNode>[] => [
  {
    id: "name",
    header: "Repository",
    width: "w-full",
    value: ({ fullPath }) => fullPath,
    cell: ({ id, fullPath, archived, owner, lineOwner, affected }) => (
      <span className="flex min-w-0 items-center gap-x-2 gap-y-1 max-sm:flex-wrap">
        <button
          type="button"
          onClick={() => onSelect(id)}
          {...ROW_LINK}
          className={cx(ROW_LINK.className, "text-left")}
        >
          <BreakableName text={fullPath} />
        </button>
        {archived && <ArchivedMark />}
        {hasOnward && (
          <span className="ml-auto shrink-0 sm:hidden">
            <PassesOn inLine onward={affected?.onward} />
          </span>
        )}
        <span className="flex w-full min-w-0 items-center gap-x-1.5 text-12 text-muted sm:hidden">
          <span className="truncate">
            <NarrowNote
              parts={[
                clocks?.get(id),
                owner !== undefined && lineOwner ? withSource(owner, lineOwner.source) : owner,
                hasOnward
                  ? undefined
                  : countOf(counts.dependents.get(id)?.size ?? 0, "dependent", "dependents") +
                    (root === undefined ? "" : " here"),
              ]}
            />
          </span>
        </span>
      </span>
    ),
  },
  {
    id: "owner",
    header: "Owner",
    from: "sm",
    width: "min-w-48 lg:min-w-56",
    value: ({ owner }) => owner ?? null,
    cell: ownerOf,
  },
  ...(clocks === undefined ? [] : [timingColumn(clocks)]),
  {
    id: "type",
    header: "Main type",
    from: "lg",
    width: "min-w-40",
    value: ({ mainType }) => (mainType === null ? null : inHeading(mainType)),
    cell: ({ mainType }) => (mainType ? <TypeLabel type={mainType} /> : "–"),
  },
  ...(hasHops ? [hopsColumn(hopsOf)] : []),
  {
    id: "out",
    header: root === undefined ? "Dependencies" : "Uses in graph",
    align: "right",
    from: "md",
    width: COUNT_WIDTH,
    mostFirst: true,
    value: ({ id }) => counts.dependencies.get(id)?.size ?? 0,
    cell: ({ id }) => formatCount(counts.dependencies.get(id)?.size ?? 0),
  },
  hasOnward ? onwardColumn(hasFastOnward) : dependentsColumn(counts, root),
];

const COUNT_WIDTH = "min-w-28";

const dependentsColumn = (
  { dependents }: ReturnType<typeof neighborsOf>,
  root: string | undefined,
): Column<ViewNode> => ({
  id: "in",
  header: root === undefined ? "Dependents" : "Used by in graph",
  align: "right",
  from: "sm",
  width: COUNT_WIDTH,
  mostFirst: true,
  value: ({ id }) => dependents.get(id)?.size ?? 0,
  cell: ({ id }) => formatCount(dependents.get(id)?.size ?? 0),
});

/** Sorted by those on the next run, then by all, as the rows are. */
const onwardColumn = (hasFast: boolean): Column<ViewNode> => ({
  id: "onward",
  header: "Passes on",
  align: "right",
  from: "sm",
  width: "min-w-32",
  mostFirst: true,
  value: (node) => passedOn(node).next_run + passedOn(node).repositories * MINOR_KEY,
  cell: (node) => <PassesOn onward={passedOn(node)} isAligned={hasFast} />,
});

/** Makes a second key smaller than any difference of the first. */
const MINOR_KEY = 1e-6;

/** On a phone: when it gets the change and other words, in a line. */
const NarrowNote = ({
  parts: [clock, ...others],
}: {
  parts: [Clock | undefined, ...(string | undefined)[]];
}) => {
  const look = clock && CLOCK_LOOKS[clock];
  const words = others.filter((text) => text !== undefined).join(" · ");
  return (
    <>
      {look && clock && (
        <>
          <span className={look.text}>
            <look.icon aria-hidden className="mr-1 inline size-3 align-[-1px]" />
            {CLOCK_WORDS[clock].label}
          </span>
          {words !== "" && " · "}
        </>
      )}
      {words}
    </>
  );
};

const timingColumn = (clocks: ReadonlyMap<string, Clock>): Column<ViewNode> => ({
  id: "clock",
  header: "Timing",
  from: "sm",
  width: "min-w-36",
  value: ({ id }) => {
    const clock = clocks.get(id);
    return clock === undefined ? null : CLOCKS.indexOf(clock);
  },
  cell: ({ id }) => <TimingBadge clock={clocks.get(id)} />,
});

const TimingBadge = ({ clock }: { clock: Clock | undefined }) =>
  clock === undefined ? <span className="text-faint">–</span> : <ClockMark clock={clock} />;

const hopsColumn = (hopsOf: (id: string) => number | null): Column<ViewNode> => ({
  id: "hops",
  header: "Hops",
  align: "right",
  from: "md",
  width: "min-w-20",
  value: ({ id }) => Math.abs(hopsOf(id) ?? 0),
  cell: ({ id }) => hopsOf(id) ?? "–",
});
