import type { Page } from "@knockon/contract/client";
import { listArtifactConsumers } from "@knockon/contract/operations/artifact";
import type { Artifact } from "@knockon/contract/resources/artifact";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Users } from "lucide-react";
import { useWorkspace } from "../../api/workspace-context.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { PartOfPlan } from "../../components/part-of-plan.tsx";
import { ListPage } from "../../list/list-page.tsx";
import { pageQuery } from "../../list/list-search.ts";
import { CONSUMER_COLUMNS, type Consumer } from "./consumer-columns.tsx";

const route = getRouteApi("/w/$slug/artifacts/$artifactId");

/** Who uses it, from which file, how firmly. */
export const ArtifactConsumers = ({ artifact }: { artifact: Artifact }) => (
  <PartOfPlan
    feature="artifact_dashboard"
    title="Artifact consumers"
    promise="See every repository that uses this artifact, with the file, line and version."
  >
    <ConsumerList artifact={artifact} />
  </PartOfPlan>
);

function ConsumerList({ artifact }: { artifact: Artifact }) {
  const { api } = useWorkspace();
  const { tab: _tab, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const input = { params: { artifact_id: artifact.id }, query: pageQuery(search) };
  const found = useQuery({
    ...api.askPage(listArtifactConsumers, input),
    placeholderData: keepPreviousData,
    select: ({ items, total }): Page<Consumer[]> => ({ items: items.consumers, total }),
  });
  return (
    <ListPage
      noun="consumers"
      query={found}
      columns={CONSUMER_COLUMNS}
      rowId={({ repository, source_file, source_line, version_constraint }) =>
        `${repository.id} ${source_file}:${source_line} ${version_constraint}`
      }
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      empty={
        <EmptyState icon={Users} title="No consumers">
          No scanned repository uses this artifact. New consumers appear after their next scan.
        </EmptyState>
      }
    />
  );
}
