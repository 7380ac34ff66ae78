import * as z from "zod";
import { ARTIFACT_TYPES } from "../vocabulary/artifact-type.ts";
import { CREDENTIAL_STATUSES, PLATFORMS } from "../vocabulary/scan.ts";
import { HeuristicPattern, NewHeuristicPatterns } from "./heuristic-pattern.ts";
import { count, instant, shownName, uuid } from "./fields.ts";
import { installationId } from "./github-installation.ts";
import { Scan } from "./scan.ts";

const HOST = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/i;
const hostAliases = z
  .array(z.string().max(253).regex(HOST))
  .max(20)
  .meta({ description: "Other names of the same host: mirrors, registry proxies, ssh hosts." });

const schedule = z
  .string()
  .max(200)
  .regex(/^\S+(?: \S+){4}$/, "A schedule has the five fields of cron, a space between two: `30 3 * * 1-5`.")
  .nullable()
  .meta({
    description:
      "When an incremental scan starts by itself: five fields of cron, in UTC, at most every 15 minutes; null for never.",
  });

export const ConnectedOrg = z
  .object({
    id: uuid,
    workspace_id: uuid,
    name: z.string(),
    platform: z.enum(PLATFORMS),
    platform_id: z.string(),
    url: z.string(),
    heuristic_patterns: z.array(HeuristicPattern),
    host_aliases: z.array(z.string()),
    schedule: z.string().nullable(),
    credential_status: z.enum(CREDENTIAL_STATUSES),
    repository_count: count,
    last_scan: Scan.nullable(),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: "ConnectedOrg" });
export type ConnectedOrg = z.infer<typeof ConnectedOrg>;

/** As hosts make them: nothing in it can end a header. */
const accessToken = z
  .string()
  .regex(/^[\x21-\x7e]{1,1000}$/)
  .meta({ description: "Kept encrypted, and never shown again.", writeOnly: true });

export const ConnectedOrgTest = z
  .object({ ok: z.boolean(), detail: z.string() })
  .meta({ id: "ConnectedOrgTest" });

export const NewConnectedOrg = z
  .strictObject({
    name: shownName,
    platform: z.enum(PLATFORMS),
    url: z.string().min(1).max(2000).optional().meta({
      description:
        "Unless given, `https://github.com/<name>` or `https://gitlab.com/<name>`. For `local`: a folder of git repositories, or a listing file.",
    }),
    access_token: accessToken.optional(),
    installation_id: installationId.optional().meta({
      description:
        "Of the deployment's GitHub App, instead of a token; one of `/workspaces/{workspace_id}/github-installations`.",
    }),
    heuristic_patterns: NewHeuristicPatterns.optional(),
    host_aliases: hostAliases.optional(),
    schedule: schedule.optional(),
  })
  .meta({ id: "NewConnectedOrg" });

/** The rest of an org is what it is connected to, and stays. */
export const ConnectedOrgChanges = z
  .strictObject({
    name: shownName.optional(),
    access_token: accessToken.optional(),
    heuristic_patterns: NewHeuristicPatterns.optional(),
    host_aliases: hostAliases.optional(),
    schedule: schedule.optional(),
  })
  .meta({ id: "ConnectedOrgChanges" });

const countByType = z.partialRecord(z.enum(ARTIFACT_TYPES), count);

export const ConnectedOrgStats = z
  .object({
    repositories: count,
    dependencies: count.meta({ description: "Edges of the full graph." }),
    declarations: count,
    by_artifact_type: countByType,
    by_dependency_type: countByType,
    consumed_artifacts: count,
    orphan_artifacts: count,
    health: z.object({
      consumers_on_latest: count,
      consumers_lagging: count,
      unresolved_declarations: count,
    }),
    last_scan: Scan.nullable(),
  })
  .meta({ id: "ConnectedOrgStats" });
