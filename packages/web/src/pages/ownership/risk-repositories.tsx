import { listOwnershipRisks } from "@knockon/contract/operations/ownership";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { ShieldCheck } from "lucide-react";
import { useWorkspace } from "../../api/workspace-context.ts";
import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { countOf, formatCount } from "../../format/count.ts";
import { ListPage } from "../../list/list-page.tsx";
import { pageQuery } from "../../list/list-search.ts";
import { EVERYTHING } from "./everything.ts";
import { NobodyKnown } from "./nobody-known.tsx";
import { RISK_COLUMNS } from "./risk-columns.tsx";
import { ThresholdChoice } from "./threshold-choice.tsx";

const route = getRouteApi("/w/$slug/ownership");

/** The repositories at risk in one org, in the service's order; what counts as many and as few can be set. */
export function RiskRepositories({ orgId }: { orgId: string }) {
  const { api } = useWorkspace();
  const { connected_org_id, by: _by, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const { min_dependents, max_bus_factor } = search;
  const params = { connected_org_id: orgId };
  const query = {
    ...pageQuery(search),
    ...(min_dependents !== undefined && { min_dependents }),
    ...(max_bus_factor !== undefined && { max_bus_factor }),
  };
  const found = useQuery({
    ...api.askPage(listOwnershipRisks, { params, query }),
    placeholderData: keepPreviousData,
  });
  const show = (next: typeof search): void =>
    void navigate({ search: { ...next, connected_org_id }, replace: true });
  return (
    <>
      <ListPage
        noun="repositories"
        query={found}
        columns={RISK_COLUMNS}
        rowId={({ repository }) => repository.id}
        search={search}
        onSearch={show}
        filters={
          <>
            <ThresholdChoice
              label="Minimum dependents"
              usual="Default minimum"
              value={min_dependents}
              options={[
                { value: 0, text: "Any number of dependents" },
                { value: 1, text: "1 or more dependents" },
                { value: 5, text: "5 or more dependents" },
                { value: 10, text: "10 or more dependents" },
                { value: 25, text: "25 or more dependents" },
              ]}
              inWords={(value) => `${formatCount(value)} or more dependents`}
              onChange={(value) => show({ ...search, page: undefined, min_dependents: value })}
            />
            <ThresholdChoice
              label="Maximum bus factor"
              usual="Bus factor 1 or 2"
              value={max_bus_factor}
              options={[
                { value: 1, text: "Bus factor 1" },
                { value: 3, text: "Bus factor up to 3" },
                { value: 5, text: "Bus factor up to 5" },
                { value: EVERYTHING.max_bus_factor, text: "Any bus factor" },
              ]}
              inWords={(value) => `Bus factor up to ${value}`}
              onChange={(value) => show({ ...search, page: undefined, max_bus_factor: value })}
            />
          </>
        }
        empty={<NothingAtRisk orgId={orgId} onAll={() => show(EVERYTHING)} />}
      />
      {found.data && found.data.total > 0 && (
        <p className="mt-3 max-w-180 text-12 text-muted">
          Dependents exclude mentions. The bus factor is the smallest number of people who together account
          for half of the work; older work counts less. The risk is the dependents score (0 to 100 on a
          logarithmic scale, 100 at 100 dependents) divided by the bus factor.
        </p>
      )}
    </>
  );
}

/** Good news, or no news: nobody is known. */
function NothingAtRisk({ orgId, onAll }: { orgId: string; onAll: () => void }) {
  const { api } = useWorkspace();
  const params = { connected_org_id: orgId };
  const { data } = useQuery(api.askPage(listOwnershipRisks, { params, query: { ...EVERYTHING, limit: 1 } }));
  if (!data) return <div aria-busy="true" className="min-h-44" />;
  if (data.total === 0) return <NobodyKnown />;
  return (
    <EmptyState
      icon={ShieldCheck}
      title="No ownership risks"
      action={<Button onClick={onAll}>Show all {countOf(data.total, "repository", "repositories")}</Button>}
    >
      No repository has many dependents (at least 5, and more than most repositories here) and a bus factor of
      1 or 2.
    </EmptyState>
  );
}
