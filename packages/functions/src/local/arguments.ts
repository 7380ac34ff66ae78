import type { Settings } from "@knockon/core/context";
import type { BlockList } from "node:net";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import {
  type HostSettings,
  type SignInSettings,
  parseHostSettings,
  parseMutationLimit,
  parseOwnershipSetting,
  parseSignInSettings,
  parseStripeSettings,
} from "../compose/settings.ts";
import type { StripeSettings } from "@knockon/adapters/payments/stripe/stripe-payments";
import { parseTrustedProxies } from "./client-address.ts";

/** An error that the user can fix. It is printed as one line. */
export class StartError extends Error {}

export interface StartOptions {
  /** A folder of git repositories or a listing file; null for the example organization. */
  org: string | null;
  /** `HOST`; 127.0.0.1 by default. */
  host: string;
  port: number;
  dataFolder: string;
  /** Null for the embedded Postgres. */
  databaseUrl: string | null;
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

export const HELP = `Usage: npm start -- [--org PATH] [--port PORT] [--data FOLDER]

Starts Knockon on this machine: Postgres, API, workers and application in one process.

Options:
  --org PATH      Scan PATH instead of the examples: a folder of git repositories,
                  or a listing file (JSON lines: path, full_path?, clone_url?, default_branch?,
                  archived?, is_fork?).
  --port PORT     Listen on PORT (default: the variable PORT, or 4000).
  --data FOLDER   Store data in FOLDER (default: .knockon).
  --help          Show this help.

Environment variables:
  DATABASE_URL     Postgres to use instead of the embedded one.
  HOST             Address to listen on (default: 127.0.0.1).
  LOCAL_ORG_ROOTS  Folders, separated by colons, below which POST /connected-orgs may
                   connect folders (default: the folder of --org).
  GIT_HOST_ALLOWLIST
                   Your own git hosts, separated by commas (host or host:port), which may
                   have private addresses or no TLS.
  GITHUB_APP_ID, GITHUB_APP_PRIVATE_KEY, GITHUB_APP_URL
                   A GitHub App whose installations may be connected (URL default:
                   https://github.com).
  GITHUB_APP_INSTALLATIONS
                   Installations that each workspace may use, as <workspace id>:<installation>,
                   separated by commas (default: all).
  GITHUB_APP_SLUG, GITHUB_APP_CLIENT_ID, GITHUB_APP_CLIENT_SECRET
                   Let users install that App themselves.
  GITHUB_APP_WEBHOOK_SECRET
                   Secret of the App's own webhook.
  ENCRYPTION_KEYS  Keys that encrypt access tokens, as <version>:<32 bytes in base64>,
                   separated by commas (default: a key in the data folder).
  GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET
  GITLAB_CLIENT_ID, GITLAB_CLIENT_SECRET, GITLAB_ISSUER
                   Let users sign in with GitHub and GitLab (issuer default:
                   https://gitlab.com).
  STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_LIVEMODE
                   Charge for plans with Stripe and enforce them (live keys require
                   STRIPE_LIVEMODE=true). Without them, everything is included.
  STRIPE_API_URL   A fake of Stripe's API for tests, with test keys only.
  TRUSTED_PROXIES  Addresses or networks of proxies, separated by commas, whose
                   X-Forwarded-For is trusted (default: none).
  LOG=json         Log everything to stderr, one JSON object per line (default: faults only).
  OWNERSHIP_SIGNAL_ENABLED=true
                   Read commit histories and show the bus factor of each repository.
  OWNERSHIP_PEOPLE_ENABLED=true
                   Also show Admins a ranking of people, and the share of those who left.
  RATELIMIT_AUTHENTICATED_MUTATIONS
                   POST, PUT, PATCH and DELETE requests per minute and API key (default: 60).

Example: npm start -- --org ~/src/acme --port 8080
`;

/** Returns null for `--help`. Throws StartError. */
export function parseArguments(args: readonly string[], env: NodeJS.ProcessEnv): StartOptions | null {
  const { values } = parse(args);
  if (values.help) return null;
  return {
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
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw new StartError(
      `${error instanceof Error ? error.message : String(error)} Run npm start -- --help for the options.`,
    );
  }
}
