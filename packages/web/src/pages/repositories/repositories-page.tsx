import { listConnectedOrgs } from "@knockon/contract/operations/connected-org";
import { listRepositories } from "@knockon/contract/operations/repository";
import type { ListedRepository } from "@knockon/contract/resources/repository";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { FolderGit2 } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { RepositoryBadges } from "./repository-badges.tsx";
import { useWorkspace } from "../../api/workspace.ts";
import { NextRunCount } from "../../components/badges.tsx";
import { buttonLook } from "../../components/button.tsx";
import { TypeLabel } from "../../components/ecosystem.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Select } from "../../components/fields.tsx";
import { Toggle } from "../../components/options.tsx";
import { RepositoryOwner } from "../../components/owner-name.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { DottedLine, TimeAgo } from "../../components/text.tsx";
import { countOf, formatCount } from "../../format/format.ts";
import { inHeading, sentenceCase, sourceWord } from "../../format/words.ts";
import { type Column, RepositoryRowLink } from "../../list/columns.tsx";
import { ListPage } from "../../list/list-page.tsx";
import { pageQuery, serverSort, withFilter } from "../../list/list-search.ts";

const route = getRouteApi("/w/$slug/repositories");

const LIFE = [
  { value: "", text: "All, archived last" },
  { value: "no", text: "Active only" },
  { value: "yes", text: "Archived only" },
] as const;

export function RepositoriesPage() {
  const { workspace, api } = useWorkspace();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { q, connected_org_id, archived, stale } = search;
  const sort = search.sort ?? MOST_USED;
  const columns = useMemo(() => columnsSortedBy(columnOf(sort)), [sort]);
  const query = {
    ...pageQuery(search),
    ...(q !== undefined && { q }),
    ...(connected_org_id !== undefined && { connected_org_id }),
    ...(archived === undefined
      ? { archived_last: "true" as const }
      : { archived: archived === "yes" ? ("true" as const) : ("false" as const) }),
    ...(stale === true && { stale: "true" as const }),
    include: "figures" as const,
    ...serverSort(columns, sort),
  };
  const found = useQuery({
    ...api.queryPage(listRepositories, { query }),
    placeholderData: keepPreviousData,
  });
  const isFiltered = [q, connected_org_id, archived, stale].some((filter) => filter !== undefined);
  const all = useQuery({
    ...api.queryPage(listRepositories, { query: { limit: 1 } }),
    enabled: isFiltered,
    staleTime: 60_000,
  });
  const { data: orgs = [] } = useQuery(api.query(listConnectedOrgs, { query: { limit: 500 } }));
  const platforms = orgs.map(({ platform }) => platform);
  const show = (next: typeof search): void => void navigate({ search: next, replace: true });
  return (
    <>
      <PageHeader
        title="Repositories"
        description="Your repositories, and how many others use them directly. Impact also counts indirect use."
      />
      <ListPage
        noun="repositories"
        query={found}
        columns={columns}
        usualSort={MOST_USED}
        onExport={() => api.exportCsv(listRepositories, { query })}
        totalInWords={(total) =>
          isFiltered && all.data
            ? `${formatCount(total)} of ${formatCount(all.data.total)}`
            : countOf(total, "repository", "repositories")
        }
        rowId={({ id }) => id}
        search={search}
        onSearch={show}
        filterLabel="Search repositories"
        filters={
          <>
            {orgs.length > 1 && (
              <Select
                bare
                label={sentenceCase(sourceWord(platforms))}
                value={connected_org_id ?? ""}
                options={[
                  { value: "", text: `All ${sourceWord(platforms, true)}` },
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
            <Toggle
              label="Changed since scan"
              checked={stale === true}
              onChange={(on) => show(withFilter(search, { stale: on ? true : undefined }))}
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

/** The sort order without one in the URL. */
const MOST_USED = "-dependents";

const FIGURE_COLUMNS = [
  {
    id: "dependents",
    header: "Direct dependents",
    align: "right",
    mostFirst: true,
    from: "sm",
    width: "min-w-38",
    sort: "dependent_repositories_total",
    cell: ({ figures }) => <Count count={figures?.dependent_repositories_total} />,
  },
  {
    id: "runs",
    header: "On next run (? may be)",
    align: "right",
    mostFirst: true,
    from: "sm",
    width: "min-w-38",
    sort: "next_run_repositories_total",
    cell: ({ figures }) => (
      <span title="Dependents whose next build or run takes a new release without a commit">
        <NextRunCount
          count={figures?.next_run_repositories_total ?? 0}
          may={figures?.may_next_run_repositories_total}
        />
      </span>
    ),
  },
  {
    id: "dependencies",
    header: "Dependencies",
    align: "right",
    mostFirst: true,
    from: "lg",
    width: "min-w-28",
    sort: "dependency_repositories_total",
    cell: ({ figures }) => <Count count={figures?.dependency_repositories_total} />,
  },
  {
    id: "type",
    header: "Main type",
    from: "lg",
    width: "min-w-40",
    sort: "main_dependency_type",
    cell: ({ figures }) =>
      figures?.main_dependency_type ? (
        <span className="text-muted">
          <TypeLabel type={figures.main_dependency_type} />
        </span>
      ) : (
        <span className="text-faint">–</span>
      ),
  },
  {
    id: "bus",
    header: "Bus factor",
    align: "right",
    from: "lg",
    width: "min-w-24",
    sort: "bus_factor",
    cell: ({ figures }) =>
      figures?.bus_factor ? formatCount(figures.bus_factor) : <span className="text-faint">–</span>,
  },
  {
    id: "activity",
    header: "Last commit",
    mostFirst: true,
    from: "md",
    width: "min-w-28",
    sort: "last_activity_at",
    cell: ({ last_activity_at }) => <TimeAgo at={last_activity_at} />,
  },
] as const satisfies Column<ListedRepository>[];

/** The name column, which also has the sorted field until its own column fits. */
const columnsSortedBy = (sorted: string) =>
  [
    {
      id: "name",
      header: "Repository",
      width: "w-full",
      sort: "full_path",
      cell: (repository) => (
        <span className="flex min-w-0 flex-col">
          <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
            <RepositoryRowLink id={repository.id} text={repository.full_path} />
            <span className="-my-1 inline-flex flex-wrap gap-1">
              <RepositoryBadges repository={repository} />
            </span>
          </span>
          <Subtitle repository={repository} sorted={sorted} />
        </span>
      ),
    },
    ...FIGURE_COLUMNS,
  ] as const satisfies Column<ListedRepository>[];

/** The column of a sort order. */
const columnOf = (sort: string): string => sort.replace(/^-/u, "");

/** Fields that only their column has, until the breakpoint of the column. */
const SORTED_FIELDS: Partial<
  Record<string, { until: string; text: (repository: ListedRepository) => ReactNode }>
> = {
  dependencies: {
    until: "lg:hidden",
    text: ({ figures }) => countOf(figures?.dependency_repositories_total ?? 0, "dependency", "dependencies"),
  },
  bus: {
    until: "lg:hidden",
    text: ({ figures }) => `Bus factor ${figures?.bus_factor ? formatCount(figures.bus_factor) : "unknown"}`,
  },
  activity: {
    until: "md:hidden",
    text: ({ last_activity_at }) => (
      <>
        Last commit <TimeAgo at={last_activity_at} never="unknown" />
      </>
    ),
  },
};

interface SubtitleProps {
  repository: ListedRepository;
  /** ID of the column. */
  sorted: string;
}

/** The owner. On screens without their columns, also the sorted field, the main type and, below the owner, the dependents. */
function Subtitle({ repository, sorted }: SubtitleProps) {
  const { figures } = repository;
  const { owner = null, main_dependency_type: type = null } = figures ?? {};
  const { dependent_repositories_total: dependents = 0, next_run_repositories_total: runs = 0 } =
    figures ?? {};
  const field = SORTED_FIELDS[sorted];
  const sortedField = field && { id: "sorted", content: field.text(repository), className: field.until };
  const ownerName = owner && {
    id: "owner",
    content: <RepositoryOwner owner={owner} path={repository.full_path} />,
  };
  const typeName = type !== null && { id: "type", content: inHeading(type), className: "lg:hidden" };
  return (
    <span className="flex min-w-0 flex-col text-12 text-muted">
      <span className="max-sm:hidden">
        <DottedLine items={[sortedField, ownerName, typeName].filter(isItem)} />
      </span>
      <span className="truncate sm:hidden">{ownerName?.content}</span>
      <span className="sm:hidden">
        <DottedLine
          items={[
            sortedField,
            { id: "dependents", content: countOf(dependents, "dependent", "dependents") },
            (runs > 0 || sorted === "runs") && {
              id: "runs",
              content: (
                <NextRunCount
                  count={runs}
                  may={figures?.may_next_run_repositories_total}
                  text=" on next run"
                />
              ),
            },
            typeName,
          ].filter(isItem)}
        />
      </span>
    </span>
  );
}

const isItem = <Item extends object>(item: Item | false | null | undefined): item is Item => Boolean(item);

const Count = ({ count = 0 }: { count: number | undefined }) => (
  <span className={count === 0 ? "text-faint" : undefined}>{formatCount(count)}</span>
);
