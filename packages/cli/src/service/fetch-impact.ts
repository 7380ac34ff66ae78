import { createClient } from "@knockon/contract/client";
import { getImpact } from "@knockon/contract/operations/repository";
import type { Impact } from "@knockon/contract/resources/impact";
import type { ImpactQuery } from "../commands/impact.ts";
import { serviceError } from "./service-error.ts";

/** Maximum page size of the API. */
const PAGE = 500;

/** Fetches all pages of an impact from a Knockon server. Throws UsageError. */
export async function fetchImpact(
  repository: string,
  { maxDepth, minConfidence, through, version, paths, roles }: ImpactQuery,
  { url, key }: { url: string; key: string },
): Promise<Impact> {
  const call = createClient({ baseUrl: url, key });
  const query = {
    full_path: repository,
    max_depth: maxDepth,
    min_confidence: minConfidence,
    through,
    version,
    path: paths,
    role: roles?.join(","),
  };
  try {
    const impact = await call(getImpact, { query: { ...query, limit: PAGE } });
    for (let page = impact.affected; page.length === PAGE;) {
      const offset = impact.affected.length;
      page = (await call(getImpact, { query: { ...query, limit: PAGE, offset } })).affected;
      impact.affected.push(...page);
    }
    return impact;
  } catch (error) {
    throw serviceError(url, error);
  }
}
