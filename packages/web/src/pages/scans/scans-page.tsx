import { listScans } from "@knockon/contract/operations/scan";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import type { Scan } from "@knockon/contract/resources/scan";
import { SCAN_STATUSES } from "@knockon/contract/vocabulary/scan";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Radar } from "lucide-react";
import { useMemo } from "react";
import { StartScan } from "./start-scan.tsx";
import { useHasRole, useWorkspace } from "../../api/workspace.ts";
import { ScanStatusBadge, scanStatusName } from "../../components/badges.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Select } from "../../components/fields.tsx";
import { TableSkeleton } from "../../components/loaded.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { TimeAgo } from "../../components/text.tsx";
import { countOf, formatCount, formatDuration } from "../../format/format.ts";
import { sentenceCase } from "../../format/words.ts";
import { type Column, ROW_LINK } from "../../list/columns.tsx";
import { ListPage } from "../../list/list-page.tsx";
import { pageQuery, serverSort, withFilter } from "../../list/list-search.ts";
import { SelectedOrg, OrgSelect } from "../../list/org-select.tsx";

const route = getRouteApi("/w/$slug/scans");
const POLL_MS = 2000;

const STATUSES = [
  { value: "" as const, text: "All statuses" },
  ...SCAN_STATUSES.map((value) => ({ value, text: scanStatusName(value) })),
];

const HEADING = { title: "Scans", description: "What each scan read, and how long it took." };

/** The scans of one organization. */
export function ScansPage() {
  const { connected_org_id } = route.useSearch();
  return (
    <SelectedOrg
      named={connected_org_id}
      heading={<PageHeader {...HEADING} />}
      skeleton={<TableSkeleton />}
      promise="Scans read the repositories of your organizations."
    >
      {(org, orgs) => <ScansOfOrg org={org} orgs={orgs} />}
    </SelectedOrg>
  );
}

function ScansOfOrg({ org, orgs }: { org: ConnectedOrg; orgs: readonly ConnectedOrg[] }) {
  const { workspace, api } = useWorkspace();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayScan = useHasRole("member");
  const columns = useMemo(() => scanColumns(workspace.slug, org.name), [workspace.slug, org.name]);
  const { connected_org_id: _org, ...listing } = search;
  const params = { connected_org_id: org.id };
  const query = {
    ...pageQuery(search),
    ...(search.status !== undefined && { status: search.status }),
    ...serverSort(columns, search.sort),
  };
  const found = useQuery({
    ...api.queryPage(listScans, { params, query }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ completed_at }) => completed_at === null) ? POLL_MS : false,
  });
  return (
    <>
      <PageHeader {...HEADING} actions={mayScan && <StartScan orgId={org.id} />} />
      <ListPage
        noun="scans"
        totalInWords={(total) => countOf(total, "scan", "scans")}
        query={found}
        columns={columns}
        rowId={({ id }) => id}
        search={listing}
        onSearch={(next) => void navigate({ search: { ...search, ...next }, replace: true })}
        usualSort="-requested"
        onExport={() => api.exportCsv(listScans, { params, query })}
        filters={
          <>
            <OrgSelect
              org={org}
              orgs={orgs}
              onChoose={(id) => void navigate({ search: { connected_org_id: id }, replace: true })}
            />
            <Select
              bare
              label="Status"
              value={search.status ?? ""}
              options={STATUSES}
              onChange={(status) =>
                void navigate({
                  search: withFilter(search, { status: status === "" ? undefined : status }),
                  replace: true,
                })
              }
            />
          </>
        }
        empty={
          <EmptyState icon={Radar} title="No scans yet">
            A scan reads every repository in {org.name} and resolves its dependencies. It never runs your
            code.
          </EmptyState>
        }
      />
    </>
  );
}

const scanColumns = (slug: string, orgName: string) =>
  [
    {
      id: "status",
      header: "Scan",
      width: "w-full",
      cell: ({ id, status, created_at, failed_repos }) => (
        <Link to="/w/$slug/scans/$scanId" params={{ slug, scanId: id }} {...ROW_LINK}>
          <ScanStatusBadge status={status} />
          <span className="flex min-w-0 flex-col font-normal text-muted">
            <span className="truncate text-text">{orgName}</span>
            <span className="sm:hidden">
              <TimeAgo at={created_at} />
            </span>
            {failed_repos > 0 && (
              <span className="text-12 text-danger sm:hidden">{formatCount(failed_repos)} failed</span>
            )}
          </span>
        </Link>
      ),
    },
    {
      id: "requested",
      header: "Requested",
      from: "sm",
      width: "min-w-36",
      sort: "created_at",
      mostFirst: true,
      cell: ({ created_at }) => <TimeAgo at={created_at} />,
    },
    {
      id: "type",
      header: "Type",
      from: "lg",
      width: "min-w-28",
      sort: "scan_type",
      cell: ({ scan_type }) => <span className="text-muted">{sentenceCase(scan_type)}</span>,
    },
    {
      id: "scanned",
      header: "Scanned",
      align: "right",
      width: "min-w-32",
      sort: "scanned_repos",
      mostFirst: true,
      cell: ({ scanned_repos, total_repos }) =>
        `${formatCount(scanned_repos)} of ${formatCount(total_repos)}`,
    },
    {
      id: "failed",
      header: "Failed",
      align: "right",
      from: "sm",
      width: "min-w-20",
      sort: "failed_repos",
      mostFirst: true,
      cell: ({ failed_repos }) => (
        <span className={failed_repos > 0 ? "text-danger" : "text-faint"}>{formatCount(failed_repos)}</span>
      ),
    },
    {
      id: "took",
      header: "Duration",
      align: "right",
      from: "sm",
      width: "min-w-24",
      sort: "duration",
      mostFirst: true,
      cell: (scan) => {
        const took = tookMs(scan);
        return took === undefined ? <span className="text-faint">–</span> : formatDuration(took);
      },
    },
  ] as const satisfies Column<Scan>[];

const tookMs = ({ started_at, completed_at }: Scan): number | undefined =>
  started_at && completed_at ? Date.parse(completed_at) - Date.parse(started_at) : undefined;
