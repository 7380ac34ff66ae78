import { createPrivateKey, sign, type KeyObject } from "node:crypto";
import { CredentialRefusedError, HostRefusedError, type HostCredential } from "@knockon/core/ports/git-host";
import type { SendHttp } from "../http/guarded-http.ts";
import { readJson } from "../http/read-json.ts";
import { InstallationToken } from "./answers.ts";
import { failureOf } from "./github-client.ts";
import type { GitHubOrg } from "./org-url.ts";

export interface GitHubApp {
  id: string;
  /** PEM. */
  privateKey: string;
  /** Where the App is registered: nobody else is shown what it signs. */
  url: string;
  /** `<workspace id>:<installation>` for each that a workspace may use; null where every one may use all. */
  granted: ReadonlySet<string> | null;
}

type Installation = Extract<HostCredential, { type: "installation" }>;

/** Before a token's end: a request that begins with it has to end with it. */
const MARGIN_MS = 5 * 60_000;
const TIMEOUT_MS = 30_000;

/** Gives the installation's token for an org of the App's own host. */
export type AppTokens = (org: GitHubOrg, installation: Installation) => Promise<string>;

/** Tokens last an hour, and are asked for once while they do. */
export function appTokens(send: SendHttp, app: GitHubApp): AppTokens {
  const { host: appHost } = new URL(app.url);
  const key = createPrivateKey(app.privateKey);
  const known = new Map<string, { token: string; expiresAt: number }>();
  return async (org, { workspaceId, installationId }) => {
    if (org.host !== appHost) {
      throw new HostRefusedError(`${org.host} is not where this deployment's GitHub App is registered.`);
    }
    if (app.granted?.has(`${workspaceId}:${installationId}`) === false) throw unknownInstallation(org);
    const kept = known.get(installationId);
    if (kept && kept.expiresAt - MARGIN_MS > Date.now()) return kept.token;
    const fresh = await askForToken(send, org, installationId, appJwt(app.id, key));
    known.set(installationId, fresh);
    return fresh.token;
  };
}

async function askForToken(send: SendHttp, org: GitHubOrg, installationId: string, jwt: string) {
  const url = `${org.restUrl}/app/installations/${encodeURIComponent(installationId)}/access_tokens`;
  const response = await send(new URL(url), {
    method: "POST",
    headers: { Accept: "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28" },
    credentials: { Authorization: `Bearer ${jwt}` },
    timeoutMs: TIMEOUT_MS,
  });
  if (response.status === 201) {
    const { token, expires_at } = await readJson(org.host, response, InstallationToken);
    return { token, expiresAt: Date.parse(expires_at) };
  }
  const failure = await failureOf(org.host, response);
  const isGone = failure instanceof HostRefusedError;
  throw isGone ? unknownInstallation(org) : failure;
}

/** Another workspace's and none are the same. */
const unknownInstallation = ({ host }: GitHubOrg): CredentialRefusedError =>
  new CredentialRefusedError(`${host} knows no such installation of the App, or none in use.`);

/** Valid for nine minutes, and from a minute ago: clocks differ, and GitHub takes ten at most. */
function appJwt(appId: string, key: KeyObject): string {
  const now = Math.floor(Date.now() / 1000);
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");
  const signed = `${encode({ alg: "RS256", typ: "JWT" })}.${encode({ iat: now - 60, exp: now + 540, iss: appId })}`;
  return `${signed}.${sign("RSA-SHA256", Buffer.from(signed), key).toString("base64url")}`;
}
