import { createPrivateKey, sign, type KeyObject } from "node:crypto";
import { CredentialRefusedError, HostRefusedError, type HostCredential } from "@knockon/core/ports/git-host";
import type { SendHttp } from "../http/guarded-http.ts";
import { readJson } from "../http/read-response.ts";
import { InstallationToken } from "./responses.ts";
import { failureOf } from "./github-client.ts";
import type { GitHubInterface } from "../org-url.ts";

export interface GitHubApp {
  id: string;
  /** PEM. */
  privateKey: string;
  /** The host where the App is registered. Its signed requests are sent to no other host. */
  url: string;
  /** `<workspace id>:<installation>` for each permitted use. Null permits all. */
  granted: ReadonlySet<string> | null;
}

type Installation = Extract<HostCredential, { type: "installation" }>;

/** Tokens are renewed this long before they expire, so that they outlast a request. */
const MARGIN_MS = 5 * 60_000;
const TIMEOUT_MS = 30_000;

export interface InstallationTokens {
  /** Returns an installation's token without checking the workspace. */
  get(host: GitHubInterface, installationId: string): Promise<string>;
  /** Discards a cached token. Tokens keep the permissions that the installation had when they were created. */
  forget(installationId: string): void;
}

/** Caches tokens, which are valid for an hour. */
export function installationTokens(send: SendHttp, app: GitHubApp): InstallationTokens {
  const { host: appHost } = new URL(app.url);
  const key = createPrivateKey(app.privateKey);
  const cache = new Map<string, { token: string; expiresAt: number }>();
  return {
    async get(host, installationId) {
      if (host.host !== appHost) {
        throw new HostRefusedError(`${host.host} is not where this deployment's GitHub App is registered.`);
      }
      const cached = cache.get(installationId);
      if (cached && cached.expiresAt - MARGIN_MS > Date.now()) return cached.token;
      const fresh = await requestToken(send, host, installationId, appJwt(app.id, key));
      cache.set(installationId, fresh);
      return fresh.token;
    },
    forget: (installationId) => void cache.delete(installationId),
  };
}

export interface AppTokens {
  /** Returns the token of an installation that the workspace has recorded or is granted. */
  get(host: GitHubInterface, installation: Installation): Promise<string>;
  forget(installation: Installation): void;
}

export function appTokens(send: SendHttp, app: GitHubApp): AppTokens {
  const tokens = installationTokens(send, app);
  return {
    async get(host, { workspaceId, installationId, isRecorded }) {
      const isGranted = app.granted?.has(`${workspaceId}:${installationId}`) ?? true;
      if (!isRecorded && !isGranted) throw unknownInstallation(host);
      return tokens.get(host, installationId);
    },
    forget: ({ installationId }) => tokens.forget(installationId),
  };
}

async function requestToken(send: SendHttp, host: GitHubInterface, installationId: string, jwt: string) {
  const url = `${host.restUrl}/app/installations/${encodeURIComponent(installationId)}/access_tokens`;
  const response = await send(new URL(url), {
    method: "POST",
    headers: { Accept: "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28" },
    credentials: { Authorization: `Bearer ${jwt}` },
    timeoutMs: TIMEOUT_MS,
  });
  if (response.status === 201) {
    const { token, expires_at } = await readJson(host.host, response, InstallationToken);
    return { token, expiresAt: Date.parse(expires_at) };
  }
  const failure = await failureOf(host.host, response);
  const isGone = failure instanceof HostRefusedError;
  throw isGone ? unknownInstallation(host) : failure;
}

/** The same error for unknown installations and those of other workspaces. */
const unknownInstallation = ({ host }: GitHubInterface): CredentialRefusedError =>
  new CredentialRefusedError(`${host} has no such App installation that this workspace may use.`);

/** Valid from a minute ago, to allow for clock skew, for nine minutes. GitHub's maximum is ten. */
function appJwt(appId: string, key: KeyObject): string {
  const now = Math.floor(Date.now() / 1000);
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");
  const signed = `${encode({ alg: "RS256", typ: "JWT" })}.${encode({ iat: now - 60, exp: now + 540, iss: appId })}`;
  return `${signed}.${sign("RSA-SHA256", Buffer.from(signed), key).toString("base64url")}`;
}
