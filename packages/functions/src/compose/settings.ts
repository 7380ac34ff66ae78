import type { GitHubApp } from "@knockon/adapters/git-host/github/app-tokens";
import type { AppSetup } from "@knockon/adapters/git-host/github/installable-app";
import type { StripeSettings } from "@knockon/adapters/payments/stripe/stripe-payments";
import type { OAuthClient } from "@knockon/adapters/sign-in/sign-in";
import { parseEncryptionKeys, type EncryptionKeys } from "@knockon/core/connected-org/seal";
import type { Settings } from "@knockon/core/context";

// Settings of the local product and of the cloud; docs/deploy.md explains each variable. Errors never contain a secret's value.

/** Returns a variable's value. Throws if it is not set. */
export function required(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (value === undefined || value === "") throw new Error(`${name} is not set.`);
  return value;
}

/** How git hosts are reached. */
export interface HostSettings {
  allowedHosts: readonly string[];
  githubApp: GitHubApp | null;
  /** Null if users cannot install the App themselves. */
  githubAppSetup: AppSetup | null;
  /** Null if the App's own events are not accepted. */
  githubAppWebhookSecret: string | null;
  /** Undefined if `ENCRYPTION_KEYS` is not set. */
  encryptionKeys: EncryptionKeys | undefined;
}

/** Throws for an invalid value. */
export function parseHostSettings(env: NodeJS.ProcessEnv): HostSettings {
  const keys = env["ENCRYPTION_KEYS"] || undefined;
  return {
    allowedHosts: (env["GIT_HOST_ALLOWLIST"] ?? "")
      .split(",")
      .map((host) => host.trim().toLowerCase())
      .filter(Boolean),
    githubApp: parseGitHubApp(env),
    githubAppSetup: parseAppSetup(env),
    githubAppWebhookSecret: env["GITHUB_APP_WEBHOOK_SECRET"] || null,
    encryptionKeys: keys === undefined ? undefined : parseEncryptionKeys(keys),
  };
}

function parseGitHubApp(env: NodeJS.ProcessEnv): GitHubApp | null {
  const id = env["GITHUB_APP_ID"] || undefined;
  // A variable on one line has \n for line breaks.
  const privateKey = env["GITHUB_APP_PRIVATE_KEY"]?.replaceAll("\\n", "\n") || undefined;
  if (id === undefined && privateKey === undefined) return null;
  if (id === undefined || privateKey === undefined) {
    throw new Error("Set both GITHUB_APP_ID and GITHUB_APP_PRIVATE_KEY, or neither.");
  }
  const granted = env["GITHUB_APP_INSTALLATIONS"] || undefined;
  return {
    id,
    privateKey,
    url: appUrl(env),
    granted: granted === undefined ? null : new Set(granted.split(",").map((pair) => pair.trim())),
  };
}

function parseAppSetup(env: NodeJS.ProcessEnv): AppSetup | null {
  const slug = env["GITHUB_APP_SLUG"] || undefined;
  const clientId = env["GITHUB_APP_CLIENT_ID"] || undefined;
  const clientSecret = env["GITHUB_APP_CLIENT_SECRET"] || undefined;
  if (slug === undefined && clientId === undefined && clientSecret === undefined) return null;
  if (slug === undefined || clientId === undefined || clientSecret === undefined) {
    throw new Error(
      "Set all of GITHUB_APP_SLUG, GITHUB_APP_CLIENT_ID and GITHUB_APP_CLIENT_SECRET, or none.",
    );
  }
  return { url: appUrl(env), slug, clientId, clientSecret };
}

const appUrl = (env: NodeJS.ProcessEnv): string => env["GITHUB_APP_URL"] || "https://github.com";

/** Returns the URL of the application without a trailing slash; null if it is not set. Throws for anything but an origin. */
export function parseAppUrl(env: NodeJS.ProcessEnv): string | null {
  const text = env["APP_URL"] || undefined;
  if (text === undefined) return null;
  const origin = originOf(text);
  if (origin === undefined)
    throw new Error(
      `APP_URL=${text} is invalid. Use a URL without a path, such as https://knockon.acme.example.`,
    );
  return origin;
}

/** Returns the origins whose pages may change data. Throws for an invalid one. */
export function parseAllowedOrigins(env: NodeJS.ProcessEnv): string[] {
  const texts = (env["ALLOWED_ORIGINS"] ?? "").split(",").map((text) => text.trim());
  return texts.filter(Boolean).map((text) => {
    const origin = originOf(text);
    if (origin === undefined)
      throw new Error(
        `ALLOWED_ORIGINS contains "${text}". Use origins such as https://knockon.acme.example.`,
      );
    return origin;
  });
}

/** Returns undefined for a URL with a path, query or user name, and for another scheme. */
function originOf(text: string): string | undefined {
  const url = URL.parse(text);
  const isOrigin = url !== null && /^https?:$/u.test(url.protocol) && url.href === `${url.origin}/`;
  return isOrigin ? url.origin : undefined;
}

export interface MailSettings {
  smtpUrl: URL;
  /** Address of the sender. */
  sender: string;
}

/** Returns null if there is no mail server. Throws for an invalid URL and for a server without a sender. */
export function parseMailSettings(env: NodeJS.ProcessEnv): MailSettings | null {
  const text = env["SMTP_URL"] || undefined;
  if (text === undefined) return null;
  const smtpUrl = URL.parse(text);
  // The URL contains a password.
  if (!smtpUrl || !/^smtps?:$/u.test(smtpUrl.protocol) || smtpUrl.hostname === "")
    throw new Error("SMTP_URL is invalid. Use smtp://HOST:PORT or smtps://USER:PASSWORD@HOST.");
  const sender = env["MAIL_SENDER"] || undefined;
  if (sender === undefined || !/^[^\s@<>]+@[^\s@<>]+$/u.test(sender))
    throw new Error("SMTP_URL requires MAIL_SENDER, the address of the sender.");
  return { smtpUrl, sender };
}

/** Where graphs are stored. */
export type BlobStoreSetting = { kind: "file" } | { kind: "postgres" } | { kind: "s3"; bucket: string };

/** Throws for an invalid value. */
export function parseBlobStore(env: NodeJS.ProcessEnv): BlobStoreSetting {
  const text = env["BLOB_STORE"] || "file";
  if (text === "file" || text === "postgres") return { kind: text };
  const { bucket } = /^s3:\/\/(?<bucket>[a-z\d][a-z\d.-]{1,61}[a-z\d])$/u.exec(text)?.groups ?? {};
  if (bucket === undefined)
    throw new Error(`BLOB_STORE=${text} is invalid. Use "file", "postgres" or "s3://BUCKET".`);
  return { kind: "s3", bucket };
}

const MIN_METRICS_TOKEN_LENGTH = 16;

/** Returns null if there are no metrics. Throws for a token that can be guessed. */
export function parseMetricsToken(env: NodeJS.ProcessEnv): string | null {
  const token = env["METRICS_TOKEN"] || null;
  if (token !== null && token.length < MIN_METRICS_TOKEN_LENGTH)
    throw new Error(`METRICS_TOKEN must have at least ${MIN_METRICS_TOKEN_LENGTH} characters.`);
  return token;
}

/** OAuth providers for sign-in. */
export interface SignInSettings {
  github?: OAuthClient;
  gitlab?: OAuthClient;
}

/** Throws for a client ID without its secret (or the reverse), and for an invalid issuer. */
export function parseSignInSettings(env: NodeJS.ProcessEnv): SignInSettings {
  const github = parseOAuthClient(env, "GITHUB");
  const gitlab = parseOAuthClient(env, "GITLAB");
  const issuer = env["GITLAB_ISSUER"] || undefined;
  if (issuer !== undefined && !/^https?:$/u.test(URL.parse(issuer)?.protocol ?? ""))
    throw new Error("GITLAB_ISSUER is not an http or https URL.");
  return { ...(github && { github }), ...(gitlab && { gitlab: { ...gitlab, ...(issuer && { issuer }) } }) };
}

function parseOAuthClient(env: NodeJS.ProcessEnv, name: string): OAuthClient | undefined {
  const clientId = env[`${name}_CLIENT_ID`] || undefined;
  const clientSecret = env[`${name}_CLIENT_SECRET`] || undefined;
  if (clientId === undefined && clientSecret === undefined) return undefined;
  if (clientId === undefined || clientSecret === undefined)
    throw new Error(`Set both ${name}_CLIENT_ID and ${name}_CLIENT_SECRET, or neither.`);
  return { clientId, clientSecret };
}

const MIN_SESSION_SECRET_LENGTH = 32;
/** A random text of any alphabet has more. */
const MIN_DIFFERENT_CHARACTERS = 6;

/** Returns the secret that signs sessions; undefined if there are no sessions. Throws for a secret that can be guessed. */
export function parseSessionSecret(env: NodeJS.ProcessEnv): string | undefined {
  const secret = env["SESSION_SECRET"] || undefined;
  if (secret !== undefined && secret.length < MIN_SESSION_SECRET_LENGTH)
    throw new Error(`SESSION_SECRET must have at least ${MIN_SESSION_SECRET_LENGTH} characters.`);
  // Some file systems leave NUL characters if the power fails.
  if (secret !== undefined && new Set(secret).size < MIN_DIFFERENT_CHARACTERS)
    throw new Error("SESSION_SECRET repeats a few characters. Choose a random one.");
  return secret;
}

/**
 * Returns null if Stripe is not configured. Throws for an incomplete configuration and for a key of the wrong mode, so
 * that a test purchase is never charged and a real one never free.
 */
export function parseStripeSettings(env: NodeJS.ProcessEnv): StripeSettings | null {
  const secretKey = env["STRIPE_SECRET_KEY"] || undefined;
  const webhookSecret = env["STRIPE_WEBHOOK_SECRET"] || undefined;
  const isLive = env["STRIPE_LIVEMODE"] === "true";
  if (secretKey === undefined) {
    if (webhookSecret === undefined) return null;
    throw new Error("STRIPE_WEBHOOK_SECRET requires STRIPE_SECRET_KEY.");
  }
  const apiUrl = env["STRIPE_API_URL"] || undefined;
  if (apiUrl !== undefined && (isLive || !URL.canParse(apiUrl)))
    throw new Error(
      "STRIPE_API_URL must be the URL of a fake, and is not allowed with STRIPE_LIVEMODE=true.",
    );
  const mode = isLive ? "live" : "test";
  if (!new RegExp(`^[sr]k_${mode}_`, "u").test(secretKey))
    throw new Error(`STRIPE_SECRET_KEY is not a ${mode} key, as this stage requires.`);
  return { secretKey, webhookSecret, isLive, ...(apiUrl !== undefined && { apiUrl: new URL(apiUrl) }) };
}

/** Returns the ownership setting. Ranking people requires the signal. */
export function parseOwnershipSetting(env: NodeJS.ProcessEnv): Settings["ownership"] {
  if (env["OWNERSHIP_SIGNAL_ENABLED"] !== "true") return "off";
  return env["OWNERSHIP_PEOPLE_ENABLED"] === "true" ? "people" : "signal";
}

const MUTATION_LIMIT_SETTING = "RATELIMIT_AUTHENTICATED_MUTATIONS";

const DEFAULT_MUTATION_LIMIT = "60";

/** Returns the mutations per minute and key. Throws for an invalid number. */
export function parseMutationLimit(env: NodeJS.ProcessEnv): number {
  const text = env[MUTATION_LIMIT_SETTING] || DEFAULT_MUTATION_LIMIT;
  if (!/^[1-9]\d{0,6}$/u.test(text))
    throw new Error(`${MUTATION_LIMIT_SETTING}=${text} is invalid. Choose a number from 1 to 9999999.`);
  return Number(text);
}
