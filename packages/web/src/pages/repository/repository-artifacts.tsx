import type { Artifact } from "@knockon/contract/resources/artifact";
import { Package } from "lucide-react";
import { useMemo } from "react";
import { useWorkspace } from "../../api/workspace.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { DataTable } from "../../list/data-table.tsx";
import { artifactColumns } from "../artifacts/artifact-columns.tsx";

const mostUsedFirst = (artifacts: readonly Artifact[]): Artifact[] =>
  artifacts.toSorted((a, b) => b.dependent_count - a.dependent_count || a.name.localeCompare(b.name));

export function RepositoryArtifacts({ artifacts }: { artifacts: readonly Artifact[] }) {
  const { slug } = useWorkspace().workspace;
  const columns = useMemo(
    () => artifactColumns(slug, { hasProducers: false }).filter(({ id }) => id !== "producer"),
    [slug],
  );
  if (artifacts.length === 0) {
    return (
      <EmptyState icon={Package} title="No artifacts">
        Images, packages, modules and actions that this repository publishes appear here.
      </EmptyState>
    );
  }
  return (
    <DataTable caption="Artifacts" columns={columns} rows={mostUsedFirst(artifacts)} rowId={({ id }) => id} />
  );
}
