import { listConnectedOrgs } from "@knockon/contract/operations/connected-org";
import { listGithubInstallations } from "@knockon/contract/operations/github-installation";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import type { InstallationOutcome } from "@knockon/contract/vocabulary/installation";
import type { CredentialStatus } from "@knockon/contract/vocabulary/scan";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Building2, KeyRound, Plus } from "lucide-react";
import { useMemo } from "react";
import { SCHEDULE_NAMES } from "./schedules.ts";
import { hostOf } from "./connection-fields.tsx";
import { useHasRole, useWorkspace } from "../../api/workspace.ts";
import { Badge, ScanStatusBadge } from "../../components/badges.tsx";
import { buttonLook } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { TimeAgo } from "../../components/text.tsx";
import { countOf, formatCount } from "../../format/format.ts";
import { type Column, ROW_LINK } from "../../list/columns.tsx";
import { ListPage } from "../../list/list-page.tsx";
import { pageQuery } from "../../list/list-search.ts";

const route = getRouteApi("/w/$slug/settings/orgs");

export function OrgsPage() {
  const { workspace, api } = useWorkspace();
  const { installation, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const mayConnect = useHasRole("admin");
  const found = useQuery({
    ...api.queryPage(listConnectedOrgs, { query: pageQuery(search) }),
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
        {...(installation !== "recorded" && { actions: connect })}
      />
      {installation !== undefined && <InstallationNotice outcome={installation} />}
      <ListPage
        noun="organizations"
        query={found}
        columns={columns}
        rowId={({ id }) => id}
        search={search}
        onSearch={(next) => void navigate({ search: { ...next, installation }, replace: true })}
        onExport={() => api.exportCsv(listConnectedOrgs, { query: pageQuery(search) })}
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
    cell: ({ id, name, url, credential_status, repository_count }) => (
      <span className="flex min-w-0 items-center gap-3">
        <span className="flex min-w-0 flex-col">
          <Link to="/w/$slug/settings/orgs/$orgId" params={{ slug, orgId: id }} {...ROW_LINK}>
            <span className="truncate">{name}</span>
          </Link>
          <span className="text-12 text-muted sm:hidden">
            {countOf(repository_count, "repository", "repositories")}
          </span>
        </span>
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
    width: "min-w-32",
    value: ({ platform }) => platform,
    cell: (org) => <span className="text-muted">{hostOf(org)}</span>,
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
    id: "schedule",
    header: "Scheduled",
    from: "lg",
    width: "min-w-44",
    value: ({ schedule }) => schedule,
    cell: ({ schedule }) =>
      schedule === null ? (
        <span className="text-faint">No</span>
      ) : (
        <span className="block truncate text-muted" title={`${schedule} (UTC)`}>
          {SCHEDULE_NAMES.get(schedule) ?? schedule}
        </span>
      ),
  },
  {
    id: "scan",
    header: "Last scan",
    width: "min-w-32 sm:min-w-56",
    value: ({ last_scan }) => last_scan && (last_scan.completed_at ?? last_scan.created_at),
    cell: ({ last_scan }) =>
      last_scan ? (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <TimeAgo at={last_scan.completed_at ?? last_scan.created_at} />
          <ScanStatusBadge status={last_scan.status} />
        </span>
      ) : (
        <span className="text-faint">Never</span>
      ),
  },
];

/** Shown only for a rejected credential. */
const CredentialBadge = ({ status }: { status: CredentialStatus }) =>
  status === "refused" && (
    <Badge tone="danger" icon={KeyRound}>
      Credential rejected
    </Badge>
  );

interface OutcomeMessage {
  tone: "success" | "info" | "warning" | "danger";
  title: string;
  next: string | ((account: string | undefined) => string);
}

/** Messages for the outcomes of a GitHub App installation. */
const OUTCOMES: Record<InstallationOutcome, OutcomeMessage> = {
  recorded: {
    tone: "success",
    title: "GitHub App installed",
    next: (account) => `One step left: connect ${account ?? "the organization"} to scan its repositories.`,
  },
  requested: {
    tone: "info",
    title: "Installation pending approval",
    next: "An owner of the GitHub organization must approve the app. After that, start the installation again from here.",
  },
  cancelled: {
    tone: "info",
    title: "Installation canceled",
    next: "Nothing was changed. You can start again at any time.",
  },
  expired: {
    tone: "warning",
    title: "Installation request expired",
    next: "A request is valid once, for 10 minutes, in the browser that started it. Nothing was saved. Try again.",
  },
  not_yours: {
    tone: "danger",
    title: "You don't have access to this installation",
    next: "Nothing was saved. Sign in to GitHub as a member of the organization and try again.",
  },
  not_all_repositories: {
    tone: "danger",
    title: "You don't have access to all repositories of this installation",
    next: "Nothing was saved, because this workspace would show repositories you can't access. Ask an organization owner to install the app, or grant it fewer repositories.",
  },
  unavailable: {
    tone: "warning",
    title: "GitHub didn't respond",
    next: "Nothing was saved. The app may already be installed. Try again in a minute.",
  },
};

/** The account of the latest installation. */
function useLatestInstallation(enabled: boolean): string | undefined {
  const { workspace, api } = useWorkspace();
  const input = { params: { workspace_id: workspace.id }, query: { limit: 500 } };
  const { data = [] } = useQuery({ ...api.query(listGithubInstallations, input), enabled });
  return data.toSorted((a, b) => b.created_at.localeCompare(a.created_at))[0]?.account;
}

function InstallationNotice({ outcome }: { outcome: InstallationOutcome }) {
  const { workspace } = useWorkspace();
  const { tone, title, next } = OUTCOMES[outcome];
  const account = useLatestInstallation(outcome === "recorded");
  return (
    <div className="mb-6">
      <Notice
        tone={tone}
        title={account === undefined ? title : `${title} on ${account}`}
        actions={
          <Link
            to="/w/$slug/settings/orgs/new"
            params={{ slug: workspace.slug }}
            className={buttonLook(outcome === "recorded" ? "primary" : "secondary")}
          >
            {outcome === "recorded" ? "Connect organization" : "Try again"}
          </Link>
        }
      >
        {typeof next === "string" ? next : next(account)}
      </Notice>
    </div>
  );
}
