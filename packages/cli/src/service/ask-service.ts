import { ApiError, createClient } from "@knockon/contract/client";
import { getImpact } from "@knockon/contract/operations/repository";
import type { Impact } from "@knockon/contract/resources/impact";
import type { ImpactQuery } from "../commands/impact.ts";
import { UsageError } from "../usage-error.ts";

const PAGE = 500;

/** The whole impact, however many pages the service makes of it. Throws ApiError for its refusals. */
export async function askService(
  repository: string,
  { maxDepth, minConfidence, version }: ImpactQuery,
  { url, key }: { url: string; key: string },
): Promise<Impact> {
  const call = createClient({ baseUrl: url, key });
  const query = { full_path: repository, max_depth: maxDepth, min_confidence: minConfidence, version };
  try {
    const impact = await call(getImpact, { query: { ...query, limit: PAGE } });
    for (let page = impact.affected; page.length === PAGE;) {
      const offset = impact.affected.length;
      page = (await call(getImpact, { query: { ...query, limit: PAGE, offset } })).affected;
      impact.affected.push(...page);
    }
    return impact;
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new UsageError(`There is no Knockon at ${url}: ${reasonOf(error)}`);
  }
}

/** Why no connection came about, or else that the answer was not ours. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof Error)) return "it does not answer as one.";
  return "code" in cause ? String(cause.code) : cause.message;
}
