import { listArtifactConsumers, listArtifactVersions } from "@knockon/contract/operations/artifact";
import type { Artifact, ArtifactConsumers, ArtifactVersion } from "@knockon/contract/resources/artifact";
import type { VersionConstraintState } from "@knockon/contract/vocabulary/version-constraint-state";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Tags } from "lucide-react";
import { useMemo, useState } from "react";
import type { z } from "zod";
import { useWorkspace } from "../../api/workspace.ts";
import { RequireFeature } from "../../components/access.tsx";
import { Badge, VersionStateBadge } from "../../components/badges.tsx";
import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Section } from "../../components/page-header.tsx";
import { TruncatedName, TimeAgo } from "../../components/text.tsx";
import { countOf, formatCount } from "../../format/format.ts";
import type { Column } from "../../list/columns.tsx";
import { DataTable } from "../../list/data-table.tsx";
import { ListPage } from "../../list/list-page.tsx";
import { pageQuery } from "../../list/list-search.ts";

const route = getRouteApi("/w/$slug/artifacts/$artifactId");

type Version = z.output<typeof ArtifactVersion>;

const COLUMNS: Column<Version>[] = [
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

/** The columns that say something of these versions: few ecosystems have dates of publication. */
const columnsFor = (versions: readonly Version[]): Column<Version>[] =>
  COLUMNS.filter(
    ({ id }) => id !== "published" || versions.some(({ published_at }) => published_at !== null),
  );

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
  const [areAllShown, setAllShown] = useState(false);
  const items = found.data?.items ?? [];
  const used = items.filter(({ consumer_count, is_latest }) => consumer_count > 0 || is_latest);
  const unused = items.length - used.length;
  const isHigherKnown = (found.data?.items.findIndex(({ is_latest }) => is_latest) ?? -1) > 0;
  return (
    <>
      {isHigherKnown && areAllShown && (
        <p className="mb-3 text-13 text-muted">
          The latest release is the highest stable version among the tags and manifests of the producing
          repository. Versions above it are pre-releases, variants, or stated only by consumers.
        </p>
      )}
      <ListPage
        noun="versions"
        skeletonRows={3}
        query={found}
        columns={columnsFor(items)}
        rowId={({ version }) => version}
        search={{ page: search.page }}
        onSearch={({ page }) => void navigate({ search: { tab, page }, replace: true, resetScroll: false })}
        empty={
          <EmptyState icon={Tags} title="No versions">
            Versions come from the producing repository's tags and manifests, and from its consumers.
          </EmptyState>
        }
      >
        {(all) => (
          <DataTable
            caption="Versions"
            columns={columnsFor(all)}
            rows={areAllShown ? all : used}
            rowId={({ version }) => version}
          />
        )}
      </ListPage>
      {unused > 0 && (
        <p className="mt-3">
          <Button onClick={() => setAllShown(!areAllShown)}>
            {areAllShown
              ? "Hide unused versions"
              : `Show ${countOf(unused, "version", "versions")} without consumers`}
          </Button>
        </p>
      )}
      {found.data && <OtherConstraints artifact={artifact} />}
    </>
  );
}

interface Constraint {
  constraint: string | null;
  state: VersionConstraintState;
  repositories: number;
}

const CONSTRAINT_COLUMNS: Column<Constraint>[] = [
  {
    id: "constraint",
    header: "Constraint",
    width: "w-full",
    cell: ({ constraint }) =>
      constraint === null ? (
        <span className="text-muted">No version</span>
      ) : (
        <TruncatedName text={constraint} />
      ),
  },
  {
    id: "state",
    header: "Kind",
    width: "min-w-30",
    cell: ({ state }) => <VersionStateBadge state={state} />,
  },
  {
    id: "consumers",
    header: "Consumers",
    align: "right",
    width: "min-w-26",
    cell: ({ repositories }) => formatCount(repositories),
  },
];

/** Consumers that no version of the list counts: those of moving tags, ranges and commits, by constraint. */
function OtherConstraints({ artifact }: { artifact: Artifact }) {
  const { api } = useWorkspace();
  const input = { params: { artifact_id: artifact.id }, query: pageQuery({}) };
  const { data } = useQuery(api.queryPage(listArtifactConsumers, input));
  const rows = useMemo(() => otherConstraints(data?.items.consumers ?? []), [data]);
  if (data === undefined || rows.length === 0) return null;
  return (
    <div className="mt-6">
      <Section
        title="Other constraints"
        aside={
          data.total > data.items.consumers.length
            ? `Of the first ${countOf(data.items.consumers.length, "use", "uses")}`
            : undefined
        }
      >
        <DataTable
          caption="Constraints"
          columns={CONSTRAINT_COLUMNS}
          rows={rows}
          rowId={({ constraint, state }) => `${state} ${constraint}`}
        />
      </Section>
    </div>
  );
}

type Consumer = z.output<typeof ArtifactConsumers>["consumers"][number];

/** Constraints that name no single version, those of most repositories first. */
function otherConstraints(consumers: readonly Consumer[]): Constraint[] {
  const others = consumers.filter(
    ({ version_constraint_state: state }) => state !== "pinned" && state !== "digest",
  );
  const groups = Map.groupBy(others, (one) => `${one.version_constraint_state} ${one.version_constraint}`);
  return [...groups.values()]
    .flatMap(([first, ...rest]) =>
      first === undefined
        ? []
        : {
            constraint: first.version_constraint,
            state: first.version_constraint_state,
            repositories: new Set([first, ...rest].map(({ repository }) => repository.id)).size,
          },
    )
    .toSorted((a, b) => b.repositories - a.repositories);
}
