import { useMemo } from "react";
import { edgeColumns } from "./edge-columns.tsx";
import type { GraphSearch } from "./graph-search.ts";
import type { GraphView, ViewNode } from "./graph-view.ts";
import { neighborsOf } from "./layers.ts";
import { rankOfWhen, whenOf } from "./condition.ts";
import { usedBy, usersOf } from "./collapse-column.ts";
import { nodeColumns, passedOn } from "./table-columns.tsx";
import { clustersByOwner, Owner } from "./table-owner.tsx";
import { orderInWords, RootLine } from "./table-root.tsx";
import { useWorkspace } from "../../api/workspace.ts";
import { isAuthor, PenNote } from "../../components/owner-name.tsx";
import { PassesOnNote } from "../../components/passes-on.tsx";
import { TabLinks } from "../../components/page-header.tsx";
import { DataTable } from "../../list/data-table.tsx";

interface GraphTableProps {
  /** What is drawn. */
  view: GraphView;
  root: string | undefined;
  /** How many get one version on their next run at most. */
  most: number | undefined;
  /** The repositories around the root, those on both sides twice. Undefined without a root. */
  around: readonly ViewNode[] | undefined;
  search: GraphSearch;
  onSelect: (node: ViewNode) => void;
  onSort: (sort: string | undefined) => void;
}

const distanceOf = ({ arrival }: ViewNode): number => Math.abs(arrival?.hops ?? 0);

/** The repositories and dependencies of the graph as tables. */
export function GraphTable({ view, root, most, around, search, onSelect, onSort }: GraphTableProps) {
  const { slug } = useWorkspace().workspace;
  const uses = useMemo(() => edgeColumns(view), [view]);
  const counts = useMemo(() => neighborsOf(view), [view]);
  const nodes = useMemo(() => {
    const dependents = ({ id }: ViewNode): number => counts.dependents.get(id)?.size ?? 0;
    const rank = (node: ViewNode): number => rankOfWhen(whenOf(node));
    // The root is above the table: it is what the others depend on.
    return (around ?? view.nodes)
      .filter(({ id }) => id !== root)
      .toSorted(
        (a, b) =>
          distanceOf(a) - distanceOf(b) ||
          Number(a.archived) - Number(b.archived) ||
          rank(a) - rank(b) ||
          passedOn(b).next_run - passedOn(a).next_run ||
          passedOn(b).repositories - passedOn(a).repositories ||
          // Around a root, the order is that of an impact.
          (root === undefined ? dependents(b) - dependents(a) : usersOf(b) - usersOf(a)) ||
          (a.fullPath < b.fullPath ? -1 : 1),
      );
  }, [view, root, counts, around]);
  // With one hop, the column says nothing.
  const hasHops = useMemo(() => nodes.some((node) => distanceOf(node) > 1), [nodes]);
  const hasVersions = nodes.some(({ arrival }) => (arrival?.versions?.length ?? 0) > 0);
  const hasOnward =
    search.through === undefined && view.nodes.some((node) => passedOn(node).repositories > 0);
  const areDependencies = root !== undefined && nodes.every(({ arrival }) => (arrival?.hops ?? 0) < 0);
  const hasUse =
    !hasOnward &&
    (areDependencies || (search.through === undefined && nodes.some((node) => (usedBy(node) ?? 0) > 0)));
  const hasFastOnward = hasOnward && nodes.some((one) => passedOn(one).next_run > 0);
  const hasAuthors = nodes.some(isAuthor);
  const clusterOf = useMemo(() => clustersByOwner(view, search), [view, search]);
  const columns = useMemo(
    () =>
      nodeColumns({
        root,
        hasHops,
        hasVersions,
        hasOnward,
        hasDependents: !areDependencies && (root === undefined || search.through !== undefined),
        hasUse,
        areDependencies,
        hasFastOnward,
        hasAuthors,
        counts,
        onSelect,
        ownerOf: (node) => <Owner node={node} root={root} search={search} clusterOf={clusterOf} />,
      }),
    [
      root,
      hasHops,
      hasVersions,
      hasOnward,
      hasFastOnward,
      hasUse,
      areDependencies,
      hasAuthors,
      counts,
      onSelect,
      search,
      clusterOf,
    ],
  );
  const rootNode = view.nodes.find(({ id }) => id === root);
  const standard = root === undefined ? "-in" : hasHops ? "hops" : "clock";
  const thenBy =
    root === undefined ? [] : [...(hasHops ? ["clock"] : []), ...(hasOnward || hasUse ? ["-onward"] : [])];
  const isStandard = search.sort === undefined || search.sort === standard;
  return (
    <div className="p-4 md:px-8 md:py-6">
      <TabLinks
        label="Graph table"
        tabs={[
          { id: "table", text: "By repository", count: nodes.length },
          { id: "uses", text: "By dependency", count: view.edges.length },
        ]}
        current={search.view}
        link={(id) => ({
          to: "/w/$slug/graph" as const,
          params: { slug },
          search: { ...search, view: id },
        })}
      />
      {search.view === "uses" ? (
        <DataTable caption="Dependencies" columns={uses} rows={view.edges} rowId={({ id }) => id} isDense />
      ) : (
        <>
          {rootNode && (
            <RootLine root={rootNode} most={most} nodes={nodes}>
              {isStandard && <span>{orderInWords({ hasHops, hasOnward, hasUse })}</span>}
              <span className="flex gap-x-3 empty:hidden">
                {hasOnward && <PassesOnNote />}
                {hasOnward && hasAuthors && "·"}
                {hasAuthors && <PenNote />}
              </span>
            </RootLine>
          )}
          <DataTable
            caption="Repositories in the graph"
            columns={columns}
            rows={nodes}
            rowId={({ id, arrival }) => `${arrival?.hops ?? 0} ${id}`}
            sort={search.sort ?? standard}
            thenBy={isStandard ? thenBy : undefined}
            onSort={onSort}
            hasOneOnPhone
            isDense
          />
        </>
      )}
    </div>
  );
}
