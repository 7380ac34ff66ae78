import type { Artifact } from "@knockon/contract/resources/artifact";
import { Package } from "lucide-react";
import { Badge } from "../../components/badge.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Middle } from "../../components/middle.tsx";
import { formatCount } from "../../format/count.ts";
import { inWords } from "../../format/words.ts";
import type { Column } from "../../list/column.ts";
import { DataTable } from "../../list/data-table.tsx";

const COLUMNS: Column<Artifact>[] = [
  {
    id: "name",
    header: "Artifact",
    width: "w-full",
    cell: ({ name, is_orphan }) => (
      <span className="flex min-w-0 items-center gap-2">
        <Middle text={name} />
        {is_orphan && <Badge dashed>orphan</Badge>}
      </span>
    ),
  },
  {
    id: "type",
    header: "Kind",
    from: "sm",
    width: "min-w-36",
    cell: ({ artifact_type }) => <span className="text-muted">{inWords(artifact_type)}</span>,
  },
  {
    id: "version",
    header: "Latest",
    from: "sm",
    width: "min-w-24",
    cell: ({ version }) => <span className="block truncate font-mono text-12 text-muted">{version}</span>,
  },
  {
    id: "consumers",
    header: "Consumers",
    align: "right",
    width: "min-w-24",
    cell: ({ consumer_count }) => formatCount(consumer_count),
  },
];

/** What it produces. */
export function RepositoryArtifacts({ artifacts }: { artifacts: readonly Artifact[] }) {
  if (artifacts.length === 0) {
    return (
      <EmptyState icon={Package} title="It produces nothing">
        Images, packages, modules and actions that a repository publishes are listed here.
      </EmptyState>
    );
  }
  return <DataTable caption="Artifacts" columns={COLUMNS} rows={artifacts} rowId={({ id }) => id} />;
}
