import { listScans } from "@knockon/contract/operations/scan";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Radar } from "lucide-react";
import { useMemo } from "react";
import { useMay } from "../../api/use-role.ts";
import { useWorkspace } from "../../api/workspace-context.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { TableSkeleton } from "../../components/skeleton.tsx";
import { ListPage } from "../../list/list-page.tsx";
import { pageQuery } from "../../list/list-search.ts";
import { OneOrg, OrgChoice } from "../../list/one-org.tsx";
import { scanColumns } from "./scan-columns.tsx";
import { StartScan } from "./start-scan.tsx";

const route = getRouteApi("/w/$slug/scans");
const POLL_MS = 2000;

const HEADING = { title: "Scans", description: "Scan history and errors." };

/** The scans of one org at a time: that is how the service has them. */
export function ScansPage() {
  const { connected_org_id } = route.useSearch();
  return (
    <OneOrg
      named={connected_org_id}
      heading={<PageHeader {...HEADING} />}
      skeleton={<TableSkeleton />}
      promise="Scans read the repositories of your organizations."
    >
      {(org, orgs) => <ScansOfOrg org={org} orgs={orgs} />}
    </OneOrg>
  );
}

function ScansOfOrg({ org, orgs }: { org: ConnectedOrg; orgs: readonly ConnectedOrg[] }) {
  const { workspace, api } = useWorkspace();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayScan = useMay("member");
  const found = useQuery({
    ...api.askPage(listScans, { params: { connected_org_id: org.id }, query: pageQuery(search) }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ completed_at }) => completed_at === null) ? POLL_MS : false,
  });
  const columns = useMemo(() => scanColumns(workspace.slug), [workspace.slug]);
  const { connected_org_id: _org, ...listing } = search;
  return (
    <>
      <PageHeader {...HEADING} actions={mayScan && <StartScan orgId={org.id} />} />
      <ListPage
        noun="scans"
        query={found}
        columns={columns}
        rowId={({ id }) => id}
        search={listing}
        onSearch={(next) => void navigate({ search: { ...search, ...next }, replace: true })}
        filters={
          <OrgChoice
            org={org}
            orgs={orgs}
            onChoose={(id) => void navigate({ search: { connected_org_id: id }, replace: true })}
          />
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
