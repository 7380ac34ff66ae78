import type { Transaction } from "@knockon/db/database";
import type { Context } from "../context.ts";
import { ConflictError } from "../errors.ts";
import { countSeats } from "../plan/count-seats.ts";
import { countOrgConnections } from "../plan/count-used.ts";
import { planOf } from "../plan/plans.ts";
import { ORG_CONNECTIONS, SEATS, type PlanLimit } from "../plan/require-plan.ts";
import type { PaidPlan } from "../ports/payments.ts";
import { lockWorkspaceRow } from "../workspace/workspace-row.ts";

/**
 * Throws ConflictError where more is used than a plan would allow, naming all of it. Nobody joins and nothing is
 * connected until the transaction ends.
 */
export async function requireFit(
  ctx: Context,
  tx: Transaction,
  { planKey, extraSeats }: PaidPlan,
): Promise<void> {
  await lockWorkspaceRow(tx, ctx.workspaceId);
  const plan = planOf(planKey);
  const over = (limit: PlanLimit, name: string, used: number) => {
    const allowed = limit.of(plan, extraSeats);
    return allowed === null || used <= allowed ? [] : [{ limit: name, noun: limit.noun, allowed, used }];
  };
  const exceeded = [
    ...over(SEATS, "seats", await countSeats(tx)),
    ...over(ORG_CONNECTIONS, "org_connections", await countOrgConnections(tx)),
  ];
  if (exceeded.length === 0) return;
  const told = exceeded.map(({ noun, allowed, used }) => `${allowed} ${noun}, and ${used} are in use`);
  throw new ConflictError(`That would leave ${told.join("; ")}.`, {
    code: "plan_limits_exceeded",
    exceeded: exceeded.map(({ limit, allowed, used }) => ({ limit, allowed, used })),
  });
}
