import { listConnectedOrgs } from "@knockon/contract/operations/connected-org";
import { getWorkspaceStats } from "@knockon/contract/operations/workspace";
import type { WorkspaceStats } from "@knockon/contract/resources/workspace";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Building2 } from "lucide-react";
import type { z } from "zod";
import { LastScans, StaleRepositories } from "./freshness.tsx";
import { MostDependedOn } from "./most-depended-on.tsx";
import { OwnershipRisk } from "./ownership-risk.tsx";
import { useWorkspace } from "../../api/workspace.ts";
import { buttonLook } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Bars, Figure } from "../../components/figures.tsx";
import { Loaded, SkeletonBlock, TableSkeleton } from "../../components/loaded.tsx";
import { PageHeader, Section } from "../../components/page-header.tsx";
import { countOf, formatCount } from "../../format/format.ts";
import { inHeading } from "../../format/words.ts";

const TYPES_SHOWN = 6;

export function OverviewPage() {
  const { workspace, api } = useWorkspace();
  const stats = useQuery(api.query(getWorkspaceStats, { params: { workspace_id: workspace.id } }));
  const orgs = useQuery(api.query(listConnectedOrgs, { query: { limit: 500 } }));
  if (orgs.data?.length === 0) return <NothingConnected />;
  return (
    <>
      <PageHeader title="Overview" description="Dependencies across your organizations." />
      <Loaded query={stats} skeleton={<SkeletonBlock className="h-61 lg:h-31" />}>
        {(data) => <OverviewFigures stats={data} />}
      </Loaded>
      <div className="mt-8 grid gap-x-8 gap-y-8 lg:grid-cols-2">
        <Section title="Most depended on" aside="Excludes mentions">
          <Loaded query={stats} skeleton={<SkeletonBlock className="h-60" />}>
            {({ dependencies }) => <MostDependedOn orgs={orgs.data ?? []} dependencies={dependencies} />}
          </Loaded>
        </Section>
        <Section title="Dependencies by type">
          <Loaded query={stats} skeleton={<SkeletonBlock className="h-60" />}>
            {({ by_dependency_type }) => (
              <div className="min-h-60 rounded-md border p-4">
                <Bars
                  bars={Object.entries(by_dependency_type)
                    .toSorted(([, a], [, b]) => b - a)
                    .slice(0, TYPES_SHOWN)
                    .map(([type, value]) => ({ key: type, label: inHeading(type), value }))}
                />
              </div>
            )}
          </Loaded>
        </Section>
        <Section title="Ownership risk" aside={<AllRisks />}>
          <Loaded query={orgs} skeleton={<SkeletonBlock className="h-80" />}>
            {(data) => <OwnershipRisk orgs={data} />}
          </Loaded>
        </Section>
        <div className="flex min-w-0 flex-col gap-8">
          <Section title="Latest scans" aside={<AllScans />}>
            <Loaded query={orgs} skeleton={<TableSkeleton rows={3} />}>
              {(data) => <LastScans orgs={data} />}
            </Loaded>
          </Section>
          <Section title="Stale repositories">
            <StaleRepositories />
          </Section>
        </div>
      </div>
    </>
  );
}

function AllRisks() {
  const { workspace } = useWorkspace();
  return (
    <Link
      to="/w/$slug/ownership"
      params={{ slug: workspace.slug }}
      className="hover:text-text hover:underline"
    >
      View all risks
    </Link>
  );
}

function AllScans() {
  const { workspace } = useWorkspace();
  return (
    <Link to="/w/$slug/scans" params={{ slug: workspace.slug }} className="hover:text-text hover:underline">
      View all scans
    </Link>
  );
}

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

/** Key numbers of the workspace. */
function OverviewFigures({ stats }: { stats: z.output<typeof WorkspaceStats> }) {
  const { workspace } = useWorkspace();
  const { repositories, dependencies, declarations, external_declarations, consumed_artifacts, health } =
    stats;
  return (
    <div className="grid grid-cols-2 overflow-hidden rounded-md border lg:grid-cols-4 lg:divide-x lg:divide-line [&>*]:p-4 max-lg:[&>*:nth-child(even)]:border-l max-lg:[&>*:nth-child(n+3)]:border-t">
      <Link
        to="/w/$slug/repositories"
        params={{ slug: workspace.slug }}
        className="outline-offset-[-2px] hover:bg-hover"
      >
        <Figure
          label="Repositories"
          value={formatCount(repositories)}
          note={countOf(consumed_artifacts, "artifact in use", "artifacts in use")}
        />
      </Link>
      <div>
        <Figure
          label="Dependencies"
          value={formatCount(dependencies)}
          note={countOf(declarations, "declaration", "declarations")}
        />
      </div>
      <div>
        <Figure
          label="Unresolved"
          value={formatCount(health.unresolved_declarations)}
          note={`${formatCount(external_declarations)} external`}
        />
      </div>
      <div>
        <Figure
          label="Lagging"
          value={formatCount(health.consumers_lagging)}
          note={`${formatCount(health.consumers_on_latest)} on the latest version`}
        />
      </div>
    </div>
  );
}
