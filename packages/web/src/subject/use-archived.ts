import { listRepositories } from "@knockon/contract/operations/repository";
import { useQuery } from "@tanstack/react-query";
import { useWorkspace } from "../api/workspace.ts";

const PAGE = 500;

/** The IDs of all archived repositories of the workspace. Undefined while they load, and after a failure. */
export function useArchived(): ReadonlySet<string> | undefined {
  const { workspace, api } = useWorkspace();
  return useQuery({
    queryKey: [listRepositories.id, workspace.id, "archived"],
    staleTime: 60_000,
    async queryFn({ signal }) {
      const ids = new Set<string>();
      for (let offset = 0, total = 1; offset < total; offset += PAGE) {
        const query = { archived: "true", limit: PAGE, offset } as const;
        // Each page says whether there is another one.
        // oxlint-disable-next-line no-await-in-loop
        const page = await api.callPage(listRepositories, { query }, signal);
        for (const { id } of page.items) ids.add(id);
        total = page.total;
      }
      return ids;
    },
  }).data;
}
