import { useMemo } from "react";
import { Section } from "../../components/section.tsx";
import { formatCount } from "../../format/count.ts";
import { DataTable } from "../../list/data-table.tsx";
import type { GraphView } from "./graph-view.ts";
import { edgeColumns, nodeColumns } from "./graph-columns.tsx";

interface GraphTableProps {
  view: GraphView;
  root: string | undefined;
  onSelect: (id: string) => void;
}

/** The same repositories and uses, to be read. */
export function GraphTable({ view, root, onSelect }: GraphTableProps) {
  const columns = useMemo(() => nodeColumns(root, onSelect), [root, onSelect]);
  const uses = useMemo(() => edgeColumns(view), [view]);
  const nodes = useMemo(
    () => view.nodes.toSorted((a, b) => b.fanIn - a.fanIn || (a.fullPath < b.fullPath ? -1 : 1)),
    [view],
  );
  return (
    <div className="flex h-full flex-col gap-8 overflow-y-auto p-4 md:px-8 md:py-6">
      <Section title="Repositories" aside={formatCount(nodes.length)}>
        <DataTable
          caption="Repositories of the graph"
          columns={columns}
          rows={nodes}
          rowId={({ id }) => id}
        />
      </Section>
      <Section title="Uses" aside={formatCount(view.edges.length)}>
        <DataTable caption="Who uses whom" columns={uses} rows={view.edges} rowId={({ id }) => id} />
      </Section>
    </div>
  );
}
