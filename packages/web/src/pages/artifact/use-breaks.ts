import { listLatentBreaks } from "@knockon/contract/operations/check";
import { listConnectedOrgs } from "@knockon/contract/operations/connected-org";
import type { Artifact } from "@knockon/contract/resources/artifact";
import type { LatentBreak } from "@knockon/contract/resources/check";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useWorkspace } from "../../api/workspace.ts";
import { breaksOf } from "../latent-breaks/break-groups.ts";

/** The text that finds the latent breaks of an artifact. */
export const breaksQuery = ({ name }: Pick<Artifact, "name">): string => name.slice(0, 200);

/** Latent breaks of an artifact in an organization of its consumers. */
export interface BreaksOfOrg {
  orgId: string;
  breaks: readonly LatentBreak[];
}

/** Lines of consumers that need names which an artifact does not have. Undefined until loaded, empty if that fails. */
export function useBreaks(artifact: Artifact): readonly BreaksOfOrg[] | undefined {
  const { api } = useWorkspace();
  const enabled = artifact.source_repository !== null;
  const orgs = useQuery({ ...api.query(listConnectedOrgs, { query: { limit: 500 } }), enabled });
  const found = useQueries({
    queries: (orgs.data ?? []).map(({ id }) =>
      api.query(listLatentBreaks, {
        params: { connected_org_id: id },
        query: { q: breaksQuery(artifact), limit: 500 },
      }),
    ),
  });
  if (!enabled || orgs.isError) return [];
  if (orgs.data === undefined || found.some(({ isPending }) => isPending)) return undefined;
  return orgs.data
    .map(({ id }, index) => ({
      orgId: id,
      // The search finds the text in other artifacts, consumers and files as well.
      breaks: breaksOf(artifact, found[index]?.data ?? []),
    }))
    .filter(({ breaks }) => breaks.length > 0);
}
