import { getImpact } from "@knockon/contract/operations/repository";
import { useQuery } from "@tanstack/react-query";
import { DEFAULTS, type GraphSearch } from "./graph-search.ts";
import type { Layers } from "./layers.ts";
import { framedColumn } from "./sections.ts";
import { useWorkspace } from "../../api/workspace.ts";

/**
 * How many direct dependents of the root get one version on their next run at most. Undefined while it loads, where no section counts
 * these, and if no version decides which of them do.
 */
export function useMostWithOneVersion(
  layers: Layers | undefined,
  root: string | undefined,
  { through, min_confidence = DEFAULTS.min_confidence }: GraphSearch,
): number | undefined {
  const { api } = useWorkspace();
  const isCounted = layers !== undefined && framedColumn(layers)?.at === 1;
  const query = {
    ...(root !== undefined && { repository_id: root }),
    ...(through !== undefined && { through }),
    min_confidence,
    max_depth: 1,
    limit: 1,
    include: "releases",
  };
  const { data } = useQuery({
    ...api.query(getImpact, { query }),
    enabled: isCounted && root !== undefined,
    staleTime: 60_000,
  });
  return data?.releases?.[0]?.by_clock.direct.next_run;
}
