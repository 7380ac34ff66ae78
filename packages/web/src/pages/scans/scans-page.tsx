import { listConnectedOrgs } from "@knockon/contract/operations/connected-org";
import { listScans } from "@knockon/contract/operations/scan";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Radar } from "lucide-react";
import { useMemo } from "react";
import { useMay } from "../../api/use-role.ts";
import { useWorkspace } from "../../api/workspace-context.ts";
import { buttonLook } from "../../components/button.tsx";
import { Choice } from "../../components/choice.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { TableSkeleton } from "../../components/skeleton.tsx";
import { ListPage } from "../../list/list-page.tsx";
import { pageQuery } from "../../list/list-search.ts";
import { scanColumns } from "./scan-columns.tsx";
import { StartScan } from "./start-scan.tsx";

const route = getRouteApi("/w/$slug/scans");
const POLL_MS = 2000;

/** The scans of one org at a time: that is how the service has them. */
export function ScansPage() {
  const { workspace, api } = useWorkspace();
  const { connected_org_id } = route.useSearch();
  const orgs = useQuery(api.ask(listConnectedOrgs, { query: { limit: 500 } }));
  return (
    <Loaded
      query={orgs}
      skeleton={
        <>
          <PageHeader title="Scans" description="When the repositories were read, and what could not be." />
          <TableSkeleton />
        </>
      }
    >
      {(data) => {
        const org = data.find(({ id }) => id === connected_org_id) ?? data[0];
        if (org) return <ScansOfOrg key={org.id} org={org} orgs={data} />;
        return (
          <>
            <PageHeader title="Scans" />
            <EmptyState
              icon={Radar}
              title="Nothing to scan yet"
              action={
                <Link
                  to="/w/$slug/settings/orgs/new"
                  params={{ slug: workspace.slug }}
                  className={buttonLook("primary")}
                >
                  Connect an organisation
                </Link>
              }
            >
              Scans read the repositories of connected organisations.
            </EmptyState>
          </>
        );
      }}
    </Loaded>
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
      <PageHeader
        title="Scans"
        description="When the repositories were read, and what could not be."
        actions={mayScan && <StartScan orgId={org.id} />}
      />
      <ListPage
        noun="scans"
        query={found}
        columns={columns}
        rowId={({ id }) => id}
        search={listing}
        onSearch={(next) => void navigate({ search: { ...search, ...next }, replace: true })}
        filters={
          orgs.length > 1 && (
            <Choice
              bare
              label="Connected org"
              value={org.id}
              options={orgs.map(({ id, name }) => ({ value: id, text: name }))}
              onChange={(id) => void navigate({ search: { connected_org_id: id }, replace: true })}
            />
          )
        }
        empty={
          <EmptyState icon={Radar} title={`${org.name} was never scanned`}>
            A scan reads every repository of the org and resolves what they declare. Nothing of yours is run.
          </EmptyState>
        }
      />
    </>
  );
}
