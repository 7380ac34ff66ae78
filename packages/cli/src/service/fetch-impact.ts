import { ApiError, createClient } from "@knockon/contract/client";
import { getImpact } from "@knockon/contract/operations/repository";
import type { Impact } from "@knockon/contract/resources/impact";
import type { ImpactQuery } from "../commands/impact.ts";
import type { Server } from "./login.ts";
import { ask } from "./open-answers.ts";
import { serviceError } from "./service-error.ts";

/** Maximum page size of the API. */
const PAGE = 500;

/** Fetches all pages of an impact from a Knockon server. Throws UsageError. */
export async function fetchImpact(repository: string, query: ImpactQuery, server: Server): Promise<Impact> {
  try {
    return await fetchPages({ full_path: repository }, query, server);
  } catch (error) {
    // Only now is the name compared with others, which takes more requests.
    if (!(error instanceof ApiError && (error.status === 404 || error.status === 409)))
      throw serviceError(server.url, error);
  }
  return await ask(server, async (answers) => {
    const { getRepository } = await import("@knockon/mcp/names");
    return await fetchPages({ repository_id: (await getRepository(answers, repository)).id }, query, server);
  });
}

async function fetchPages(
  root: { full_path: string } | { repository_id: string },
  { maxDepth, minConfidence, through, version, paths, roles, withReleases = false }: ImpactQuery,
  { url, key }: Server,
): Promise<Impact> {
  const call = createClient({ baseUrl: url, key });
  const query = {
    ...root,
    max_depth: maxDepth,
    min_confidence: minConfidence,
    through,
    version,
    path: paths,
    role: roles?.join(","),
  };
  const include = withReleases ? "releases" : undefined;
  const impact = await call(getImpact, { query: { ...query, include, limit: PAGE } });
  for (let page = impact.affected; page.length === PAGE;) {
    const offset = impact.affected.length;
    page = (await call(getImpact, { query: { ...query, limit: PAGE, offset } })).affected;
    impact.affected.push(...page);
  }
  return impact;
}
