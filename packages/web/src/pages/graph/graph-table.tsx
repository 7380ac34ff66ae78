import { useMemo } from "react";
import { useWorkspace } from "../../api/workspace-context.ts";
import { TabLinks } from "../../components/tab-links.tsx";
import { DataTable } from "../../list/data-table.tsx";
import { edgeColumns, nodeColumns } from "./graph-columns.tsx";
import type { GraphSearch } from "./graph-search.ts";
import type { GraphView } from "./graph-view.ts";

interface GraphTableProps {
  view: GraphView;
  root: string | undefined;
  search: GraphSearch;
  onSelect: (id: string) => void;
}

/** The same repositories and uses, to be read. */
export function GraphTable({ view, root, search, onSelect }: GraphTableProps) {
  const { slug } = useWorkspace().workspace;
  const columns = useMemo(() => nodeColumns(root, onSelect), [root, onSelect]);
  const uses = useMemo(() => edgeColumns(view), [view]);
  const nodes = useMemo(
    () => view.nodes.toSorted((a, b) => b.fanIn - a.fanIn || (a.fullPath < b.fullPath ? -1 : 1)),
    [view],
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
          search: { ...search, view: id as GraphSearch["view"] },
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
        />
      )}
    </div>
  );
}
