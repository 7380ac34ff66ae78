import { listOwnershipRiskPeople } from "@knockon/contract/operations/ownership";
import type { OwnershipRiskPerson } from "@knockon/contract/resources/ownership";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { UsersRound } from "lucide-react";
import { useMemo } from "react";
import type { z } from "zod";
import { useWorkspace } from "../../api/workspace.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { TruncatedName } from "../../components/text.tsx";
import { countOf, formatCount, formatShare } from "../../format/format.ts";
import type { Column } from "../../list/columns.tsx";
import { ListPage } from "../../list/list-page.tsx";
import { pageQuery } from "../../list/list-search.ts";

const route = getRouteApi("/w/$slug/ownership");
const SHOWN = 5;

type Person = z.output<typeof OwnershipRiskPerson>;

/** People who alone did half of the work in repositories. */
export function RiskPeople({ orgId }: { orgId: string }) {
  const { workspace, api } = useWorkspace();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const params = { connected_org_id: orgId };
  const found = useQuery({
    ...api.queryPage(listOwnershipRiskPeople, { params, query: pageQuery(search) }),
    placeholderData: keepPreviousData,
  });
  const columns = useMemo(() => personColumns(workspace.slug), [workspace.slug]);
  return (
    <>
      <ListPage
        noun="people"
        query={found}
        columns={columns}
        rowId={({ name, repositories }) => `${name} ${repositories[0]?.repository.id}`}
        search={{ page: search.page, q: undefined, sort: undefined }}
        onSearch={({ page }) => void navigate({ search: { ...search, page }, replace: true })}
        onExport={() => api.exportCsv(listOwnershipRiskPeople, { params, query: pageQuery(search) })}
        empty={
          <EmptyState icon={UsersRound} title="No key-person risks">
            No repository depends on a single person, or this deployment doesn't rank people
            (OWNERSHIP_PEOPLE_ENABLED).
          </EmptyState>
        }
      />
      <p className="mt-3 max-w-180 text-12 text-muted">
        These repositories have a bus factor of 1. A dependent of several of them counts for each. Use this to
        plan knowledge sharing, not to compare how much people work.
      </p>
    </>
  );
}

const AtRisk = ({ repositories, slug }: Pick<Person, "repositories"> & { slug: string }) => (
  <ul className="flex flex-col gap-1">
    {repositories.map(({ repository: { id, full_path }, top_author_share }) => (
      <li key={id} className="flex min-w-0 items-baseline gap-2">
        <Link
          to="/w/$slug/repositories/$repositoryId"
          params={{ slug, repositoryId: id }}
          search={{ tab: "ownership" }}
          className="flex min-w-0 hover:underline"
        >
          <TruncatedName text={full_path} />
        </Link>
        <span className="text-12 whitespace-nowrap text-muted" title="Share of the work">
          {formatShare(top_author_share)}
        </span>
      </li>
    ))}
  </ul>
);

const personColumns = (slug: string): Column<Person>[] => [
  {
    id: "name",
    header: "Person",
    width: "w-full sm:w-auto sm:min-w-56",
    cell: ({ name, dependent_repositories_total }) => (
      <span className="flex flex-col">
        <span className="font-medium">{name}</span>
        <span className="text-12 text-muted sm:hidden">
          {countOf(dependent_repositories_total, "dependent", "dependents")}
        </span>
      </span>
    ),
  },
  {
    id: "repositories",
    header: "Repositories at risk, with the share of the work",
    from: "sm",
    stacked: true,
    width: "sm:w-full",
    cell: ({ repositories }) => (
      <>
        <AtRisk repositories={repositories.slice(0, SHOWN)} slug={slug} />
        {repositories.length > SHOWN && (
          <details className="group mt-1">
            <summary className="cursor-pointer text-12 text-muted hover:underline">
              <span className="group-open:hidden">Show {formatCount(repositories.length - SHOWN)} more</span>
              <span className="hidden group-open:inline">Show less</span>
            </summary>
            <div className="mt-1">
              <AtRisk repositories={repositories.slice(SHOWN)} slug={slug} />
            </div>
          </details>
        )}
      </>
    ),
  },
  {
    id: "dependents",
    header: "Dependents",
    align: "right",
    from: "sm",
    width: "min-w-28",
    cell: ({ dependent_repositories_total }) => formatCount(dependent_repositories_total),
  },
];
