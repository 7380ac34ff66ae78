import { listConnectedOrgs } from "@knockon/contract/operations/connected-org";
import { listOwnershipRiskPeople, listOwnershipRisks } from "@knockon/contract/operations/ownership";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { NoOwnershipData } from "./no-ownership.tsx";
import { PersonCorrections } from "./person-corrections.tsx";
import { RiskPeople } from "./risk-people.tsx";
import { RiskRepositories } from "./risk-repositories.tsx";
import { useHasRole, useWorkspace } from "../../api/workspace.ts";
import { Select } from "../../components/fields.tsx";
import { Loaded, TableSkeleton } from "../../components/loaded.tsx";
import { PageHeader, TabLinks } from "../../components/page-header.tsx";

const route = getRouteApi("/w/$slug/ownership");

/** Ownership risks of an organization. */
export function OwnershipPage() {
  const { api } = useWorkspace();
  const orgs = useQuery(api.query(listConnectedOrgs, { query: { limit: 500 } }));
  return (
    <Loaded query={orgs} page="Ownership" skeleton={<TableSkeleton rows={10} />}>
      {(data) => <OrgOwnership orgs={data} />}
    </Loaded>
  );
}

function OrgOwnership({ orgs }: { orgs: readonly ConnectedOrg[] }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const org = orgs.find(({ id }) => id === search.connected_org_id) ?? orgs[0];
  return (
    <>
      <PageHeader
        title="Ownership"
        description={describe(search)}
        actions={
          orgs.length > 1 ? (
            <Select
              bare
              label="Organization"
              value={org?.id ?? ""}
              options={orgs.map(({ id, name }) => ({ value: id, text: name }))}
              onChange={(id) =>
                void navigate({ search: { ...search, page: undefined, connected_org_id: id } })
              }
            />
          ) : undefined
        }
      />
      {org ? <Views orgId={org.id} /> : <NoOwnershipData />}
      <PersonCorrections />
    </>
  );
}

/** What the view lists. */
function describe({ by, min_dependents, max_bus_factor }: ReturnType<typeof route.useSearch>): string {
  if (by === "people") return "People who did at least half of the work in a repository that others use.";
  if (min_dependents === undefined && max_bus_factor === undefined)
    return "Repositories in the most-used quarter, with at least 5 dependents, where one or two people did half of the work.";
  return "Active repositories. The risk is high where many repositories depend on the work of few people.";
}

/** The number of items of a tab. Null while loading. */
const countOf = ({ data, isError }: UseQueryResult<{ total: number }>): { count?: number | null } =>
  isError ? {} : { count: data?.total ?? null };

/** Tabs for repositories and people. Admins see people. */
function Views({ orgId }: { orgId: string }) {
  const { workspace, api } = useWorkspace();
  const search = route.useSearch();
  const params = { connected_org_id: orgId };
  const { min_dependents, max_bus_factor } = search;
  const query = { limit: 1 };
  const thresholds = {
    ...(min_dependents !== undefined && { min_dependents }),
    ...(max_bus_factor !== undefined && { max_bus_factor }),
  };
  const staleTime = 60_000;
  const repositories = useQuery({
    ...api.queryPage(listOwnershipRisks, { params, query: { ...query, ...thresholds } }),
    staleTime,
  });
  const mayRank = useHasRole("admin");
  const people = useQuery({
    ...api.queryPage(listOwnershipRiskPeople, { params, query }),
    staleTime,
    enabled: mayRank,
  });
  const isOfPeople = search.by === "people" && mayRank;
  return (
    <>
      {mayRank && (
        <TabLinks
          label="Risk view"
          tabs={[
            { id: undefined, text: "Repositories", ...countOf(repositories) },
            { id: "people", text: "Single maintainers", ...countOf(people) },
          ]}
          current={isOfPeople ? "people" : undefined}
          link={(id) => ({
            to: "/w/$slug/ownership",
            params: { slug: workspace.slug },
            search: { connected_org_id: search.connected_org_id, by: id === "people" ? "people" : undefined },
          })}
        />
      )}
      {isOfPeople ? <RiskPeople orgId={orgId} /> : <RiskRepositories orgId={orgId} />}
    </>
  );
}
