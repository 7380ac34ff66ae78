import { getImpact } from "@knockon/contract/operations/repository";
import type { Impact } from "@knockon/contract/resources/impact";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Timing } from "./timing.ts";
import { useWorkspace } from "../api/workspace.ts";

export type Arrival = Pick<Impact["affected"][number], "clock" | "clock_evidence" | "owner" | "archived">;

export const timingOf = (arrival: Pick<Arrival, "clock" | "archived"> | undefined): Timing | undefined =>
  arrival?.archived ? "archived" : arrival?.clock;

/** What changes: an artifact, or a repository by every declaration of it. */
export type Changed = { artifact_id: string } | { repository_id: string; through: "repositories" };

/** The impact on direct dependents, with what one release reaches. */
export function useDirectImpact(changed: Changed | null, minConfidence?: number) {
  const { api } = useWorkspace();
  const query = {
    ...changed,
    max_depth: 1,
    limit: 500,
    include: "releases",
    ...(minConfidence !== undefined && { min_confidence: minConfidence }),
  };
  return useQuery({ ...api.query(getImpact, { query }), enabled: changed !== null });
}

/**
 * When each direct dependent gets a change, and who owns it, by the ID of the repository: as in an impact, and for those that it leaves out as
 * declarations of any confidence say. Undefined until loaded, empty for null.
 */
export function useArrivals(changed: Changed | null): ReadonlyMap<string, Arrival> | undefined {
  const enabled = changed !== null;
  const usual = useDirectImpact(changed);
  const all = useDirectImpact(changed, 0);
  const isError = usual.isError || all.isError;
  return useMemo(
    () =>
      enabled && !isError
        ? usual.data &&
          all.data &&
          new Map([...all.data.affected, ...usual.data.affected].map((one) => [one.repository.id, one]))
        : new Map<string, Arrival>(),
    [usual.data, all.data, enabled, isError],
  );
}
