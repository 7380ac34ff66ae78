import { Badge } from "../../components/badge.tsx";
import { ConfidenceBar } from "../../components/confidence-bar.tsx";
import { Middle } from "../../components/middle.tsx";
import { formatCount } from "../../format/count.ts";
import { inHeading } from "../../format/words.ts";
import type { Column } from "../../list/column.ts";
import { ROW_LINK } from "../../list/row-link.ts";
import type { GraphView, ViewEdge, ViewNode } from "./graph-view.ts";

export const nodeColumns = (root: string | undefined, onSelect: (id: string) => void): Column<ViewNode>[] => [
  {
    id: "name",
    header: "Repository",
    width: "w-full",
    cell: ({ id, fullPath, archived }) => (
      <span className="flex min-w-0 items-center gap-2">
        <button type="button" onClick={() => onSelect(id)} {...ROW_LINK}>
          <Middle text={fullPath} />
        </button>
        {id === root && <Badge tone="accent">Root</Badge>}
        {archived && <Badge tone="slate">Archived</Badge>}
      </span>
    ),
  },
  {
    id: "type",
    header: "Main type",
    from: "md",
    width: "min-w-44",
    cell: ({ mainType }) => <span className="text-muted">{mainType ? inHeading(mainType) : "–"}</span>,
  },
  {
    id: "hops",
    header: "Hops",
    align: "right",
    from: "md",
    width: "min-w-20",
    cell: ({ hops }) => hops ?? "–",
  },
  {
    id: "out",
    header: "Dependencies",
    align: "right",
    from: "sm",
    width: "min-w-20",
    cell: ({ fanOut }) => formatCount(fanOut),
  },
  {
    id: "in",
    header: "Dependents",
    align: "right",
    width: "min-w-24",
    cell: ({ fanIn }) => formatCount(fanIn),
  },
];

export function edgeColumns(view: GraphView): Column<ViewEdge>[] {
  const names = new Map(view.nodes.map(({ id, fullPath }) => [id, fullPath]));
  const name = (id: string) => <Middle text={names.get(id) ?? id} />;
  return [
    { id: "source", header: "Repository", width: "w-1/3", cell: ({ source }) => name(source) },
    {
      id: "target",
      header: "Depends on",
      width: "w-1/3",
      cell: ({ target, type }) => (
        <>
          {name(target)}
          <span className="text-12 text-muted md:hidden">{inHeading(type)}</span>
        </>
      ),
    },
    {
      id: "type",
      header: "Type",
      from: "md",
      width: "min-w-44",
      cell: ({ type }) => <span className="text-muted">{inHeading(type)}</span>,
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
