import * as z from "zod";
import { ARTIFACT_TYPES } from "../vocabulary/artifact-type.ts";
import { CREDENTIAL_STATUSES, PLATFORMS } from "../vocabulary/scan.ts";
import { HeuristicPattern, NewHeuristicPatterns } from "./heuristic-pattern.ts";
import { count, instant, shownName, uuid } from "./fields.ts";
import { installationId } from "./github-installation.ts";
import { Scan } from "./scan.ts";

const HOST = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/i;
const hostAliases = z
  .array(
    z
      .string()
      .max(253)
      .regex(
        HOST,
        "Expected a host name with an optional port, such as git.example.com. Remove the scheme and path.",
      ),
  )
  .max(20)
  .meta({ description: "Other names of the same host, such as mirrors, registry proxies and SSH hosts." });

const schedule = z
  .string()
  .max(200)
  .regex(/^\S+(?: \S+){4}$/, "Expected five cron fields separated by single spaces, such as `30 3 * * 1-5`.")
  .nullable()
  .meta({
    description:
      "Cron expression in UTC that starts incremental scans, at most every 15 minutes. Null disables scheduled scans.",
  });

export const ConnectedOrg = z
  .object({
    id: uuid,
    workspace_id: uuid,
    name: z.string(),
    platform: z.enum(PLATFORMS),
    platform_id: z.string().meta({ description: "The host's ID of the org." }),
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

/** Printable ASCII, so that it cannot end a header. */
const accessToken = z
  .string()
  .regex(/^[\x21-\x7e]{1,1000}$/)
  .meta({ description: "Stored encrypted and never returned.", writeOnly: true });

export const ConnectedOrgTest = z
  .object({
    ok: z.boolean().meta({ description: "Whether the credential can list the org's repositories." }),
    detail: z.string(),
  })
  .meta({ id: "ConnectedOrgTest" });

export const NewConnectedOrg = z
  .strictObject({
    name: shownName,
    platform: z.enum(PLATFORMS),
    url: z.string().min(1).max(2000).optional().meta({
      description:
        "Defaults to `https://github.com/<name>` or `https://gitlab.com/<name>`. For `local`, the path of a folder of git repositories or of a listing file.",
    }),
    access_token: accessToken.optional(),
    installation_id: installationId.optional().meta({
      description: "GitHub App installation to use instead of a token. See `listGithubInstallations`.",
    }),
    heuristic_patterns: NewHeuristicPatterns.optional(),
    host_aliases: hostAliases.optional(),
    schedule: schedule.optional(),
  })
  .meta({ id: "NewConnectedOrg" });

/** The other fields identify the org at its host and are immutable. */
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
    dependencies: count.meta({ description: "Number of edges in the full graph." }),
    declarations: count.meta({ description: "Number of declarations, resolved or not." }),
    external_declarations: count.meta({
      description:
        "Declarations that name nothing of the workspace's organizations. Mentions are not counted.",
    }),
    by_artifact_type: countByType,
    by_dependency_type: countByType,
    consumed_artifacts: count,
    orphan_artifacts: count.meta({ description: "First-party artifacts without consumers." }),
    health: z.object({
      consumers_on_latest: count,
      consumers_lagging: count,
      unresolved_declarations: count.meta({
        description:
          "Declarations that name something of the workspace's organizations and have no known producer. Mentions are not counted.",
      }),
    }),
    last_scan: Scan.nullable(),
  })
  .meta({ id: "ConnectedOrgStats" });
