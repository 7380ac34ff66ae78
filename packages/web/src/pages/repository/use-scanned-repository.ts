import { getRepository, listRepositories } from "@knockon/contract/operations/repository";
import { useQuery } from "@tanstack/react-query";
import { useWorkspace } from "../../api/workspace-context.ts";

const KEPT_MS = 5 * 60_000;

/** A repository by its id, with its address and commit: out of one list for all rows of a page, where that has it. */
export function useScannedRepository(id: string) {
  const { api } = useWorkspace();
  const listed = useQuery({ ...api.ask(listRepositories, { query: { limit: 500 } }), staleTime: KEPT_MS });
  const known = listed.data?.find((repository) => repository.id === id);
  const asked = useQuery({
    ...api.ask(getRepository, { params: { repository_id: id } }),
    staleTime: KEPT_MS,
    enabled: listed.isFetched && !known,
  });
  return known ?? asked.data;
}
