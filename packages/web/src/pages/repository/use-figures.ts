import { listRepositories } from "@knockon/contract/operations/repository";
import type { ListedRepository, Repository } from "@knockon/contract/resources/repository";
import { useQuery } from "@tanstack/react-query";
import { useWorkspace } from "../../api/workspace.ts";

type Figures = NonNullable<ListedRepository["figures"]>;

/** The figures of the repository in the list of repositories. Undefined until loaded, null if that fails. */
export function useFigures({ id, full_path, connected_org_id }: Repository): Figures | null | undefined {
  const { api } = useWorkspace();
  const query = { q: full_path, connected_org_id, include: "figures", limit: 100 } as const;
  const { data, isError } = useQuery({ ...api.query(listRepositories, { query }), staleTime: 60_000 });
  if (isError) return null;
  return data && (data.find((one) => one.id === id)?.figures ?? null);
}
