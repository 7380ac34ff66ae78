import {
  getConnectedOrg,
  getConnectedOrgStats,
  listConnectedOrgs,
  listProblems,
} from "@knockon/contract/operations/connected-org";
import { cancelScan, getScan, listScans } from "@knockon/contract/operations/scan";
import type { Scan } from "@knockon/contract/resources/scan";
import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { CircleStop } from "lucide-react";
import { useState } from "react";
import { ScanErrors } from "./scan-errors.tsx";
import { isInFlight, ScanProgress } from "./scan-progress.tsx";
import { StartScan } from "./start-scan.tsx";
import { useAction } from "../../api/use-action.ts";
import { useHasRole, useWorkspace } from "../../api/workspace.ts";
import { ScanStatusBadge } from "../../components/badges.tsx";
import { Button, buttonLook } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/dialog.tsx";
import { focusOnMount } from "../../components/dom.ts";
import { TypeLabel } from "../../components/ecosystem.tsx";
import { Bars, Facts, Figure, FigureGrid, figureLook } from "../../components/figures.tsx";
import { SetupSteps } from "../../components/setup-steps.tsx";
import { Loaded, SkeletonBlock } from "../../components/loaded.tsx";
import { PageHeader, Section } from "../../components/page-header.tsx";
import { TimeAgo } from "../../components/text.tsx";
import { countOf, formatCount, formatDuration, formatInstant } from "../../format/format.ts";
import { sentenceCase } from "../../format/words.ts";

const route = getRouteApi("/w/$slug/scans/$scanId");
const POLL_MS = 500;

export function ScanPage() {
  const { api } = useWorkspace();
  const { scanId } = route.useParams();
  const scan = useQuery({
    ...api.query(getScan, { params: { scan_id: scanId } }),
    refetchInterval: ({ state }) => (state.data && isInFlight(state.data) ? POLL_MS : false),
  });
  return (
    <Loaded query={scan} page="Scan" skeleton={<ScanSkeleton />}>
      {(data) => <LoadedScan scan={data} />}
    </Loaded>
  );
}

function LoadedScan({ scan }: { scan: Scan }) {
  const { workspace, api } = useWorkspace();
  const { first } = route.useSearch();
  const mayScan = useHasRole("member");
  const org = useQuery(api.query(getConnectedOrg, { params: { connected_org_id: scan.connected_org_id } }));
  const name = org.data?.name ?? "…";
  const { slug } = workspace;
  const isOver = !isInFlight(scan);
  return (
    <>
      {first && <SetupSteps at="scan" />}
      <PageHeader
        title={`Scan of ${name}`}
        {...(!first && {
          parent: (
            <Link
              to="/w/$slug/scans"
              params={{ slug }}
              search={{ connected_org_id: scan.connected_org_id }}
              className="hover:text-text hover:underline"
            >
              Scans
            </Link>
          ),
        })}
        heading={
          <span className="flex flex-wrap items-center gap-2">
            Scan of {org.data ? name : <SkeletonBlock className="h-6 w-32" />}{" "}
            <ScanStatusBadge status={scan.status} />
          </span>
        }
        actions={
          <>
            {isOver && first && (
              <Link ref={focusOnMount} to="/w/$slug" params={{ slug }} className={buttonLook("primary")}>
                Go to overview
              </Link>
            )}
            {!isOver && mayScan && <CancelScan scanId={scan.id} />}
            {isOver && !first && mayScan && <StartScan orgId={scan.connected_org_id} />}
          </>
        }
      />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <ScanProgress scan={scan} />
          <ScanErrors scan={scan} />
          {isOver && org.isPending && <SkeletonBlock className="h-80" />}
          {org.data?.last_scan?.id === scan.id && isOver && <ScanFindings scan={scan} />}
        </div>
        <aside aria-label="About this scan" className="min-w-0">
          <Facts
            facts={[
              ["Type", sentenceCase(scan.scan_type)],
              ["Requested", <TimeAgo key="created" at={scan.created_at} />],
              ["Started", laterThan(scan.created_at, scan.started_at)],
              ["Completed", laterThan(scan.started_at ?? scan.created_at, scan.completed_at)],
              ...(scan.interruption_count > 0
                ? ([["Interrupted", countOf(scan.interruption_count, "time", "times")]] as const)
                : []),
            ]}
          />
        </aside>
      </div>
    </>
  );
}

/** What the latest scan found, with links to the lists. */
function ScanFindings({ scan }: { scan: Scan }) {
  const { workspace, api } = useWorkspace();
  const params = { connected_org_id: scan.connected_org_id };
  const stats = useQuery(api.query(getConnectedOrgStats, { params }));
  const problems = useQuery(api.queryPage(listProblems, { params, query: { limit: 1 } }));
  const { slug } = workspace;
  return (
    <Loaded query={stats} skeleton={<SkeletonBlock className="h-80" />}>
      {({ declarations, dependencies, external_declarations, by_dependency_type, health }) => (
        <>
          <Section title="Found">
            <FigureGrid>
              <Link
                to="/w/$slug/graph"
                params={{ slug }}
                search={{ ...params, whole: true, min_confidence: 0 }}
                className={figureLook}
              >
                <Figure
                  label="Dependencies"
                  value={dependencies}
                  note="Between repositories, with mentions"
                  keepsNote
                />
              </Link>
              <Link
                to="/w/$slug/artifacts"
                params={{ slug }}
                search={{ ...params, of: "external" }}
                className={figureLook}
              >
                <Figure
                  label="External declarations"
                  value={external_declarations}
                  note="Of what others publish"
                  keepsNote
                />
              </Link>
              <Link to="/w/$slug/unresolved" params={{ slug }} search={params} className={figureLook}>
                <Figure
                  label="Unresolved declarations"
                  value={health.unresolved_declarations}
                  note="Without a producer"
                  keepsNote
                />
              </Link>
              <Link to="/w/$slug/problems" params={{ slug }} search={params} className={figureLook}>
                <Figure
                  label="Problems"
                  value={problems.data?.total}
                  note="Files not read completely"
                  keepsNote
                />
              </Link>
            </FigureGrid>
            <p className="mt-2 text-12 text-muted">
              {countOf(declarations, "declaration", "declarations")} in total. Those that are neither external
              nor unresolved (
              {formatCount(declarations - external_declarations - health.unresolved_declarations)}) lead to
              the dependencies, or only mention something.
            </p>
          </Section>
          <Section title="Dependencies by type">
            <Bars
              total={Object.values(by_dependency_type).reduce((sum, count) => sum + count, 0)}
              bars={mostFrequent(by_dependency_type)}
            />
          </Section>
        </>
      )}
    </Loaded>
  );
}

/** `2 s later`, with the time as a tooltip: the relative times of a short scan are the same. */
function laterThan(from: string, at: string | null) {
  if (at === null) return <span className="text-faint">Not yet</span>;
  const delay = Date.parse(at) - Date.parse(from);
  return (
    <time dateTime={at} title={formatInstant(new Date(at))}>
      {delay < 1000 ? "At once" : `${formatDuration(delay)} later`}
    </time>
  );
}

const SHOWN_TYPES = 8;

/** The types of most dependencies, and the sum of the others. */
function mostFrequent(counts: Readonly<Record<string, number>>) {
  const types = Object.entries(counts)
    .filter(([, value]) => value > 0)
    .toSorted(([, a], [, b]) => b - a);
  // The sum of one would take the same place.
  const shown = types.length === SHOWN_TYPES + 1 ? types.length : SHOWN_TYPES;
  const others = types.slice(shown);
  return [
    ...types
      .slice(0, shown)
      .map(([type, value]) => ({ key: type, label: <TypeLabel type={type as ArtifactType} />, value })),
    ...(others.length > 0
      ? [
          {
            key: "others",
            label: countOf(others.length, "other type", "other types"),
            value: others.reduce((sum, [, value]) => sum + value, 0),
          },
        ]
      : []),
  ];
}

function CancelScan({ scanId }: { scanId: string }) {
  const { api } = useWorkspace();
  const [asking, setAsking] = useState(false);
  const cancel = useAction({
    run: () => api.call(cancelScan, { params: { scan_id: scanId } }),
    successMessage: "Scan canceled",
    invalidates: [getScan, listScans, listConnectedOrgs],
    onSuccess: () => setAsking(false),
  });
  return (
    <>
      <Button icon={CircleStop} onClick={() => setAsking(true)}>
        Cancel scan
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Cancel this scan?"
        consequence="Published results don't change. The next scan reuses repositories that were already read."
        verb="Cancel scan"
        dismiss="Keep scanning"
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate()}
      />
    </>
  );
}

const ScanSkeleton = () => (
  <>
    <SkeletonBlock className="mb-1 h-5 w-14" />
    <SkeletonBlock className="mb-6 h-8 w-64" />
    <SkeletonBlock className="h-28" />
  </>
);
