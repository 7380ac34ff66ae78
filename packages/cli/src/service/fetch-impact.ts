import { ApiError, createClient } from "@knockon/contract/client";
import { getImpact } from "@knockon/contract/operations/repository";
import type { Impact } from "@knockon/contract/resources/impact";
import { UsageError } from "../arguments.ts";
import type { ImpactQuery } from "../commands/impact.ts";

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
    throw new UsageError(error instanceof ApiError ? describeRefusal(error) : describeFailure(url, error));
  }
}

function describeRefusal({ status, message }: ApiError): string {
  const detail = message === `HTTP ${status}` ? "." : `: ${message}`;
  return `The server returned HTTP ${status}${detail}`;
}

/** `fetch` wraps the reason of a failed connection in `cause`. Other errors come from an invalid response. */
function describeFailure(url: string, error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof Error))
    return `Unexpected response from ${url}. Check that --url is a Knockon server.`;
  const reason = "code" in cause ? String(cause.code) : cause.message;
  return `Can't reach ${url} (${reason}). Check --url.`;
}
