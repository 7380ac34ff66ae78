import { getGraph } from "@knockon/contract/operations/connected-org";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useWorkspace } from "../../api/workspace-context.ts";
import { mostDependedOn } from "../overview/fan-in.ts";
import { USUAL, type GraphSearch } from "./graph-search.ts";

const KEPT_MS = 60_000;

/** The graph that the URL asks for, and its root: where it names none, what most depend on. */
export function useGraph(org: ConnectedOrg, search: GraphSearch) {
  const { api } = useWorkspace();
  const params = { connected_org_id: org.id };
  const isWhole = search.whole === true;
  const whole = useQuery({
    ...api.ask(getGraph, { params, query: {} }),
    enabled: isWhole || search.root === undefined,
    staleTime: KEPT_MS,
  });
  const [most] = whole.data ? mostDependedOn([whole.data], 1) : [];
  const root = isWhole ? undefined : (search.root ?? most?.id);
  const { depth = USUAL.depth, min_confidence = USUAL.min_confidence } = search;
  const rooted = useQuery({
    ...api.ask(getGraph, { params, query: { root: root ?? "", depth, min_confidence } }),
    enabled: root !== undefined,
    placeholderData: keepPreviousData,
    staleTime: KEPT_MS,
  });
  // Where nobody depends on anybody there is no root, and the whole is all there is.
  return { graph: root === undefined ? whole : rooted, root };
}
