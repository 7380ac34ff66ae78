import { listArtifactConsumers, listArtifactVersions } from "@knockon/contract/operations/artifact";
import type { Artifact, ArtifactVersion } from "@knockon/contract/resources/artifact";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Tags } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import type { z } from "zod";
import { ComparisonLabel, countRepositories, AHEAD_NOTE, usesOf } from "./standings.tsx";
import { keyOfVersion, type UsedVersion, usedVersions } from "./used-versions.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { RequireFeature } from "../../components/access.tsx";
import { Badge, VersionStateBadge } from "../../components/badges.tsx";
import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Loaded, TableSkeleton } from "../../components/loaded.tsx";
import { Section } from "../../components/page-header.tsx";
import { TruncatedName, TimeAgo } from "../../components/text.tsx";
import { countOf, formatCount, shortVersion } from "../../format/format.ts";
import { RELEASE_NOTE, sentenceCase } from "../../format/words.ts";
import { type Column, ROW_LINK } from "../../list/columns.tsx";
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
        {is_latest && <Badge tone="success">Latest known</Badge>}
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

/** The versions in use, and all known ones on request. */
function VersionList({ artifact }: { artifact: Artifact }) {
  const { api } = useWorkspace();
  const [areAllShown, setAllShown] = useState(false);
  const input = { params: { artifact_id: artifact.id }, query: { limit: 1 } };
  const { data: known } = useQuery(api.queryPage(listArtifactVersions, input));
  const show =
    known?.total === 1
      ? "Show the known version"
      : `Show all ${formatCount(known?.total ?? 0)} known versions`;
  return (
    <>
      <UsedVersions
        artifact={artifact}
        below={(used) =>
          // A list that has no more rows says nothing that the one above and the facts do not.
          known !== undefined &&
          known.total > used && (
            <p>
              <Button aria-expanded={areAllShown} onClick={() => setAllShown(!areAllShown)}>
                {areAllShown ? "Hide known versions" : show}
              </Button>
            </p>
          )
        }
      />
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
          {RELEASE_NOTE} Versions above it are pre-releases, variants, or stated only by consumers.
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

const usedColumns = (latest: string | null): Column<UsedVersion>[] => [
  {
    id: "constraint",
    header: "Version",
    width: "w-full",
    cell: ({ constraint, state }) => (
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        {constraint === null ? (
          <span className="text-muted">No version</span>
        ) : (
          <route.Link search={{ q: constraint }} title="Show its consumers" {...ROW_LINK}>
            <TruncatedName text={shortVersion(constraint)} />
          </route.Link>
        )}
        {state !== "absent" && <span className="text-12 text-muted sm:hidden">{sentenceCase(state)}</span>}
        {constraint !== null && constraint === latest && <Badge tone="success">Latest known</Badge>}
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

interface UsedVersionsProps {
  artifact: Artifact;
  /** Shown below as many versions in use. */
  below: (used: number) => ReactNode;
}

/** What consumers declare: versions that can be compared with the latest one, and apart from them the others. */
function UsedVersions({ artifact, below }: UsedVersionsProps) {
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
        const counted = used.reduce((sum, { repositories }) => sum + repositories, 0);
        const notes = [
          ...(compared.some(({ comparison }) => comparison === "ahead") ? [AHEAD_NOTE] : []),
          ...(counted > countRepositories(consumers)
            ? ["A repository with several versions counts once per version."]
            : []),
        ];
        return (
          <div className="flex flex-col items-stretch gap-6">
            {used.length === 0 && (
              <EmptyState icon={Tags} title="No versions in use">
                No scanned repository uses this artifact.
              </EmptyState>
            )}
            {compared.length > 0 && (
              <Section title="Versions in use" aside={ofFirst}>
                <DataTable caption="Versions in use" columns={columns} rows={compared} rowId={keyOfVersion} />
              </Section>
            )}
            {others.length > 0 && (
              <Section title="Without a comparable version" aside={ofFirst}>
                <DataTable
                  caption="Without a comparable version"
                  columns={columns.filter(({ id }) => id !== "comparison")}
                  rows={others}
                  rowId={keyOfVersion}
                />
              </Section>
            )}
            {notes.length > 0 && <p className="-mt-4 text-12 text-muted">{notes.join(" ")}</p>}
            {below(used.length)}
          </div>
        );
      }}
    </Loaded>
  );
}
