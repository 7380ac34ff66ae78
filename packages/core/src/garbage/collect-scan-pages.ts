import { scan, scanPage } from "@knockon/db/schema/scan.sql";
import { and, eq, exists, inArray, lt, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { untilNone } from "./in-batches.ts";

/** A listing has some hundred pages. */
const SCANS_AT_ONCE = 10;

/** Deletes the pages of scans that ended before; one that was published has none. */
export const collectScanPages = (ctx: Context, before: Date): Promise<number> =>
  untilNone(ctx, (tx) => {
    const pages = tx
      .select({ one: sql`1` })
      .from(scanPage)
      .where(eq(scanPage.scanId, scan.id));
    const ended = tx
      .select({ id: scan.id })
      .from(scan)
      .where(and(lt(scan.completedAt, before), exists(pages)))
      .limit(SCANS_AT_ONCE);
    return tx.delete(scanPage).where(inArray(scanPage.scanId, ended));
  });
