import type { ScanStatus } from "@knockon/contract/vocabulary/scan";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { rescanRequest, scan } from "@knockon/db/schema/scan.sql";
import { asc, eq, sql } from "drizzle-orm";
import { isInFlight, type ScanRow } from "../../scan/scan-row.ts";
import { checkEnd } from "./check-end.ts";
import type { About } from "./process.ts";
import type { Simulation } from "./simulation.ts";
import { publishedVersions, scanVersions } from "./versions.ts";

export interface KnownScan {
  row: ScanRow;
  /** The step at which it was triggered. */
  since: number;
  /** The host refused a listing of it, or did not tell all. */
  wasRefused: boolean;
  wasIncomplete: boolean;
  /** A message of it was given up. */
  wasGivenUp: boolean;
  /** How often it was interrupted since the weather cleared. */
  lateInterruptions: number;
  /** Which transactions had written it when it ended. */
  versions: string | undefined;
}

export const isPublished = (status: ScanStatus): boolean => status === "completed" || status === "partial";

/** Every scan of the schedule, looked at after each commit that can begin or end one. */
export class ScanLedger {
  readonly #scans = new Map<string, KnownScan>();
  readonly #simulation: () => Simulation;
  readonly #reading = new Map<About, string>();
  readonly deletedOrgIds = new Set<string>();
  /** Those with pushes that no scan has taken up. */
  waitingOrgIds: ReadonlySet<string> = new Set();
  /** By platform id, what the last published scan left. */
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

  /** Whether the sweeper has something to look after. */
  get isWatched(): boolean {
    return this.inFlight.length + this.waitingOrgIds.size > 0;
  }

  /** The last scan of an org's whole listing that was published. */
  lastPublished(orgId: string): KnownScan | undefined {
    return this.scans.findLast(
      ({ row }) => row.connectedOrgId === orgId && row.startedBy !== "push" && isPublished(row.status),
    );
  }

  note(scanId: string | undefined, what: "wasRefused" | "wasIncomplete" | "wasGivenUp"): void {
    const known = this.#scans.get(scanId ?? "");
    if (known) known[what] = true;
  }

  /** Makes a process's transaction, and holds that one of a cancelled scan changes nothing that is published. */
  async watch<T>(about: About, commit: () => Promise<T>): Promise<T> {
    const { ctx, violate } = this.#simulation();
    const isCancelled = this.#scans.get(about.scanId ?? "")?.row.status === "cancelled";
    const before = isCancelled ? await publishedVersions(ctx) : undefined;
    const result = await commit();
    if (isCancelled && (await publishedVersions(ctx)) !== before)
      violate(`${about.name} published something after the cancel`);
    if (about.handles !== "scan-repository") await this.#look();
    return result;
  }

  async #look(): Promise<void> {
    const simulation = this.#simulation();
    const { ctx, names, log, steps } = simulation;
    const waiting = sql`(select ${rescanRequest.connectedOrgId} from ${rescanRequest})`;
    const rows = await ctx.database
      .select({
        scan,
        org: {
          id: connectedOrg.id,
          deletedAt: connectedOrg.deletedAt,
          isWaiting: sql<boolean>`${connectedOrg.id} in ${waiting}`,
        },
      })
      .from(connectedOrg)
      .leftJoin(scan, eq(scan.connectedOrgId, connectedOrg.id))
      .where(eq(connectedOrg.workspaceId, ctx.workspaceId))
      .orderBy(asc(scan.createdAt), asc(connectedOrg.name));
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
      if (known.row.interruptionCount !== row.interruptionCount) this.#noteInterruption(known);
      known.row = row;
      if (hadEnded || isInFlight(row.status)) continue;
      log(`${names.scan(row.id)} ends as ${row.status}`);
      known.versions = await scanVersions(ctx, row.id);
      await checkEnd(simulation, known);
    }
  }

  /** An interruption sends again all that can be lost, and in fine weather nothing is lost any more. */
  #noteInterruption(known: KnownScan): void {
    const { names, log, faults, violate } = this.#simulation();
    log(`${names.scan(known.row.id)} is interrupted`);
    if (faults.isClear) known.lateInterruptions += 1;
    if (known.lateInterruptions > 1)
      violate(`${names.scan(known.row.id)} is interrupted again in fine weather`);
  }

  /** Holds that nobody else is reading it. */
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
