import { listArtifactConsumers } from "@knockon/contract/operations/artifact";
import type { Artifact } from "@knockon/contract/resources/artifact";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type Consumer, usesOf } from "./standings.tsx";
import { useIncludes, useWorkspace } from "../../api/workspace.ts";
import type { Timing } from "../../subject/timing.ts";
import { timingOf, useArrivals } from "../../subject/use-arrivals.ts";

/** All uses of an artifact that is depended on. Undefined until loaded, null if the plan excludes them or there are too many. */
export function useConsumers(artifact: Artifact): readonly Consumer[] | null | undefined {
  const { api } = useWorkspace();
  const isIncluded = useIncludes("artifact_dashboard");
  const enabled = isIncluded === true && artifact.dependent_count > 0;
  const { data, isError } = useQuery({ ...api.queryPage(listArtifactConsumers, usesOf(artifact)), enabled });
  if (isIncluded === false || artifact.dependent_count === 0 || isError) return null;
  return data && (data.total > data.items.consumers.length ? null : data.items.consumers);
}

/** When each consumer gets a change of the artifact. Undefined until loaded, null if a consumer has no known timing. */
export function useTiming(artifact: Artifact): readonly Timing[] | null | undefined {
  const consumers = useConsumers(artifact);
  const arrivals = useArrivals(artifact.source_repository && { artifact_id: artifact.id });
  return useMemo(() => {
    if (consumers === null) return null;
    if (consumers === undefined || arrivals === undefined) return undefined;
    const ids = new Set(consumers.map(({ repository }) => repository.id));
    const timings = [...ids].flatMap((id) => timingOf(arrivals.get(id)) ?? []);
    return timings.length === artifact.dependent_count ? timings : null;
  }, [consumers, arrivals, artifact.dependent_count]);
}
