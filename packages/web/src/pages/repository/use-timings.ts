import { getGraph } from "@knockon/contract/operations/connected-org";
import type { DependencyGraph } from "@knockon/contract/resources/graph";
import type { Repository } from "@knockon/contract/resources/repository";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { timingsOf, type OwnEnd } from "./clocks.ts";
import { useWorkspace } from "../../api/workspace.ts";
import type { Timing } from "../../subject/timing.ts";

/** When a change passes between the repository and others, and what these are, which loads after the rows. */
export function useTimings({ id, connected_org_id }: Repository, own: OwnEnd): Timings {
  const { api } = useWorkspace();
  const query = { root: id, depth: 1, min_confidence: 0, include: "owners" };
  const { data, isError, refetch } = useQuery(api.query(getGraph, { params: { connected_org_id }, query }));
  const timings = useMemo(() => data && timingsOf(data, id, own), [data, id, own]);
  const neighbors = useMemo(() => new Map(data?.nodes.map((node) => [node.id, node.metadata])), [data]);
  return { timings, neighbors, isError, retry: () => void refetch() };
}

type Neighbor = DependencyGraph["nodes"][number]["metadata"];

interface Timings {
  /** By the ID of the other repository. Undefined until loaded. */
  timings: ReadonlyMap<string, Timing> | undefined;
  /** By the ID of the other repository. Empty until loaded. */
  neighbors: ReadonlyMap<string, Pick<Neighbor, "archived" | "owner">>;
  isError: boolean;
  retry: () => void;
}
