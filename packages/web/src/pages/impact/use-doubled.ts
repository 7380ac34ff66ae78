import { getGraph, listConnectedOrgs } from "@knockon/contract/operations/connected-org";
import { getRepository } from "@knockon/contract/operations/repository";
import type { Impact } from "@knockon/contract/resources/impact";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useWorkspace } from "../../api/workspace.ts";

/** The IDs of affected repositories whose path another organization has as well. */
export function doubledIn(affected: Impact["affected"]): string[] {
  const byPath = Map.groupBy(affected, ({ repository }) => repository.full_path);
  return [...byPath.values()]
    .filter(({ length }) => length > 1)
    .flatMap((rows) => rows.map(({ repository }) => repository.id));
}

/** The names of the organizations of doubled repositories, by repository. Nothing is requested without them. */
export function useOrgsOfDoubled({ root, affected, max_depth }: Impact): ReadonlyMap<string, string> {
  const { api } = useWorkspace();
  const doubled = useMemo(() => doubledIn(affected), [affected]);
  const enabled = doubled.length > 0;
  const { data: orgs } = useQuery({ ...api.query(listConnectedOrgs, { query: { limit: 500 } }), enabled });
  const { data: repository } = useQuery({
    ...api.query(getRepository, { params: { repository_id: root.id } }),
    enabled,
  });
  const orgId = repository?.connected_org_id ?? "";
  const { data: graph } = useQuery({
    ...api.query(getGraph, {
      params: { connected_org_id: orgId },
      query: { root: root.id, depth: max_depth, min_confidence: 0 },
    }),
    enabled: enabled && orgId !== "",
  });
  return useMemo(() => {
    const names = new Map(orgs?.map(({ id, name }) => [id, name]));
    const wanted = new Set(doubled);
    return new Map(
      graph?.nodes.flatMap(({ id, metadata }) => {
        const name = names.get(metadata.connected_org_id);
        return wanted.has(id) && name !== undefined ? [[id, name] as const] : [];
      }),
    );
  }, [orgs, graph, doubled]);
}
