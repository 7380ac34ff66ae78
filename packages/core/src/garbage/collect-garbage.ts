import { describeFault } from "../describe-fault.ts";
import { asSystem } from "@knockon/db/in-workspace";
import { session, verification } from "@knockon/db/schema/user.sql";
import { workspace } from "@knockon/db/schema/workspace.sql";
import type { Context } from "../context.ts";
import { IDEMPOTENT_MS } from "../billing/operation-name.ts";
import { collectBillingAnswers } from "./collect-billing-answers.ts";
import { collectExpired } from "./collect-expired.ts";
import { collectExtractions } from "./collect-extractions.ts";
import { collectGraphs } from "./collect-graphs.ts";
import { collectPaymentEvents } from "./collect-payment-events.ts";
import { collectOwnership } from "./collect-ownership.ts";
import { collectRateBuckets } from "./collect-rate-buckets.ts";
import { collectScanPages } from "./collect-scan-pages.ts";
import { collectScanRepositories } from "./collect-scan-repositories.ts";
import { collectSnapshots } from "./collect-snapshots.ts";
import { purgeConnectedOrgs } from "./purge-connected-orgs.ts";
import { purgeWorkspace } from "./purge-workspace.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const GRAPHS_KEPT_MS = DAY_MS;
const RATE_BUCKETS_KEPT_MS = DAY_MS;
const ROWS_KEPT_MS = 30 * DAY_MS;
/** The processor sends an event again for three days by itself, and by an operator's hand as long as it keeps it: 30. */
const PAYMENT_EVENTS_KEPT_MS = 30 * DAY_MS;
/** Purged within 30 days, also where one day's collection fails. */
const DELETED_KEPT_MS = 28 * DAY_MS;

/** How many of each went. */
interface Collected {
  scanPages: number;
  scanRepositories: number;
  snapshots: number;
  extractions: number;
  ownership: number;
  connectedOrgs: number;
  graphs: number;
  billingAnswers: number;
  paymentEvents: number;
}

/** Of no workspace, or all of one. */
interface CollectedOfAll {
  workspaces: number;
  sessions: number;
  verifications: number;
  rateBuckets: number;
}

/**
 * Each day: deletes what no read and no scan will ask for again, in every workspace. It may stop anywhere and run
 * beside scans, publishes and itself; a workspace in which it fails is logged and has its turn the next time.
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

/** Of one workspace: the small before what refers to it, so that a deleted org's last row has little to take along. */
export async function collectWorkspace(ctx: Context): Promise<Collected> {
  return {
    scanPages: await collectScanPages(ctx, before(ctx, ROWS_KEPT_MS)),
    scanRepositories: await collectScanRepositories(ctx, before(ctx, ROWS_KEPT_MS)),
    snapshots: await collectSnapshots(ctx, before(ctx, ROWS_KEPT_MS)),
    extractions: await collectExtractions(ctx, before(ctx, ROWS_KEPT_MS)),
    ownership: await collectOwnership(ctx),
    connectedOrgs: await purgeConnectedOrgs(ctx, before(ctx, DELETED_KEPT_MS)),
    graphs: await collectGraphs(ctx, before(ctx, GRAPHS_KEPT_MS)),
    billingAnswers: await collectBillingAnswers(ctx, before(ctx, IDEMPOTENT_MS)),
    paymentEvents: await collectPaymentEvents(ctx, before(ctx, PAYMENT_EVENTS_KEPT_MS)),
  };
}

const before = ({ now }: Pick<Context, "now">, milliseconds: number): Date =>
  new Date(now().getTime() - milliseconds);
