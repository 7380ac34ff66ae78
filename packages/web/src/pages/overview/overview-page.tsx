import { listArtifacts, listConnectedOrgs } from "@knockon/contract/operations/connected-org";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import { getWorkspaceStats } from "@knockon/contract/operations/workspace";
import type { WorkspaceStats } from "@knockon/contract/resources/workspace";
import { useQueries, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Building2 } from "lucide-react";
import type { ReactNode } from "react";
import type { z } from "zod";
import { LatentBreaks, RecentChecks } from "./attention.tsx";
import { LastScans, StaleRepositories } from "./freshness.tsx";
import { AT_RISK, OwnershipRisk } from "./ownership-risk.tsx";
import { Question } from "./question.tsx";
import { Riskiest, RISKIEST } from "./riskiest.tsx";
import { ViewAll } from "../../components/view-all.tsx";
import { ARTIFACT_FILTERS } from "../artifacts/artifact-filters.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { buttonLook } from "../../components/button.tsx";
import { useIsWide } from "../../components/dom.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { Figure, FigureGrid, figureLook } from "../../components/figures.tsx";
import { Loaded, SkeletonBlock, TableSkeleton } from "../../components/loaded.tsx";
import { PageHeader, Section } from "../../components/page-header.tsx";
import { countOf } from "../../format/format.ts";
import { sourceWord } from "../../format/words.ts";

const FIGURES_HEIGHT = "h-45 sm:h-62 lg:h-31";

export function OverviewPage() {
  const { workspace, api } = useWorkspace();
  const stats = useQuery(api.query(getWorkspaceStats, { params: { workspace_id: workspace.id } }));
  const orgs = useQuery(api.query(listConnectedOrgs, { query: { limit: 500 } }));
  if (orgs.data?.length === 0) return <NothingConnected />;
  return (
    <>
      <PageHeader title="Overview" />
      <Question />
      <Loaded query={stats} skeleton={<SkeletonBlock className={FIGURES_HEIGHT} />}>
        {(data) =>
          orgs.data ? (
            <OverviewFigures stats={data} orgs={orgs.data} />
          ) : (
            <SkeletonBlock className={FIGURES_HEIGHT} />
          )
        }
      </Loaded>
      <Sections orgs={orgs} />
    </>
  );
}

/** On a wide window, two columns that end where their content ends. Otherwise one, with what needs attention before the risks. */
function Sections({ orgs }: { orgs: UseQueryResult<ConnectedOrg[]> }) {
  const isWide = useIsWide();
  const riskiest = (
    <Section
      title="Riskiest to change"
      note={RISKIEST}
      aside={<ViewAll to="/w/$slug/repositories" text="View all repositories" />}
    >
      <Riskiest />
    </Section>
  );
  const attention = (
    <>
      <Section title="Recent checks" aside={<ViewAll to="/w/$slug/checks" text="View all checks" />}>
        <Loaded query={orgs} skeleton={<TableSkeleton rows={1} />}>
          {(data) => <RecentChecks orgs={data} />}
        </Loaded>
      </Section>
      <Section title="Latent breaks" aside={<ViewAll to="/w/$slug/latent-breaks" text="View all" />}>
        <Loaded query={orgs} skeleton={<TableSkeleton rows={1} />}>
          {(data) => <LatentBreaks orgs={data} />}
        </Loaded>
      </Section>
    </>
  );
  const ownership = (
    <Section
      title="Ownership risk"
      note={AT_RISK}
      aside={<ViewAll to="/w/$slug/ownership" text="View all risks" />}
    >
      <Loaded query={orgs} skeleton={<SkeletonBlock className="h-80" />}>
        {(data) => <OwnershipRisk orgs={data} />}
      </Loaded>
    </Section>
  );
  const freshness = (
    <>
      <Section title="Latest scans" aside={<ViewAll to="/w/$slug/scans" text="View all scans" />}>
        <Loaded query={orgs} skeleton={<TableSkeleton rows={3} />}>
          {(data) => <LastScans orgs={data} />}
        </Loaded>
      </Section>
      <Section title="Stale repositories">
        <StaleRepositories />
      </Section>
    </>
  );
  return (
    <div className="mt-8 grid items-start gap-8 lg:grid-cols-2">
      {isWide ? (
        <>
          <Column>
            {riskiest}
            {ownership}
          </Column>
          <Column>
            {attention}
            {freshness}
          </Column>
        </>
      ) : (
        <Column>
          {riskiest}
          {attention}
          {ownership}
          {freshness}
        </Column>
      )}
    </div>
  );
}

const Column = ({ children }: { children: ReactNode }) => (
  <div className="flex min-w-0 flex-col gap-8">{children}</div>
);

function NothingConnected() {
  const { workspace } = useWorkspace();
  return (
    <>
      <PageHeader title="Overview" />
      <EmptyState
        icon={Building2}
        title="No organizations connected"
        action={
          <Link
            to="/w/$slug/settings/orgs/new"
            params={{ slug: workspace.slug }}
            search={{ first: true }}
            className={buttonLook("primary")}
          >
            Connect organization
          </Link>
        }
      >
        Connect one to see its dependencies, outdated versions and unresolved references.
      </EmptyState>
    </>
  );
}

interface OverviewFiguresProps {
  stats: z.output<typeof WorkspaceStats>;
  orgs: readonly ConnectedOrg[];
}

/** Counts artifacts as the tabs of their page do. Undefined while loading. */
function useArtifactCount(orgs: readonly ConnectedOrg[], filter: Record<string, "true" | "false">) {
  const { api } = useWorkspace();
  const results = useQueries({
    queries: orgs.map(({ id }) => ({
      ...api.queryPage(listArtifacts, {
        params: { connected_org_id: id },
        query: { limit: 1, ...filter },
      }),
      staleTime: 60_000,
    })),
  });
  return results.every(({ data }) => data !== undefined)
    ? results.reduce((sum, { data }) => sum + (data?.total ?? 0), 0)
    : undefined;
}

/** Key numbers of the workspace. Each is the total of the page that it links to. */
function OverviewFigures({ stats, orgs }: OverviewFiguresProps) {
  const { slug } = useWorkspace().workspace;
  const used = useArtifactCount(orgs, ARTIFACT_FILTERS.used);
  const external = useArtifactCount(orgs, ARTIFACT_FILTERS.external);
  const platforms = orgs.map(({ platform }) => platform);
  const { repositories, external_declarations, health } = stats;
  return (
    <FigureGrid>
      <Link to="/w/$slug/repositories" params={{ slug }} className={figureLook}>
        <Figure
          label="Repositories"
          value={repositories}
          note={`In ${countOf(orgs.length, sourceWord(platforms), sourceWord(platforms, true))}`}
        />
      </Link>
      <Link to="/w/$slug/artifacts" params={{ slug }} className={figureLook}>
        <Figure label="Artifacts in use" value={used} note="Yours, used by other repositories" />
      </Link>
      <Link to="/w/$slug/unresolved" params={{ slug }} className={figureLook}>
        <Figure
          label="Unresolved declarations"
          isWarning={health.unresolved_declarations > 0}
          value={health.unresolved_declarations}
          note="Yours by name, no known producer"
        />
      </Link>
      <Link to="/w/$slug/artifacts" params={{ slug }} search={{ of: "external" }} className={figureLook}>
        <Figure
          label="External artifacts"
          value={external}
          note={`In ${countOf(external_declarations, "declaration", "declarations")}`}
        />
      </Link>
    </FigureGrid>
  );
}
