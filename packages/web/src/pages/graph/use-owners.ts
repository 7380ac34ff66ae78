import { listRepositories } from "@knockon/contract/operations/repository";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useWorkspace } from "../../api/workspace.ts";
import { ownerInWords } from "../../format/words.ts";

/** More repositories than one request returns would leave out some owners. */
const MOST = 500;

const STALE_MS = 5 * 60_000;

interface Owners {
  /** By repository. Undefined until they are known, and if there are too many repositories. */
  owners: ReadonlyMap<string, string> | undefined;
  isLoading: boolean;
}

/** The owners of a graph with so many repositories. */
export function useOwners(repositories: number): Owners {
  const { api } = useWorkspace();
  const { data, isLoading } = useQuery({
    ...api.query(listRepositories, { query: { include: "figures", limit: MOST } }),
    staleTime: STALE_MS,
    enabled: repositories > 0 && repositories < MOST,
  });
  const owners = useMemo(
    () =>
      data && data.length < MOST
        ? new Map(
            data.flatMap(({ id, figures }) =>
              figures?.owner ? [[id, ownerInWords(figures.owner.names)] as const] : [],
            ),
          )
        : undefined,
    [data],
  );
  return { owners, isLoading };
}
