import { getGraph } from "@knockon/contract/operations/connected-org";
import type { Repository } from "@knockon/contract/resources/repository";
import type { Clock } from "@knockon/contract/vocabulary/clock";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { clocksOf, type OwnEnd } from "./clocks.ts";
import { useWorkspace } from "../../api/workspace.ts";

/** When a change passes between the repository and others, which loads after the rows. */
export function useClocks({ id, connected_org_id }: Repository, own: OwnEnd): Timing {
  const { api } = useWorkspace();
  const query = { root: id, depth: 1, min_confidence: 0 };
  const { data, isError, refetch } = useQuery(api.query(getGraph, { params: { connected_org_id }, query }));
  const clocks = useMemo(() => data && clocksOf(data.edges, id, own), [data, id, own]);
  return { clocks, isError, retry: () => void refetch() };
}

interface Timing {
  /** By the ID of the other repository. Undefined until loaded. */
  clocks: ReadonlyMap<string, Clock> | undefined;
  isError: boolean;
  retry: () => void;
}
