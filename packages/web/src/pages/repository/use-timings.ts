import { getGraph } from "@knockon/contract/operations/connected-org";
import type { Repository } from "@knockon/contract/resources/repository";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { timingsOf, type OwnEnd } from "./clocks.ts";
import { useWorkspace } from "../../api/workspace.ts";
import type { Timing } from "../../subject/timing.ts";

/** When a change passes between the repository and others, which loads after the rows. */
export function useTimings({ id, connected_org_id }: Repository, own: OwnEnd): Timings {
  const { api } = useWorkspace();
  const query = { root: id, depth: 1, min_confidence: 0 };
  const { data, isError, refetch } = useQuery(api.query(getGraph, { params: { connected_org_id }, query }));
  const timings = useMemo(() => data && timingsOf(data, id, own), [data, id, own]);
  return { timings, isError, retry: () => void refetch() };
}

interface Timings {
  /** By the ID of the other repository. Undefined until loaded. */
  timings: ReadonlyMap<string, Timing> | undefined;
  isError: boolean;
  retry: () => void;
}
