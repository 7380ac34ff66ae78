import type { Page } from "@knockon/contract/client";
import { listArtifactConsumers } from "@knockon/contract/operations/artifact";
import type {
  Artifact,
  ArtifactConsumers as ArtifactConsumersResource,
} from "@knockon/contract/resources/artifact";
import type { Standing } from "@knockon/contract/vocabulary/standing";
import { VERSION_CONSTRAINT_STATES } from "@knockon/contract/vocabulary/version-constraint-state";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { ArrowDown, ArrowUp, CircleCheck, type LucideIcon, Users } from "lucide-react";
import type { z } from "zod";
import { useIncludes, useWorkspace } from "../../api/workspace.ts";
import { RequireFeature } from "../../components/access.tsx";
import { Badge, type Tone, VersionCell, VersionStateBadge } from "../../components/badges.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { DeclarationLocation } from "../../components/evidence-link.tsx";
import { Bars, Figure } from "../../components/figures.tsx";
import { Section } from "../../components/page-header.tsx";
import { countOf, formatCount } from "../../format/format.ts";
import { type Column, RepositoryRowLink } from "../../list/columns.tsx";
import { ListPage } from "../../list/list-page.tsx";
import { pageQuery, serverSort } from "../../list/list-search.ts";

type Consumer = z.output<typeof ArtifactConsumersResource>["consumers"][number];

const STANDINGS: Record<Exclude<Standing, "unknown">, { tone: Tone; icon: LucideIcon; text: string }> = {
  latest: { tone: "success", icon: CircleCheck, text: "Up to date" },
  lagging: { tone: "neutral", icon: ArrowDown, text: "Lagging" },
  ahead: { tone: "neutral", icon: ArrowUp, text: "Ahead" },
};

/** How a consumer compares with the latest version. */
function StandingCell({ standing, version_constraint_state }: Consumer) {
  if (standing === "unknown") {
    return (
      <span className="block truncate text-muted">
        {version_constraint_state === "floating" ? "Follows a tag" : "Not comparable"}
      </span>
    );
  }
  const { tone, icon, text } = STANDINGS[standing];
  return (
    <Badge tone={tone} icon={icon}>
      {text}
    </Badge>
  );
}

const CONSUMER_COLUMNS = [
  {
    id: "repository",
    header: "Repository",
    width: "w-full md:w-1/3",
    sort: "repository",
    cell: ({ repository: { id, full_path } }) => <RepositoryRowLink id={id} text={full_path} />,
  },
  {
    id: "version",
    header: "Version",
    from: "sm",
    stacked: true,
    width: "min-w-36",
    sort: "version_constraint",
    cell: ({ version_constraint, version_constraint_state }) => (
      <VersionCell state={version_constraint_state} constraint={version_constraint} />
    ),
  },
  {
    id: "latest",
    header: "Latest",
    from: "sm",
    stacked: true,
    width: "min-w-34",
    sort: "is_latest",
    cell: (consumer) => <StandingCell {...consumer} />,
  },
  {
    id: "place",
    header: "Evidence",
    from: "md",
    stacked: true,
    width: "md:w-1/3",
    sort: "source_file",
    cell: ({ repository, source_file, source_line, import_count }) => (
      <DeclarationLocation
        repositoryId={repository.id}
        file={source_file}
        line={source_line ?? 1}
        raw={import_count > 1 ? countOf(import_count, "declaration", "declarations in this file") : undefined}
      />
    ),
  },
] as const satisfies Column<Consumer>[];

const route = getRouteApi("/w/$slug/artifacts/$artifactId");

export const ArtifactConsumers = ({ artifact }: { artifact: Artifact }) => (
  <RequireFeature
    feature="artifact_dashboard"
    title="Artifact consumers"
    promise="See every repository that uses this artifact, with the file, line and version."
  >
    <ConsumerList artifact={artifact} />
  </RequireFeature>
);

function ConsumerList({ artifact }: { artifact: Artifact }) {
  const { api } = useWorkspace();
  const { tab: _tab, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const query = {
    ...pageQuery(search),
    ...(search.q !== undefined && { q: search.q }),
    ...serverSort(CONSUMER_COLUMNS, search.sort),
  };
  const input = { params: { artifact_id: artifact.id }, query };
  const found = useQuery({
    ...api.queryPage(listArtifactConsumers, input),
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
      filterLabel="Search repositories and versions"
      onExport={() => api.exportCsv(listArtifactConsumers, input)}
      empty={
        <EmptyState icon={Users} title="No consumers">
          No scanned repository uses this artifact. New consumers appear after their next scan.
        </EmptyState>
      }
    />
  );
}

/** Counts of consumers by version and constraint. Renders nothing without consumers or if the plan excludes them. */
export function ConsumerStates({ artifact }: { artifact: Artifact }) {
  const { api } = useWorkspace();
  const input = { params: { artifact_id: artifact.id }, query: pageQuery({}) };
  const enabled = useIncludes("artifact_dashboard") === true;
  const { data } = useQuery({ ...api.queryPage(listArtifactConsumers, input), enabled });
  if (!data || data.total === 0) return null;
  const { consumers_on_latest, consumers_lagging, state_breakdown } = data.items;
  const states = VERSION_CONSTRAINT_STATES.filter((state) => state_breakdown[state] > 0);
  return (
    <>
      <div className="grid grid-cols-2 divide-x rounded-md border *:px-3 *:pt-3">
        <Figure label="On latest" value={formatCount(consumers_on_latest)} />
        <Figure label="Lagging" value={formatCount(consumers_lagging)} />
      </div>
      <Section title="Version constraints">
        <Bars
          bars={states
            .toSorted((a, b) => state_breakdown[b] - state_breakdown[a])
            .map((state) => ({
              key: state,
              value: state_breakdown[state],
              label: <VersionStateBadge state={state} />,
            }))}
        />
      </Section>
    </>
  );
}
