import { HostRefusedError } from "@knockon/core/ports/git-host";
import type { InstallableApp } from "@knockon/core/ports/installable-app";
import type { z } from "zod";
import type { SendHttp } from "../http/guarded-http.ts";
import { readJson } from "../http/read-response.ts";
import { RepositoryCount, UserInstallations, UserToken } from "./responses.ts";
import { installationTokens, type GitHubApp } from "./app-tokens.ts";
import { failureOf, HEADERS } from "./github-client.ts";
import type { AppSetup } from "./installable-app.ts";
import { interfaceAt } from "../org-url.ts";
import { MAX_PAGES } from "../http/rest-request.ts";

const PAGE_SIZE = 100;
/** A browser waits for the response. */
const TIMEOUT_MS = 5_000;

type FindInstallation = InstallableApp["findInstallation"];

/** Queries GitHub as the user. The user's token is discarded afterwards. */
export function installationFinder(send: SendHttp, app: GitHubApp, setup: AppSetup): FindInstallation {
  const host = interfaceAt(new URL(app.url));
  const tokens = installationTokens(send, app);

  async function exchange(code: string): Promise<string> {
    const { clientId, clientSecret } = setup;
    const response = await send(new URL("/login/oauth/access_token", app.url), {
      method: "POST",
      headers: { Accept: "application/json", "Content-Type": "application/x-www-form-urlencoded" },
      credentials: {},
      body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, code }).toString(),
      timeoutMs: TIMEOUT_MS,
    });
    if (response.status !== 200) throw await failureOf(host.host, response);
    const answer = await readJson(host.host, response, UserToken);
    if (!answer) throw new HostRefusedError(`${host.host} does not accept the code.`);
    return answer.access_token;
  }

  async function get<T>(path: string, token: string, schema: z.ZodType<T>): Promise<T> {
    const response = await send(new URL(`${host.restUrl}${path}`), {
      headers: HEADERS,
      credentials: { Authorization: `Bearer ${token}` },
      timeoutMs: TIMEOUT_MS,
    });
    if (response.status !== 200) throw await failureOf(host.host, response);
    return readJson(host.host, response, schema);
  }

  async function findAccount(token: string, installationId: string): Promise<string | undefined> {
    for (let page = 1, seen = 0; page <= MAX_PAGES; page += 1) {
      const path = `/user/installations?per_page=${PAGE_SIZE}&page=${page}`;
      const { total_count, installations } = await get(path, token, UserInstallations);
      const found = installations.find(({ id }) => String(id) === installationId);
      if (found) return found.account?.login;
      seen += installations.length;
      if (installations.length === 0 || seen >= total_count) return undefined;
    }
    return undefined;
  }

  const countRepositories = async (path: string, token: string): Promise<number> =>
    (await get(`${path}?per_page=1`, token, RepositoryCount)).total_count;

  return async (code, installationId) => {
    const token = await exchange(code);
    const account = await findAccount(token, installationId);
    if (account === undefined) return undefined;
    const theirs = await countRepositories(`/user/installations/${installationId}/repositories`, token);
    const all = await countRepositories("/installation/repositories", await tokens.get(host, installationId));
    return { account, isWhole: theirs >= all };
  };
}
