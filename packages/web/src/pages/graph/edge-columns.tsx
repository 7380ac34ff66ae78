import type { GraphView, ViewEdge } from "./graph-view.ts";
import { ClockBadge } from "../../components/badges.tsx";
import { BreakableName } from "../../components/breakable-name.tsx";
import { TypeLabel } from "../../components/ecosystem.tsx";
import { ConfidenceBar } from "../../components/figures.tsx";
import { inHeading } from "../../format/words.ts";
import type { Column } from "../../list/columns.tsx";

/** The columns of the table of dependencies. */
export function edgeColumns(view: GraphView): Column<ViewEdge>[] {
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
