import { listConnectedOrgs } from "@knockon/contract/operations/connected-org";
import { listRepositories } from "@knockon/contract/operations/repository";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import type { Repository } from "@knockon/contract/resources/repository";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { FolderGit2 } from "lucide-react";
import { useMemo } from "react";
import { RepositoryBadges } from "./repository-badges.tsx";
import { useWorkspace } from "../../api/workspace.ts";
import { buttonLook } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Select } from "../../components/fields.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { TimeAgo } from "../../components/text.tsx";
import { type Column, RepositoryRowLink } from "../../list/columns.tsx";
import { ListPage } from "../../list/list-page.tsx";
import { pageQuery, withFilter } from "../../list/list-search.ts";

const route = getRouteApi("/w/$slug/repositories");

const LIFE = [
  { value: "", text: "Active and archived" },
  { value: "no", text: "Active only" },
  { value: "yes", text: "Archived only" },
] as const;

export function RepositoriesPage() {
  const { workspace, api } = useWorkspace();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { q, connected_org_id, archived } = search;
  const query = {
    ...pageQuery(search),
    ...(q !== undefined && { q }),
    ...(connected_org_id !== undefined && { connected_org_id }),
    ...(archived !== undefined && { archived: archived === "yes" ? ("true" as const) : ("false" as const) }),
  };
  const found = useQuery({
    ...api.queryPage(listRepositories, { query }),
    placeholderData: keepPreviousData,
  });
  const { data: orgs = [] } = useQuery(api.query(listConnectedOrgs, { query: { limit: 500 } }));
  const columns = useMemo(() => repositoryColumns(orgs), [orgs]);
  const show = (next: typeof search): void => void navigate({ search: next, replace: true });
  return (
    <>
      <PageHeader title="Repositories" description="All repositories in your organizations." />
      <ListPage
        noun="repositories"
        query={found}
        columns={columns}
        rowId={({ id }) => id}
        search={search}
        onSearch={show}
        filterLabel="Search repositories"
        filters={
          <>
            {orgs.length > 1 && (
              <Select
                bare
                label="Organization"
                value={connected_org_id ?? ""}
                options={[
                  { value: "", text: "All organizations" },
                  ...orgs.map(({ id, name }) => ({ value: id, text: name })),
                ]}
                onChange={(id) => show(withFilter(search, { connected_org_id: id }))}
              />
            )}
            <Select
              bare
              label="Status"
              value={archived ?? ""}
              options={LIFE}
              onChange={(value) => show(withFilter(search, { archived: value === "" ? undefined : value }))}
            />
          </>
        }
        empty={
          <EmptyState
            icon={FolderGit2}
            title="No repositories yet"
            action={
              <Link
                to={orgs.length === 0 ? "/w/$slug/settings/orgs/new" : "/w/$slug/settings/orgs"}
                params={{ slug: workspace.slug }}
                className={buttonLook("primary")}
              >
                {orgs.length === 0 ? "Connect organization" : "View organizations"}
              </Link>
            }
          >
            Repositories appear here after the first scan of an organization.
          </EmptyState>
        }
      />
    </>
  );
}

const repositoryColumns = (orgs: readonly ConnectedOrg[]): Column<Repository>[] => [
  {
    id: "name",
    header: "Repository",
    width: "w-full",
    value: ({ full_path }) => full_path,
    cell: (repository) => (
      <span className="flex min-w-0 items-center gap-2">
        <RepositoryRowLink id={repository.id} text={repository.full_path} />
        <RepositoryBadges repository={repository} />
      </span>
    ),
  },
  {
    id: "org",
    header: "Organization",
    from: "lg",
    width: "min-w-32",
    value: ({ connected_org_id }) => orgs.find(({ id }) => id === connected_org_id)?.name ?? null,
    cell: ({ connected_org_id }) => (
      <span className="block truncate text-muted">
        {orgs.find(({ id }) => id === connected_org_id)?.name}
      </span>
    ),
  },
  {
    id: "branch",
    header: "Default branch",
    from: "lg",
    width: "min-w-28",
    value: ({ default_branch }) => default_branch,
    cell: ({ default_branch }) => (
      <span className="block truncate font-mono text-12 text-muted">{default_branch}</span>
    ),
  },
  {
    id: "activity",
    header: "Last commit",
    from: "md",
    width: "min-w-28",
    value: ({ last_activity_at }) => last_activity_at,
    cell: ({ last_activity_at }) => <TimeAgo at={last_activity_at} />,
  },
  {
    id: "scanned",
    header: "Last scanned",
    from: "sm",
    width: "min-w-28",
    value: ({ last_scanned_at }) => last_scanned_at,
    cell: ({ last_scanned_at }) => <TimeAgo at={last_scanned_at} />,
  },
];
