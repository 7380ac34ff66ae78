import type { ScanStatus } from "@knockon/contract/vocabulary/scan";
import { type Database, prepared } from "@knockon/db/database";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { rescanRequest, scan } from "@knockon/db/schema/scan.sql";
import { asc, eq, sql, type SQL } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { isInFlight, type ScanRow } from "../../scan/scan-row.ts";
import { checkEnd } from "./check-scans.ts";
import type { About } from "./process.ts";
import type { Simulation } from "./simulation.ts";

export interface KnownScan {
  row: ScanRow;
  /** The step at which it was triggered. */
  since: number;
  /** The host refused a listing, or returned an incomplete one. */
  wasRefused: boolean;
  wasIncomplete: boolean;
  /** A message of the scan became a dead letter. */
  wasGivenUp: boolean;
  /** Number of interruptions since the faults were cleared. */
  lateInterruptions: number;
  /** The row versions when the scan ended. */
  versions: string | undefined;
}

export const isPublished = (status: ScanStatus): boolean => status === "completed" || status === "partial";

/** Tracks every scan of the schedule. Updated after each commit that can start or end a scan. */
export class ScanLedger {
  readonly #scans = new Map<string, KnownScan>();
  readonly #simulation: () => Simulation;
  readonly #reading = new Map<About, string>();
  readonly deletedOrgIds = new Set<string>();
  /** Orgs with pending rescan requests. */
  waitingOrgIds: ReadonlySet<string> = new Set();
  /** The commits of the last published scan, by platform ID. */
  readonly commits = new Map<string, string | null>();

  constructor(simulation: () => Simulation) {
    this.#simulation = simulation;
  }

  get scans(): KnownScan[] {
    return [...this.#scans.values()];
  }

  get inFlight(): ScanRow[] {
    return this.scans.map((known) => known.row).filter((row) => isInFlight(row.status));
  }

  /** Whether the sweeper has work. */
  get isWatched(): boolean {
    return this.inFlight.length + this.waitingOrgIds.size > 0;
  }

  /** Returns the org's last published scan that listed the whole org. */
  lastPublished(orgId: string): KnownScan | undefined {
    return this.scans.findLast(
      ({ row }) => row.connectedOrgId === orgId && row.startedBy !== "push" && isPublished(row.status),
    );
  }

  mark(scanId: string | undefined, what: "wasRefused" | "wasIncomplete" | "wasGivenUp"): void {
    const known = this.#scans.get(scanId ?? "");
    if (known) known[what] = true;
  }

  /** Runs a process's transaction and checks that one of a cancelled scan does not change published data. */
  async watch<T>(about: About, commit: () => Promise<T>): Promise<T> {
    const { ctx, violate } = this.#simulation();
    const isCancelled = this.#scans.get(about.scanId ?? "")?.row.status === "cancelled";
    const before = isCancelled ? await publishedVersions(ctx) : undefined;
    const result = await commit();
    if (isCancelled && (await publishedVersions(ctx)) !== before)
      violate(`${about.name} changed published data after the cancel`);
    if (about.handles !== "scan-repository") await this.#update();
    return result;
  }

  async #update(): Promise<void> {
    const simulation = this.#simulation();
    const { ctx, names, log, steps } = simulation;
    const rows = await readOrgsAndScans(ctx.database, { workspaceId: ctx.workspaceId });
    this.waitingOrgIds = new Set(
      rows.flatMap(({ org }) => (org.isWaiting && !org.deletedAt ? [org.id] : [])),
    );
    for (const { org } of rows) if (org.deletedAt) this.deletedOrgIds.add(org.id);
    for (const row of rows.flatMap((one) => one.scan ?? [])) {
      const known = this.#scans.get(row.id) ?? {
        row,
        since: steps.taken,
        wasRefused: false,
        wasIncomplete: false,
        wasGivenUp: false,
        lateInterruptions: 0,
        versions: undefined,
      };
      this.#scans.set(row.id, known);
      const hadEnded = !isInFlight(known.row.status);
      if (known.row.interruptionCount !== row.interruptionCount) this.#addInterruption(known);
      known.row = row;
      if (hadEnded || isInFlight(row.status)) continue;
      log(`${names.scan(row.id)} ends as ${row.status}`);
      known.versions = await scanVersions(ctx, row.id);
      await checkEnd(simulation, known);
    }
  }

  /** Without faults, a second interruption is a violation, because the first one resends everything lost. */
  #addInterruption(known: KnownScan): void {
    const { names, log, faults, violate } = this.#simulation();
    log(`${names.scan(known.row.id)} is interrupted`);
    if (faults.isClear) known.lateInterruptions += 1;
    if (known.lateInterruptions > 1)
      violate(`${names.scan(known.row.id)} is interrupted again without faults`);
  }

  /** Checks that no other worker is reading the repository. */
  reads(about: About, platformId: string): void {
    const { faults, violate } = this.#simulation();
    const reading = `${about.scanId} ${platformId}`;
    if (faults.isPrompt && [...this.#reading.values()].includes(reading))
      violate(`${about.name} while another worker reads it`);
    this.#reading.set(about, reading);
  }

  ends(about: About): void {
    this.#reading.delete(about);
  }
}

/** Runs after almost every commit of a schedule. */
const readOrgsAndScans = prepared("orgs and scans of the ledger", (on: Database) =>
  on
    .select({
      scan,
      org: {
        id: connectedOrg.id,
        deletedAt: connectedOrg.deletedAt,
        isWaiting: sql<boolean>`${connectedOrg.id} in (select ${rescanRequest.connectedOrgId} from ${rescanRequest})`,
      },
    })
    .from(connectedOrg)
    .leftJoin(scan, eq(scan.connectedOrgId, connectedOrg.id))
    .where(eq(connectedOrg.workspaceId, sql.placeholder("workspaceId")))
    .orderBy(asc(scan.createdAt), asc(connectedOrg.name)),
);

/** Returns the versions of a table's rows, which change with every write. */
const versionsIn = (table: string, where: SQL) => sql`(
  select coalesce(string_agg(xmin::text || ctid::text, ' ' order by ctid), '')
  from ${sql.identifier(table)} where ${where})`;

async function versions(ctx: Context, parts: SQL[]): Promise<string> {
  const { rows } = await ctx.database.execute<{ versions: string }>(
    sql`select ${sql.join(parts, sql` || '; ' || `)} as versions`,
  );
  return rows[0]?.versions ?? "";
}

export const scanVersions = (ctx: Context, scanId: string): Promise<string> =>
  versions(ctx, [
    versionsIn("scan", sql`id = ${scanId}`),
    versionsIn("scan_repository", sql`scan_id = ${scanId}`),
  ]);

/** Returns the versions of everything that readers of the workspace see. */
export const publishedVersions = (ctx: Context): Promise<string> => {
  const ours = sql`workspace_id = ${ctx.workspaceId}`;
  return versions(ctx, [
    versionsIn("scan", ours),
    versionsIn("scan_repository", ours),
    versionsIn("dependency", ours),
    versionsIn("artifact", ours),
    versionsIn("repository", ours),
    versionsIn("connected_org", ours),
    versionsIn("workspace", sql`id = ${ctx.workspaceId}`),
  ]);
};
