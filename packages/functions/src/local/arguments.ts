import type { Settings } from "@knockon/core/context";
import type { BlockList } from "node:net";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { suggest } from "@knockon/contract/suggest";
import {
  type BlobStoreSetting,
  type HostSettings,
  type MailSettings,
  type SignInSettings,
  parseAllowedOrigins,
  parseAppUrl,
  parseBlobStore,
  parseHostSettings,
  parseMailSettings,
  parseMetricsToken,
  parseSessionSecret,
  parseMutationLimit,
  parseOwnershipSetting,
  parseSignInSettings,
  parseStripeSettings,
} from "../compose/settings.ts";
import type { StripeSettings } from "@knockon/adapters/payments/stripe/stripe-payments";
import { readSecretFiles } from "../compose/secret-files.ts";
import { settingsHelp } from "../compose/variables.ts";
import { COMMAND } from "./distribution.ts";
import { parseTrustedProxies } from "./client-address.ts";

/** An error that the user can fix. It is printed as one line. */
export class StartError extends Error {}

/** `all`: the whole product in one process, with an organization that is scanned at once. `migrate` and `reseal` end when they are done. */
export const SERVER_ROLES = ["all", "api", "worker", "sweeper", "migrate", "reseal"] as const;
export type ServerRole = (typeof SERVER_ROLES)[number];

export interface StartOptions {
  role: ServerRole;
  /** A folder of git repositories or a listing file; null for the example organization. */
  org: string | null;
  /** `HOST`; 127.0.0.1 by default. */
  host: string;
  port: number;
  dataFolder: string;
  /** Null for the embedded Postgres. */
  databaseUrl: string | null;
  /** `APP_URL`; null for the address that the server listens on. */
  appUrl: string | null;
  /** `ALLOWED_ORIGINS` */
  allowedOrigins: string[];
  /** `SESSION_SECRET`; null for a secret in the data folder. */
  sessionSecret: string | null;
  /** `SMTP_URL` and `MAIL_SENDER`; null to print emails. */
  mail: MailSettings | null;
  /** `BLOB_STORE` */
  blobStore: BlobStoreSetting;
  /** `METRICS_TOKEN`; null to serve no metrics. */
  metricsToken: string | null;
  /** Whether `OTEL_EXPORTER_OTLP_ENDPOINT` is set: traces are sent. */
  hasTraces: boolean;
  /** `LOCAL_ORG_ROOTS`: the API may connect folders below these. */
  localOrgRoots: string[];
  hosts: HostSettings;
  /** OAuth providers for sign-in. */
  signIn: SignInSettings;
  /** Null if Stripe is not configured; then no plan limits anything. */
  stripe: StripeSettings | null;
  /** Mutations per minute and key. */
  mutationLimit: number;
  /** Proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies: BlockList;
  /** `OWNERSHIP_SIGNAL_ENABLED`, `OWNERSHIP_PEOPLE_ENABLED`. */
  ownership: Settings["ownership"];
  /** Log everything as JSON lines. Otherwise only faults are logged. */
  logsJson: boolean;
}

export const HELP = `Usage: ${COMMAND} [--org PATH] [--port PORT] [--data FOLDER] [--role ROLE]

Starts Knockon on this machine: Postgres, API, workers and application in one process,
or one part of it.

Options:
  --org PATH      Scan PATH instead of the examples: a folder of git repositories,
                  or a listing file (JSON lines: path, full_path?, clone_url?, default_branch?,
                  archived?, is_fork?).
  --port PORT     Listen on PORT (default: the variable PORT, or 4000).
  --data FOLDER   Store data in FOLDER (default: .knockon).
  --role ROLE     Run only a part: "api" (and the application), "worker" or "sweeper".
                  Any number of processes of each role can share one DATABASE_URL.
                  "migrate" updates the schema of the database and exits. "reseal"
                  encrypts secrets with the newest of ENCRYPTION_KEYS and exits.
  --help          Show this help.

Environment variables:
${settingsHelp()}

Example: ${COMMAND} --org ~/src/acme --port 8080
`;

/** Returns null for `--help`. Throws StartError. */
export function parseArguments(args: readonly string[], variables: NodeJS.ProcessEnv): StartOptions | null {
  const { values } = parse(args);
  if (values.help) return null;
  const env = asStartError(() => readSecretFiles(variables));
  const role = parseRole(values.role ?? "all");
  if (role !== "all") requireShared(role, env);
  if (role !== "all" && values.org !== undefined)
    throw new StartError(
      `--org cannot be combined with --role ${role}: connect organizations in the application.`,
    );
  return {
    role,
    appUrl: asStartError(() => parseAppUrl(env)),
    allowedOrigins: asStartError(() => parseAllowedOrigins(env)),
    sessionSecret: asStartError(() => parseSessionSecret(env)) ?? null,
    mail: asStartError(() => parseMailSettings(env)),
    blobStore: asStartError(() => parseBlobStore(env)),
    hasTraces: Boolean(env["OTEL_EXPORTER_OTLP_ENDPOINT"]),
    metricsToken: asStartError(() => parseMetricsToken(env)),
    org: values.org === undefined ? null : resolve(values.org),
    host: env["HOST"] || "127.0.0.1",
    port: parsePort(values.port ?? (env["PORT"] || "4000")),
    dataFolder: resolve(values.data ?? ".knockon"),
    databaseUrl: env["DATABASE_URL"] || null,
    localOrgRoots: (env["LOCAL_ORG_ROOTS"] ?? "")
      .split(":")
      .filter(Boolean)
      .map((root) => resolve(root)),
    hosts: asStartError(() => parseHostSettings(env)),
    signIn: asStartError(() => parseSignInSettings(env)),
    stripe: asStartError(() => parseStripeSettings(env)),
    trustedProxies: asStartError(() => parseTrustedProxies(env["TRUSTED_PROXIES"] ?? "")),
    mutationLimit: asStartError(() => parseMutationLimit(env)),
    ownership: parseOwnershipSetting(env),
    logsJson: parseLog(env["LOG"] || undefined),
  };
}

function parseRole(text: string): ServerRole {
  const role = SERVER_ROLES.find((one) => one === text);
  if (role) return role;
  throw new StartError(
    `Invalid role "${text}".${suggest(text, SERVER_ROLES)} Choose one of: ${SERVER_ROLES.join(", ")}.`,
  );
}

/** What processes of different roles must have in common cannot be in the data folder of one. */
const SHARED = ["DATABASE_URL", "APP_URL", "SESSION_SECRET", "ENCRYPTION_KEYS"] as const;

function requireShared(role: ServerRole, env: NodeJS.ProcessEnv): void {
  const missing = SHARED.slice(0, role === "migrate" ? 1 : undefined).filter((name) => !env[name]);
  if (missing.length > 0)
    throw new StartError(
      `--role ${role} requires ${missing.join(", ")}: all processes must have the same values.`,
    );
}

function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65535))
    throw new StartError(`Invalid port "${text}". Choose a number from 0 to 65535 with --port.`);
  return port;
}

function asStartError<T>(parseSetting: () => T): T {
  try {
    return parseSetting();
  } catch (error) {
    throw new StartError((error as Error).message);
  }
}

function parseLog(text: string | undefined): boolean {
  if (text !== undefined && text !== "json")
    throw new StartError(`LOG=${text} is invalid. The only supported value is json.`);
  return text === "json";
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        org: { type: "string" },
        port: { type: "string" },
        data: { type: "string" },
        role: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw new StartError(
      `${error instanceof Error ? error.message : String(error)} Run ${COMMAND} --help for the options.`,
    );
  }
}
