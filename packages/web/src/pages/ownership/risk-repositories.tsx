import { listOwnershipRisks } from "@knockon/contract/operations/ownership";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { ShieldCheck } from "lucide-react";
import { useWorkspace } from "../../api/workspace-context.ts";
import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { countOf } from "../../format/count.ts";
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
              label="Dependents, at least"
              usual="Many dependents"
              value={min_dependents}
              options={[
                { value: 0, text: "Any dependents" },
                { value: 1, text: "1 dependent or more" },
                { value: 5, text: "5 dependents or more" },
                { value: 10, text: "10 dependents or more" },
                { value: 25, text: "25 dependents or more" },
              ]}
              inWords={(value) => `${countOf(value, "dependent", "dependents")} or more`}
              onChange={(value) => show({ ...search, page: undefined, min_dependents: value })}
            />
            <ThresholdChoice
              label="Bus factor, at most"
              usual="One or two people"
              value={max_bus_factor}
              options={[
                { value: 1, text: "One person" },
                { value: 3, text: "Up to 3 people" },
                { value: 5, text: "Up to 5 people" },
                { value: EVERYTHING.max_bus_factor, text: "Any number of people" },
              ]}
              inWords={(value) => `Up to ${value} people`}
              onChange={(value) => show({ ...search, page: undefined, max_bus_factor: value })}
            />
          </>
        }
        empty={<NothingAtRisk orgId={orgId} onAll={() => show(EVERYTHING)} />}
      />
      {found.data && found.data.total > 0 && (
        <p className="mt-3 max-w-180 text-12 text-muted">
          Dependents use it: mere mentions, which its own page lists too, are not counted. Bus factor: the
          fewest people who hold half of the work together, in which older work counts less. Risk: the weight
          of the dependents (0 to 100, growing with their logarithm, full at 100 of them) divided by the bus
          factor.
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
      title="Nothing that many depend on rests on one or two people"
      action={<Button onClick={onAll}>Show {countOf(data.total, "repository", "repositories")}</Button>}
    >
      At least 5 dependents and more than most of the org have, kept by at most two people: no repository is
      both.
    </EmptyState>
  );
}
