import type { GitHubApp } from "@knockon/adapters/git-host/github/app-tokens";
import type { AppSetup } from "@knockon/adapters/git-host/github/installable-app";
import {
  parseEncryptionKeys,
  type EncryptionKeys,
} from "@knockon/core/connected-org/credential/encryption-keys";

/** How git hosts are reached, wherever the service runs; docs/deploy.md explains each variable. */
export interface HostSettings {
  allowedHosts: readonly string[];
  githubApp: GitHubApp | null;
  /** Null where people cannot install the App by themselves. */
  githubAppSetup: AppSetup | null;
  /** Null where events of the App itself are not accepted. */
  githubAppWebhookSecret: string | null;
  /** Undefined where `ENCRYPTION_KEYS` is not set. */
  encryptionKeys: EncryptionKeys | undefined;
}

/** Throws for a value that has no meaning, without repeating it. */
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
  // Where a variable has one line, its line ends are written as \n.
  const privateKey = env["GITHUB_APP_PRIVATE_KEY"]?.replaceAll("\\n", "\n") || undefined;
  if (id === undefined && privateKey === undefined) return null;
  if (id === undefined || privateKey === undefined) {
    throw new Error("GITHUB_APP_ID and GITHUB_APP_PRIVATE_KEY are set together or not at all.");
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
      "GITHUB_APP_SLUG, GITHUB_APP_CLIENT_ID and GITHUB_APP_CLIENT_SECRET are set together or not at all.",
    );
  }
  return { url: appUrl(env), slug, clientId, clientSecret };
}

const appUrl = (env: NodeJS.ProcessEnv): string => env["GITHUB_APP_URL"] || "https://github.com";
