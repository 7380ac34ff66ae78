import { listArtifactConsumers, listArtifactVersions } from "@knockon/contract/operations/artifact";
import type { Artifact, ArtifactVersion } from "@knockon/contract/resources/artifact";
import type { VersionConstraintState } from "@knockon/contract/vocabulary/version-constraint-state";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Tags } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import type { z } from "zod";
import {
  type Comparison,
  ComparisonLabel,
  comparisonOf,
  type Consumer,
  countRepositories,
  usesOf,
} from "./standings.tsx";
import { useWorkspace } from "../../api/workspace.ts";
import { RequireFeature } from "../../components/access.tsx";
import { Badge, VersionStateBadge } from "../../components/badges.tsx";
import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Loaded, TableSkeleton } from "../../components/loaded.tsx";
import { Section } from "../../components/page-header.tsx";
import { TruncatedName, TimeAgo } from "../../components/text.tsx";
import { countOf, formatCount, shortVersion } from "../../format/format.ts";
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

/** The versions in use, and all published ones on request. */
function VersionList({ artifact }: { artifact: Artifact }) {
  const { api } = useWorkspace();
  const [areAllShown, setAllShown] = useState(false);
  const input = { params: { artifact_id: artifact.id }, query: { limit: 1 } };
  const { data: known } = useQuery(api.queryPage(listArtifactVersions, input));
  if (known?.total === 0) return <UsedVersions artifact={artifact} />;
  const all = known === undefined ? "all" : `all ${formatCount(known.total)}`;
  return (
    <>
      <UsedVersions artifact={artifact}>
        <Button aria-expanded={areAllShown} onClick={() => setAllShown(!areAllShown)}>
          {areAllShown ? "Hide all versions" : `Show ${all} versions`}
        </Button>
      </UsedVersions>
      {areAllShown && <KnownVersions artifact={artifact} />}
    </>
  );
}

/** Versions by tags, manifests and consumers. */
function KnownVersions({ artifact }: { artifact: Artifact }) {
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
    <div className="mt-4">
      {isHigherKnown && (
        <p className="mb-3 text-13 text-muted">
          The latest release is the highest stable version among the tags and manifests of the producing
          repository. Versions above it are pre-releases, variants, or stated only by consumers.
        </p>
      )}
      <ListPage
        noun="versions"
        skeletonRows={3}
        query={found}
        columns={columnsFor(found.data?.items ?? [])}
        rowId={({ version }) => version}
        search={{ page: search.page }}
        onSearch={({ page }) => void navigate({ search: { tab, page }, replace: true, resetScroll: false })}
        empty={
          <EmptyState icon={Tags} title="No versions">
            Versions come from the producing repository's tags and manifests, and from its consumers.
          </EmptyState>
        }
      />
    </div>
  );
}

interface UsedVersion {
  /** As written, without the operator of a pin. */
  constraint: string | null;
  state: VersionConstraintState;
  comparison: Comparison;
  repositories: number;
}

const usedColumns = (latest: string | null): Column<UsedVersion>[] => [
  {
    id: "constraint",
    header: "Version",
    width: "w-full",
    cell: ({ constraint }) => (
      <span className="flex min-w-0 items-center gap-2">
        {constraint === null ? (
          <span className="text-muted">No version</span>
        ) : (
          <TruncatedName text={shortVersion(constraint)} />
        )}
        {constraint !== null && constraint === latest && <Badge tone="success">Latest release</Badge>}
      </span>
    ),
  },
  {
    id: "state",
    header: "Kind",
    from: "sm",
    width: "min-w-30",
    cell: ({ state }) => <VersionStateBadge state={state} />,
  },
  {
    id: "comparison",
    header: "Status",
    from: "sm",
    stacked: true,
    width: "min-w-40",
    cell: ({ comparison }) => <ComparisonLabel of={comparison} />,
  },
  {
    id: "repositories",
    header: "Repositories",
    align: "right",
    width: "min-w-26",
    cell: ({ repositories }) => formatCount(repositories),
  },
];

/** What consumers declare: versions that can be compared with the latest one, and apart from them the others. */
function UsedVersions({ artifact, children }: { artifact: Artifact; children?: ReactNode }) {
  const { api } = useWorkspace();
  const found = useQuery(api.queryPage(listArtifactConsumers, usesOf(artifact)));
  const columns = useMemo(() => usedColumns(artifact.version), [artifact.version]);
  return (
    <Loaded query={found} skeleton={<TableSkeleton rows={3} />}>
      {({ items: { consumers }, total }) => {
        const used = usedVersions(consumers);
        const compared = used.filter(({ comparison }) => comparison !== "unknown");
        const others = used.filter(({ comparison }) => comparison === "unknown");
        const ofFirst =
          total > consumers.length ? `Of the first ${countOf(consumers.length, "use", "uses")}` : undefined;
        return (
          <div className="flex flex-col items-stretch gap-6">
            {used.length === 0 && (
              <EmptyState icon={Tags} title="No versions in use">
                No scanned repository uses this artifact.
              </EmptyState>
            )}
            {compared.length > 0 && (
              <Section title="Versions in use" aside={ofFirst}>
                <DataTable caption="Versions in use" columns={columns} rows={compared} rowId={keyOf} />
              </Section>
            )}
            {others.length > 0 && (
              <Section title="Without a comparable version" aside={ofFirst}>
                <DataTable
                  caption="Without a comparable version"
                  columns={columns.filter(({ id }) => id !== "comparison")}
                  rows={others}
                  rowId={keyOf}
                />
              </Section>
            )}
            {children && <p>{children}</p>}
          </div>
        );
      }}
    </Loaded>
  );
}

const keyOf = ({ constraint, state, comparison }: UsedVersion): string =>
  `${state} ${comparison} ${constraint}`;

/** Compares versions without operators such as `^`, numerically. */
const compareVersions = (a: string | null, b: string | null): number =>
  bare(a).localeCompare(bare(b), "en", { numeric: true });
const bare = (constraint: string | null): string => constraint?.replace(/^[^\p{L}\p{N}]+/u, "") ?? "";

/** What is up to date first, then the newest version. */
const ORDER: readonly Comparison[] = ["latest", "ahead", "lagging", "floating", "unknown"];

function usedVersions(consumers: readonly Consumer[]): UsedVersion[] {
  const rows = consumers.map((use) => ({
    use,
    constraint: use.version_constraint?.replace(/^\s*={1,3}\s*/u, "") ?? null,
    state: use.version_constraint_state,
    comparison: comparisonOf(use),
  }));
  return [...Map.groupBy(rows, (row) => keyOf({ ...row, repositories: 0 })).values()]
    .flatMap((same) => {
      const [first] = same;
      if (first === undefined) return [];
      const { constraint, state, comparison } = first;
      return { constraint, state, comparison, repositories: countRepositories(same.map(({ use }) => use)) };
    })
    .toSorted(
      (a, b) =>
        ORDER.indexOf(a.comparison) - ORDER.indexOf(b.comparison) ||
        compareVersions(b.constraint, a.constraint) ||
        b.repositories - a.repositories,
    );
}
