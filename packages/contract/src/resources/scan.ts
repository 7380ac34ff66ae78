import * as z from "zod";
import { SCAN_STATUSES, SCAN_TYPES } from "../vocabulary/scan.ts";
import { count, instant, uuid } from "./fields.ts";

const ScanErrors = z.object({
  repo_errors: z.array(
    z.object({ repository_id: uuid, full_path: z.string(), code: z.string(), message: z.string() }),
  ),
  org_errors: z.array(z.object({ code: z.string(), message: z.string() })).optional(),
});

export const Scan = z
  .object({
    id: uuid,
    connected_org_id: uuid,
    status: z.enum(SCAN_STATUSES),
    scan_type: z.enum(SCAN_TYPES),
    total_repos: count,
    scanned_repos: count.meta({ description: "Includes unchanged repositories." }),
    skipped_repos: count.meta({
      description: "Empty or ignored repositories, and those over the plan limit.",
    }),
    failed_repos: count.meta({
      description:
        "Repositories the scan could not process. They keep their previous data and are retried on the next scan.",
    }),
    errors: ScanErrors.nullable(),
    started_at: instant.nullable(),
    completed_at: instant.nullable(),
    created_at: instant,
    updated_at: instant,
    interruption_count: count.meta({ description: "Number of times the scan was interrupted." }),
  })
  .meta({ id: "Scan" });
export type Scan = z.infer<typeof Scan>;
