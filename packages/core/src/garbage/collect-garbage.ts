import { describeFault } from "../describe-fault.ts";
import { asSystem } from "@knockon/db/in-workspace";
import { session, verification } from "@knockon/db/schema/user.sql";
import { workspace } from "@knockon/db/schema/workspace.sql";
import type { Context } from "../context.ts";
import { IDEMPOTENCY_MS } from "../billing/write-billing.ts";
import {
  collectBillingAnswers,
  collectChecks,
  collectExpired,
  collectOwnership,
  collectPaymentEvents,
  collectRateBuckets,
} from "./collect-expired.ts";
import { collectExtractions, collectSnapshots } from "./collect-snapshots.ts";
import { collectGraphs } from "./collect-graphs.ts";
import { collectScanPages, collectScanRepositories } from "./collect-scan-rows.ts";
import { purgeConnectedOrgs, purgeWorkspace } from "./purge.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const GRAPHS_KEPT_MS = DAY_MS;
const RATE_BUCKETS_KEPT_MS = DAY_MS;
const ROWS_KEPT_MS = 30 * DAY_MS;
const CHECKS_KEPT_MS = 90 * DAY_MS;
/** The payment processor retries events for three days, and lets operators resend them for 30 days. */
const PAYMENT_EVENTS_KEPT_MS = 30 * DAY_MS;
/** Deleted data must be purged within 30 days, even if a day's collection fails. */
const DELETED_KEPT_MS = 28 * DAY_MS;

/** Numbers of deleted rows of a workspace. */
interface Collected {
  scanPages: number;
  scanRepositories: number;
  snapshots: number;
  extractions: number;
  ownership: number;
  checks: number;
  connectedOrgs: number;
  graphs: number;
  billingAnswers: number;
  paymentEvents: number;
}

/** Numbers of deleted rows outside of workspaces, and of purged workspaces. */
interface CollectedOfAll {
  workspaces: number;
  sessions: number;
  verifications: number;
  rateBuckets: number;
}

/**
 * Runs every day. Deletes data that no read and no scan needs, in every workspace. It can be interrupted anywhere and run concurrently
 * with scans, publishes and itself. Logs an error of one workspace and continues with the others.
 */
export async function collectGarbage(
  base: Omit<Context, "workspaceId">,
): Promise<Collected & CollectedOfAll> {
  const total = {
    scanPages: 0,
    scanRepositories: 0,
    snapshots: 0,
    extractions: 0,
    ownership: 0,
    checks: 0,
    connectedOrgs: 0,
    graphs: 0,
    billingAnswers: 0,
    paymentEvents: 0,
    workspaces: 0,
  };
  const workspaces = await asSystem(base.database, (tx) => tx.select({ id: workspace.id }).from(workspace));
  for (const { id: workspaceId } of workspaces) {
    try {
      const ctx = { ...base, workspaceId };
      const collected = await collectWorkspace(ctx);
      for (const kind of Object.keys(collected) as (keyof Collected)[]) total[kind] += collected[kind];
      if (await purgeWorkspace(ctx, before(base, DELETED_KEPT_MS))) total.workspaces += 1;
    } catch (error) {
      base.log.error("garbage collection failed", { workspaceId, cause: describeFault(error) });
    }
  }
  const rateBuckets = await collectRateBuckets(base.database, before(base, RATE_BUCKETS_KEPT_MS));
  const sessions = await collectExpired(base.database, session, base.now());
  const verifications = await collectExpired(base.database, verification, base.now());
  const all = { ...total, sessions, verifications, rateBuckets };
  base.log.info("garbage collected", all);
  return all;
}

/** Collects one workspace. Deletes children before parents, so that purging an org cascades to few rows. */
export async function collectWorkspace(ctx: Context): Promise<Collected> {
  return {
    scanPages: await collectScanPages(ctx, before(ctx, ROWS_KEPT_MS)),
    scanRepositories: await collectScanRepositories(ctx, before(ctx, ROWS_KEPT_MS)),
    snapshots: await collectSnapshots(ctx, before(ctx, ROWS_KEPT_MS)),
    extractions: await collectExtractions(ctx, before(ctx, ROWS_KEPT_MS)),
    ownership: await collectOwnership(ctx),
    checks: await collectChecks(ctx, before(ctx, CHECKS_KEPT_MS)),
    connectedOrgs: await purgeConnectedOrgs(ctx, before(ctx, DELETED_KEPT_MS)),
    graphs: await collectGraphs(ctx, before(ctx, GRAPHS_KEPT_MS)),
    billingAnswers: await collectBillingAnswers(ctx, before(ctx, IDEMPOTENCY_MS)),
    paymentEvents: await collectPaymentEvents(ctx, before(ctx, PAYMENT_EVENTS_KEPT_MS)),
  };
}

const before = ({ now }: Pick<Context, "now">, milliseconds: number): Date =>
  new Date(now().getTime() - milliseconds);
