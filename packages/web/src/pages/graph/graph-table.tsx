import { type Clock, CLOCKS } from "@knockon/contract/vocabulary/clock";
import { useMemo } from "react";
import type { GraphSearch } from "./graph-search.ts";
import type { GraphView, ViewEdge, ViewNode } from "./graph-view.ts";
import { neighborsOf } from "./layers.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { Badge, CLOCK_LOOKS, ClockBadge } from "../../components/badges.tsx";
import { BreakableName } from "../../components/breakable-name.tsx";
import { cx } from "../../components/dom.ts";
import { TypeLabel } from "../../components/ecosystem.tsx";
import { ConfidenceBar } from "../../components/figures.tsx";
import { TabLinks } from "../../components/page-header.tsx";
import { countOf, formatCount } from "../../format/format.ts";
import { inHeading } from "../../format/words.ts";
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
    return view.nodes.toSorted(
      (a, b) =>
        distance(a) - distance(b) ||
        rank(a) - rank(b) ||
        passedOn(b).next_run - passedOn(a).next_run ||
        passedOn(b).repositories - passedOn(a).repositories ||
        dependents(b) - dependents(a) ||
        (a.fullPath < b.fullPath ? -1 : 1),
    );
  }, [view, counts, hopsOf, clocks]);
  // With one hop, the column says nothing.
  const hasHops = useMemo(() => nodes.some(({ id }) => Math.abs(hopsOf(id) ?? 0) > 1), [nodes, hopsOf]);
  const hasOnward = search.through === undefined && view.nodes.some(({ affected }) => affected?.onward);
  const columns = useMemo(
    () => nodeColumns({ root, hopsOf, hasHops, hasOnward, clocks, counts, onSelect }),
    [root, hopsOf, hasHops, hasOnward, clocks, counts, onSelect],
  );
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
        <DataTable
          caption="Repositories in the graph"
          columns={columns}
          rows={nodes}
          rowId={({ id }) => id}
          sort={search.sort ?? (root === undefined ? "-in" : hasHops ? "hops" : "clock")}
          onSort={onSort}
        />
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
}

const nodeColumns = ({
  root,
  hopsOf,
  hasHops,
  hasOnward,
  clocks,
  counts,
  onSelect,
}: NodeColumnsOptions): Column<ViewNode>[] => [
  {
    id: "name",
    header: "Repository",
    width: "w-full",
    value: ({ fullPath }) => fullPath,
    cell: ({ id, fullPath, archived, owner, affected }) => (
      <span className="flex min-w-0 items-center gap-x-2 gap-y-1 max-sm:flex-wrap">
        <button
          type="button"
          onClick={() => onSelect(id)}
          {...ROW_LINK}
          className={cx(ROW_LINK.className, "text-left")}
        >
          <BreakableName text={fullPath} />
        </button>
        {id === root && <Badge tone="accent">Root</Badge>}
        {archived && <Badge tone="slate">Archived</Badge>}
        {owner !== undefined && (
          <span className="w-full text-12 wrap-break-word text-muted sm:hidden">{owner}</span>
        )}
        <span className="flex w-full min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-12 text-muted sm:hidden">
          <TimingBadge clock={clocks?.get(id)} />
          <span>
            {!hasOnward || id === root
              ? countOf(counts.dependents.get(id)?.size ?? 0, "dependent", "dependents")
              : (affected?.onward?.repositories ?? 0) > 0 &&
                `passes it on to ${formatCount(affected?.onward?.repositories ?? 0)}`}
            {!hasOnward && root !== undefined && " here"}
          </span>
        </span>
      </span>
    ),
  },
  OWNER_COLUMN,
  ...(clocks === undefined ? [] : [timingColumn(clocks, root)]),
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
    header: root === undefined ? "Dependencies" : "Dependencies in this table",
    align: "right",
    from: "md",
    width: COUNT_WIDTH,
    mostFirst: true,
    value: ({ id }) => counts.dependencies.get(id)?.size ?? 0,
    cell: ({ id }) => formatCount(counts.dependencies.get(id)?.size ?? 0),
  },
  hasOnward ? onwardColumn(root) : dependentsColumn(counts, root),
];

/** The header wraps. */
const COUNT_WIDTH = "min-w-28 whitespace-normal!";

const dependentsColumn = (
  { dependents }: ReturnType<typeof neighborsOf>,
  root: string | undefined,
): Column<ViewNode> => ({
  id: "in",
  header: root === undefined ? "Dependents" : "Dependents in this table",
  align: "right",
  from: "sm",
  width: COUNT_WIDTH,
  mostFirst: true,
  value: ({ id }) => dependents.get(id)?.size ?? 0,
  cell: ({ id }) => formatCount(dependents.get(id)?.size ?? 0),
});

const onwardColumn = (root: string | undefined): Column<ViewNode> => ({
  id: "onward",
  header: "Passes on",
  align: "right",
  from: "sm",
  width: COUNT_WIDTH,
  mostFirst: true,
  value: (node) => (node.id === root ? null : passedOn(node).repositories),
  cell: (node) => <PassedOn {...passedOn(node)} />,
});

const NEXT_RUN = CLOCK_LOOKS.next_run;

/** `230`, and below those on the next run. */
const PassedOn = ({ repositories, next_run }: ReturnType<typeof passedOn>) =>
  repositories === 0 ? (
    <span className="text-faint">–</span>
  ) : (
    <span className="inline-flex items-center gap-2">
      {next_run > 0 && (
        <span
          className={cx("flex items-center gap-0.5 text-12", NEXT_RUN.text)}
          title={`${formatCount(next_run)} on next run`}
        >
          <NEXT_RUN.icon role="img" aria-label="on next run" className="size-3" />
          {formatCount(next_run)}
        </span>
      )}
      <span className="min-w-8">{formatCount(repositories)}</span>
    </span>
  );

const OWNER_COLUMN: Column<ViewNode> = {
  id: "owner",
  header: "Owner of the repository",
  from: "sm",
  width: "min-w-48 lg:min-w-56",
  value: ({ owner }) => owner ?? null,
  cell: ({ owner, ownerName }) => (
    <span className="block wrap-break-word" title={ownerName}>
      {owner ?? <span className="text-faint">–</span>}
    </span>
  ),
};

const timingColumn = (clocks: ReadonlyMap<string, Clock>, root: string | undefined): Column<ViewNode> => ({
  id: "clock",
  header: "Timing",
  from: "sm",
  width: "min-w-36",
  value: ({ id }) => {
    const clock = clocks.get(id);
    // The root is where the change comes from.
    return id === root ? -1 : clock === undefined ? null : CLOCKS.indexOf(clock);
  },
  cell: ({ id }) => <TimingBadge clock={clocks.get(id)} />,
});

const TimingBadge = ({ clock }: { clock: Clock | undefined }) =>
  clock === undefined ? <span className="text-faint max-sm:hidden">–</span> : <ClockBadge clock={clock} />;

const hopsColumn = (hopsOf: (id: string) => number | null): Column<ViewNode> => ({
  id: "hops",
  header: "Hops",
  align: "right",
  from: "md",
  width: "min-w-20",
  value: ({ id }) => Math.abs(hopsOf(id) ?? 0),
  cell: ({ id }) => hopsOf(id) ?? "–",
});

function edgeColumns(view: GraphView): Column<ViewEdge>[] {
  const names = new Map(view.nodes.map(({ id, fullPath }) => [id, fullPath]));
  const name = (id: string) => <BreakableName text={names.get(id) ?? id} />;
  return [
    { id: "source", header: "Repository", width: "w-1/3", cell: ({ source }) => name(source) },
    {
      id: "target",
      header: "Depends on",
      width: "w-1/3",
      cell: ({ target, type }) => (
        <>
          {name(target)}
          <span className="block text-12 text-muted md:hidden">{inHeading(type)}</span>
        </>
      ),
    },
    {
      id: "type",
      header: "Type",
      from: "md",
      width: "min-w-44",
      cell: ({ type }) => <TypeLabel type={type} />,
    },
    {
      id: "clock",
      header: "When",
      from: "sm",
      width: "min-w-36",
      cell: ({ clock }) => <ClockBadge clock={clock} />,
    },
    {
      id: "role",
      header: "Role",
      from: "lg",
      width: "min-w-24",
      cell: ({ role }) => <span className="text-muted">{inHeading(role)}</span>,
    },
    {
      id: "version",
      header: "Version",
      from: "lg",
      width: "min-w-32",
      cell: ({ version }) => (
        <span className="block truncate font-mono text-12 text-muted">{version ?? "–"}</span>
      ),
    },
    {
      id: "confidence",
      header: "Confidence",
      from: "sm",
      width: "min-w-28",
      cell: ({ confidence }) => <ConfidenceBar confidence={confidence} />,
    },
  ];
}
