import { listArtifactVersions } from "@knockon/contract/operations/artifact";
import type { Artifact, ArtifactVersion } from "@knockon/contract/resources/artifact";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Tags } from "lucide-react";
import type { z } from "zod";
import { useWorkspace } from "../../api/workspace.ts";
import { RequireFeature } from "../../components/access.tsx";
import { Badge } from "../../components/badges.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { TruncatedName, TimeAgo } from "../../components/text.tsx";
import { formatCount } from "../../format/format.ts";
import type { Column } from "../../list/columns.tsx";
import { ListPage } from "../../list/list-page.tsx";
import { pageQuery } from "../../list/list-search.ts";

const route = getRouteApi("/w/$slug/artifacts/$artifactId");

const COLUMNS: Column<z.output<typeof ArtifactVersion>>[] = [
  {
    id: "version",
    header: "Version",
    width: "w-full",
    cell: ({ version, is_latest }) => (
      <span className="flex min-w-0 items-center gap-2">
        <TruncatedName text={version} />
        {is_latest && <Badge tone="success">Latest release</Badge>}
      </span>
    ),
  },
  {
    id: "published",
    header: "Published",
    from: "sm",
    width: "min-w-32",
    cell: ({ published_at }) => <TimeAgo at={published_at} never="Unknown" />,
  },
  {
    id: "consumers",
    header: "Consumers",
    align: "right",
    width: "min-w-26",
    cell: ({ consumer_count }) => formatCount(consumer_count),
  },
];

/** Newest first, in the order of the ecosystem. */
export const ArtifactVersions = ({ artifact }: { artifact: Artifact }) => (
  <RequireFeature
    feature="artifact_dashboard"
    title="Artifact versions"
    promise="See every version of this artifact and how many repositories use it."
  >
    <VersionList artifact={artifact} />
  </RequireFeature>
);

function VersionList({ artifact }: { artifact: Artifact }) {
  const { api } = useWorkspace();
  const { tab, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const input = { params: { artifact_id: artifact.id }, query: pageQuery(search) };
  const found = useQuery({
    ...api.queryPage(listArtifactVersions, input),
    placeholderData: keepPreviousData,
  });
  const isHigherKnown = (found.data?.items.findIndex(({ is_latest }) => is_latest) ?? -1) > 0;
  return (
    <>
      {isHigherKnown && (
        <p className="mb-3 text-13 text-muted">
          The latest release is the highest stable version among the tags and manifests of the producing
          repository. Versions above it are pre-releases, variants, or stated only by consumers.
        </p>
      )}
      <ListPage
        noun="versions"
        query={found}
        columns={COLUMNS}
        rowId={({ version }) => version}
        search={{ page: search.page }}
        onSearch={({ page }) => void navigate({ search: { tab, page }, replace: true, resetScroll: false })}
        empty={
          <EmptyState icon={Tags} title="No versions">
            Versions come from the producing repository's tags and manifests, and from its consumers.
          </EmptyState>
        }
      />
    </>
  );
}
