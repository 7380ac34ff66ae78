import { getImpact } from "@knockon/contract/operations/repository";
import type { Repository } from "@knockon/contract/resources/repository";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { OwnEnd } from "./clocks.ts";
import { useWorkspace } from "../../api/workspace.ts";

/** The names of the owners of each direct dependent, by its ID. Undefined until loaded, empty for dependencies. */
export function useOwners(
  { id }: Repository,
  own: OwnEnd,
): ReadonlyMap<string, readonly string[]> | undefined {
  const { api } = useWorkspace();
  const query = {
    repository_id: id,
    through: "repositories",
    max_depth: 1,
    min_confidence: 0,
    limit: 500,
  } as const;
  const enabled = own === "target";
  const { data, isError } = useQuery({ ...api.query(getImpact, { query }), enabled });
  return useMemo(() => {
    if (enabled && !isError && data === undefined) return undefined;
    return new Map(data?.affected.map(({ repository, owner }) => [repository.id, owner?.names ?? []]));
  }, [data, enabled, isError]);
}
