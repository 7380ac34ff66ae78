import type { Settings } from "@knockon/core/context";
import type { BlockList } from "node:net";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { parseHostSettings, type HostSettings } from "../compose/host-settings.ts";
import { ownershipSetting } from "../compose/ownership-setting.ts";
import { parseSignInSettings, type SignInSettings } from "../compose/sign-in-settings.ts";
import type { StripeSettings } from "@knockon/adapters/payments/stripe/stripe-settings";
import { parseStripeSettings } from "../compose/stripe-settings.ts";
import { parseTrustedProxies } from "./client-address.ts";
import { MUTATION_LIMIT_SETTING, parseMutationLimit } from "../mutation-limit.ts";

/** Something the user can mend; shown as one line. */
export class StartError extends Error {}

export interface StartOptions {
  /** A folder of git repositories or a listing file; null for the example organization. */
  org: string | null;
  /** 127.0.0.1 unless `HOST` says otherwise. */
  host: string;
  port: number;
  dataFolder: string;
  /** Null for the embedded Postgres. */
  databaseUrl: string | null;
  /** Below which the API may connect further folders. */
  localOrgRoots: string[];
  hosts: HostSettings;
  /** With what other services people may sign in. */
  signIn: SignInSettings;
  /** Who charges; null where nobody does, and no plan limits anything. */
  stripe: StripeSettings | null;
  /** How many mutations a minute each key may make. */
  mutationLimit: number;
  /** Whose `X-Forwarded-For` is believed. */
  trustedProxies: BlockList;
  /** `OWNERSHIP_SIGNAL_ENABLED`, `OWNERSHIP_PEOPLE_ENABLED`. */
  ownership: Settings["ownership"];
  /** Log everything, as JSON lines; else faults only. */
  logsJson: boolean;
}

export const HELP = `Usage: npm start -- [--org PATH] [--port PORT] [--data FOLDER]

Starts Knockon on this machine: Postgres, API, workers and application in one process.

  --org PATH      Scan PATH instead of the examples: a folder of git repositories,
                  or a listing file (JSON lines: full_path, path, clone_url?, default_branch?,
                  archived?, is_fork?).
  --port PORT     Listen on PORT (default 4000, or the variable PORT).
  --data FOLDER   Keep the data in FOLDER (default .knockon).
  --help          Show this.

Environment variables:
  DATABASE_URL     Use that Postgres instead of the embedded one.
  HOST             Listen on that address instead of 127.0.0.1.
  LOCAL_ORG_ROOTS  Folders, separated by colons, below which POST /connected-orgs may
                   connect further folders. Unless set, that of --org only.
  GIT_HOST_ALLOWLIST
                   Git hosts of your own, separated by commas (host or host:port), that
                   are at private addresses or without TLS.
  GITHUB_APP_ID, GITHUB_APP_PRIVATE_KEY, GITHUB_APP_URL
                   A GitHub App whose installations may be connected (URL: https://github.com).
  GITHUB_APP_INSTALLATIONS
                   Which workspace may use which of them, as <workspace id>:<installation>,
                   separated by commas. Unless set, all may be used.
  GITHUB_APP_SLUG, GITHUB_APP_CLIENT_ID, GITHUB_APP_CLIENT_SECRET
                   Let people install that App by themselves.
  GITHUB_APP_WEBHOOK_SECRET
                   What GitHub signs the App's own webhook with.
  ENCRYPTION_KEYS  What access tokens are encrypted with, as <version>:<32 bytes in base64>,
                   separated by commas. Unless set, a key in the data folder.
  GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET
  GITLAB_CLIENT_ID, GITLAB_CLIENT_SECRET, GITLAB_ISSUER
                   Let people sign in with GitHub and GitLab (issuer: https://gitlab.com).
  STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_LIVEMODE
                   Charge for plans with Stripe, which are enforced then (live keys only
                   with STRIPE_LIVEMODE=true). Unless set, everything is included.
  STRIPE_API_URL   What stands in for Stripe's API in tests, with test keys only.
  TRUSTED_PROXIES  Addresses or networks, separated by commas, of proxies that are believed
                   whom they forward for (X-Forwarded-For). Unless set, none.
  LOG=json         Log everything to stderr, one JSON object a line. Unless set, faults only.
  OWNERSHIP_SIGNAL_ENABLED=true
                   Read who made the commits, and tell each repository's bus factor.
  OWNERSHIP_PEOPLE_ENABLED=true
                   With it: show Admins what rests on whom, and how much on those who left.
  RATELIMIT_AUTHENTICATED_MUTATIONS
                   How many POST, PUT, PATCH and DELETE requests a minute each API key
                   may make. Unless set, 60.

Example: npm start -- --org ~/src/acme --port 8080
`;

/** Null where help is asked for. Throws StartError. */
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
    mutationLimit: getMutationLimit(env),
    ownership: ownershipSetting(env),
    logsJson: parseLog(env["LOG"] || undefined),
  };
}

function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65535)) throw new StartError(`${text} is no port. Choose one from 0 to 65535 with --port.`);
  return port;
}

function asStartError<T>(parseSetting: () => T): T {
  try {
    return parseSetting();
  } catch (error) {
    throw new StartError((error as Error).message);
  }
}

function getMutationLimit(env: NodeJS.ProcessEnv): number {
  const limit = parseMutationLimit(env);
  if (limit !== undefined) return limit;
  throw new StartError(
    `${MUTATION_LIMIT_SETTING}=${env[MUTATION_LIMIT_SETTING]}: choose a number from 1 to 9999999.`,
  );
}

function parseLog(text: string | undefined): boolean {
  if (text !== undefined && text !== "json") throw new StartError(`LOG=${text}: only json is known.`);
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
      `${error instanceof Error ? error.message : String(error)} See npm start -- --help.`,
    );
  }
}
