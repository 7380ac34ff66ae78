import { listArtifacts, listConnectedOrgs } from "@knockon/contract/operations/connected-org";
import { listRepositories } from "@knockon/contract/operations/repository";
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { FolderGit2, Package } from "lucide-react";
import { useDeferredValue } from "react";
import { useWorkspace } from "../../api/workspace-context.ts";
import type { Findable, FoundGroup } from "../../components/finder.tsx";
import { inWords } from "../../format/words.ts";

export interface Root extends Findable {
  search: { repository_id: string } | { artifact_id: string };
}

const FOUND = 8;

/** What can change, by a part of its name: repositories, and the artifacts that one of them produces. */
export function useRoots(text: string): FoundGroup<Root>[] {
  const { api } = useWorkspace();
  const q = useDeferredValue(text);
  const query = { limit: FOUND, ...(q !== "" && { q }) };
  const { data: repositories = [] } = useQuery({
    ...api.ask(listRepositories, { query }),
    placeholderData: keepPreviousData,
  });
  const { data: orgs = [] } = useQuery(api.ask(listConnectedOrgs, { query: { limit: 500 } }));
  const artifacts = useQueries({
    queries: orgs.map(({ id }) => ({
      ...api.ask(listArtifacts, { params: { connected_org_id: id }, query: { ...query, limit: 50 } }),
      placeholderData: keepPreviousData,
      // Nobody looks for an artifact without knowing a part of its name.
      enabled: q !== "",
    })),
  });
  const produced = artifacts.flatMap(({ data }) => data ?? []).filter(({ is_first_party }) => is_first_party);
  return [
    {
      heading: "Repositories",
      items: repositories.map(({ id, full_path }) => ({
        id,
        text: full_path,
        icon: FolderGit2,
        search: { repository_id: id },
      })),
    },
    {
      heading: "Artifacts",
      items: (q === "" ? [] : produced.slice(0, FOUND)).map(({ id, name, artifact_type }) => ({
        id,
        text: name,
        note: inWords(artifact_type),
        icon: Package,
        search: { artifact_id: id },
      })),
    },
  ];
}
