import { getGraph } from "@knockon/contract/operations/connected-org";
import { listRepositories } from "@knockon/contract/operations/repository";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { DEFAULTS, type GraphSearch, neededDepth } from "./graph-search.ts";
import { useWorkspace } from "../../api/workspace.ts";

const STALE_MS = 60_000;

/** Loads the graph for the URL. The default root is the most used one that is not archived. */
export function useGraph(org: ConnectedOrg, search: GraphSearch) {
  const { api } = useWorkspace();
  const params = { connected_org_id: org.id };
  const isWhole = search.whole === true;
  const query = {
    ...params,
    sort: "-dependent_repositories_total",
    archived: "false",
    include: "figures",
    limit: 1,
  } as const;
  const most = useQuery({
    ...api.query(listRepositories, { query }),
    enabled: !isWhole && search.root === undefined,
    staleTime: STALE_MS,
  });
  const first = most.data?.find(({ figures }) => (figures?.dependent_repositories_total ?? 0) > 0);
  const root = isWhole ? undefined : (search.root ?? first?.id);
  const whole = useQuery({
    ...api.query(getGraph, { params, query: { include: "owners,types" } }),
    enabled: isWhole || (root === undefined && !most.isPending),
    staleTime: STALE_MS,
  });
  const { min_confidence = DEFAULTS.min_confidence } = search;
  const depth = neededDepth(search);
  const rooted = useQuery({
    ...api.query(getGraph, {
      params,
      query: { root: root ?? "", depth, min_confidence, include: "affected,onward,owners,types" },
    }),
    enabled: root !== undefined,
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  });
  // Without any dependency there is no root, so show the whole graph.
  return { graph: root === undefined ? whole : rooted, root };
}
