import { inWorkspace } from "@knockon/db/in-workspace";
import { rankRisks } from "@knockon/graph/risk";
import { getOrgRow } from "../connected-org/org-row.ts";
import type { Context } from "../context.ts";
import type { Page } from "../page.ts";
import { presentReference } from "../repository/repository-row.ts";
import { selectRiskRows } from "./risk-rows.ts";

interface Input extends Page {
  connectedOrgId: string;
  minDependents?: number | undefined;
  maxBusFactor?: number | undefined;
}

/** The repositories of an org that many depend on and few maintain, riskiest first; none while the signal is off. */
export function listOwnershipRisks(ctx: Context, { connectedOrgId, limit, offset, ...query }: Input) {
  return inWorkspace(ctx, async (tx) => {
    await getOrgRow(tx, connectedOrgId);
    const rows = ctx.settings.ownership === "off" ? [] : await selectRiskRows(tx, connectedOrgId);
    const ranked = rankRisks(rows, query);
    const body = ranked.slice(offset, offset + limit).map((risk) => ({
      repository: presentReference(risk),
      busFactor: risk.busFactor,
      topAuthorName: risk.topAuthorName,
      topAuthorShare: risk.topAuthorShare,
      humanAuthorCount: risk.humanAuthorCount,
      dependentsTotal: risk.dependents,
      dependentRepositoriesTotal: risk.fanIn,
      riskScore: risk.riskScore,
    }));
    return { total: ranked.length, body };
  });
}
