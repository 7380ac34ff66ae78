import { listOwnershipRisks } from "@knockon/contract/operations/ownership";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useWorkspace } from "../../api/workspace-context.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Middle } from "../../components/middle.tsx";
import { SkeletonBlock } from "../../components/skeleton.tsx";
import { countOf } from "../../format/count.ts";
import { restsOn } from "../../format/rests-on.ts";
import { EVERYTHING } from "../ownership/everything.ts";
import { RiskScatter } from "./risk-scatter.tsx";

const NAMED = 3;

/** How few people what many depend on rests on; and the riskiest by name. */
export function OwnershipRisk({ orgs }: { orgs: readonly ConnectedOrg[] }) {
  const { workspace, api } = useWorkspace();
  const { slug } = workspace;
  const asked = useQueries({
    queries: orgs.map(({ id }) => ({
      ...api.ask(listOwnershipRisks, {
        params: { connected_org_id: id },
        query: { ...EVERYTHING, limit: 500 },
      }),
      staleTime: 60_000,
    })),
  });
  const failed = asked.find(({ isError }) => isError);
  if (failed) return <ErrorNotice error={failed.error} onRetry={() => void failed.refetch()} />;
  if (asked.some(({ isPending }) => isPending)) return <SkeletonBlock className="h-80" />;
  const risks = asked.flatMap(({ data }) => data ?? []).toSorted((a, b) => b.risk_score - a.risk_score);
  if (risks.length === 0) {
    return (
      <p className="rounded-md border p-4 text-13 text-muted">
        Ownership data is not available.{" "}
        <Link to="/w/$slug/ownership" params={{ slug }} className="text-accent hover:underline">
          Learn how to enable it
        </Link>
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-4 rounded-md border p-4">
      <RiskScatter risks={risks} />
      <ol className="flex flex-col gap-1.5 border-t pt-3 text-13">
        {risks
          .slice(0, NAMED)
          .map(({ repository: { id, full_path }, bus_factor, dependent_repositories_total }) => (
            <li key={id} className="flex items-baseline justify-between gap-4">
              <Link
                to="/w/$slug/repositories/$repositoryId"
                params={{ slug, repositoryId: id }}
                search={{ tab: "ownership" }}
                className="flex min-w-0 hover:underline"
              >
                <Middle text={full_path} />
              </Link>
              <span className="tabular whitespace-nowrap text-muted">
                {countOf(dependent_repositories_total, "dependent", "dependents")}, {restsOn(bus_factor)}
              </span>
            </li>
          ))}
      </ol>
    </div>
  );
}
