import { listConnectedOrgs } from "@knockon/contract/operations/connected-org";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Building2, Plus } from "lucide-react";
import { useMemo } from "react";
import { useMay } from "../../api/use-role.ts";
import { useWorkspace } from "../../api/workspace-context.ts";
import { buttonLook } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { ScanStatusBadge } from "../../components/scan-status-badge.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { formatCount } from "../../format/count.ts";
import type { Column } from "../../list/column.ts";
import { ListPage } from "../../list/list-page.tsx";
import { pageQuery } from "../../list/list-search.ts";
import { ROW_LINK } from "../../list/row-link.ts";
import { CredentialBadge } from "./credential-badge.tsx";
import { InstallationNotice } from "./installation-outcome.tsx";
import { PLATFORM_NAMES } from "./platforms.ts";

const route = getRouteApi("/w/$slug/settings/orgs");

export function OrgsPage() {
  const { workspace, api } = useWorkspace();
  const { installation, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const mayConnect = useMay("admin");
  const found = useQuery({
    ...api.askPage(listConnectedOrgs, { query: pageQuery(search) }),
    placeholderData: keepPreviousData,
  });
  const columns = useMemo(() => orgColumns(workspace.slug), [workspace.slug]);
  const connect = mayConnect && (
    <Link to="/w/$slug/settings/orgs/new" params={{ slug: workspace.slug }} className={buttonLook("primary")}>
      <Plus aria-hidden className="size-4" />
      Connect organization
    </Link>
  );
  return (
    <>
      <PageHeader
        title="Organizations"
        description="The organizations whose repositories this workspace scans."
        actions={connect}
      />
      {installation !== undefined && <InstallationNotice outcome={installation} />}
      <ListPage
        noun="organizations"
        query={found}
        columns={columns}
        rowId={({ id }) => id}
        search={search}
        onSearch={(next) => void navigate({ search: { ...next, installation }, replace: true })}
        empty={
          <EmptyState icon={Building2} title="No organizations connected" action={connect}>
            Connect a GitHub or GitLab organization, or a local folder of Git repositories.
          </EmptyState>
        }
      />
    </>
  );
}

const orgColumns = (slug: string): Column<ConnectedOrg>[] => [
  {
    id: "name",
    header: "Organization",
    width: "w-full",
    value: ({ name }) => name,
    cell: ({ id, name, url, credential_status }) => (
      <span className="flex min-w-0 items-center gap-3">
        <Link to="/w/$slug/settings/orgs/$orgId" params={{ slug, orgId: id }} {...ROW_LINK}>
          <span className="truncate">{name}</span>
        </Link>
        <span className="hidden min-w-0 truncate font-mono text-12 text-muted lg:block" title={url}>
          {url}
        </span>
        <CredentialBadge status={credential_status} />
      </span>
    ),
  },
  {
    id: "platform",
    header: "Host",
    from: "md",
    width: "min-w-24",
    value: ({ platform }) => platform,
    cell: ({ platform }) => <span className="text-muted">{PLATFORM_NAMES[platform]}</span>,
  },
  {
    id: "repositories",
    header: "Repositories",
    align: "right",
    from: "sm",
    width: "min-w-28",
    value: ({ repository_count }) => repository_count,
    cell: ({ repository_count }) => formatCount(repository_count),
  },
  {
    id: "scan",
    header: "Last scan",
    width: "min-w-32",
    value: ({ last_scan }) => last_scan?.created_at ?? null,
    cell: ({ last_scan }) =>
      last_scan ? <ScanStatusBadge status={last_scan.status} /> : <span className="text-faint">Never</span>,
  },
  {
    id: "when",
    header: "Completed",
    from: "md",
    width: "min-w-28",
    value: ({ last_scan }) => last_scan?.completed_at ?? null,
    cell: ({ last_scan }) => <TimeAgo at={last_scan?.completed_at ?? null} never="–" />,
  },
];
