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
export function useDirectImpact(changed: Changed | null) {
  const { api } = useWorkspace();
  const query = { ...changed, max_depth: 1, min_confidence: 0, limit: 500, include: "releases" };
  return useQuery({ ...api.query(getImpact, { query }), enabled: changed !== null });
}

/** When each direct dependent gets a change, and who owns it, by the ID of the repository. Undefined until loaded, empty for null. */
export function useArrivals(changed: Changed | null): ReadonlyMap<string, Arrival> | undefined {
  const enabled = changed !== null;
  const { data, isError } = useDirectImpact(changed);
  return useMemo(
    () =>
      enabled && !isError
        ? data && new Map(data.affected.map((one) => [one.repository.id, one]))
        : new Map<string, Arrival>(),
    [data, enabled, isError],
  );
}
