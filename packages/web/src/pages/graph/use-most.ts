import { getImpact } from "@knockon/contract/operations/repository";
import { useQuery } from "@tanstack/react-query";
import { DEFAULTS, type GraphSearch } from "./graph-search.ts";
import type { Layers } from "./layers.ts";
import { framedColumn } from "./sections.ts";
import { useWorkspace } from "../../api/workspace.ts";

/**
 * How many of the direct dependents that may be on the next run get one version at most. Undefined while it loads, where no section
 * counts these, and if no version decides which of them do.
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
  const widest = data?.releases?.[0]?.by_clock.direct.next_run;
  const { by_clock, may_next_run } = data?.summary ?? {};
  const certain = (by_clock?.direct.next_run ?? 0) - (may_next_run?.direct ?? 0);
  return widest === undefined ? undefined : widest - certain;
}
