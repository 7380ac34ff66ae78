import { getImpact } from "@knockon/contract/operations/repository";
import { useQuery } from "@tanstack/react-query";
import { useWorkspace } from "../../api/workspace-context.ts";
import { Loaded } from "../../components/loaded.tsx";
import { Section } from "../../components/section.tsx";
import { SkeletonBlock } from "../../components/skeleton.tsx";
import type { Affected } from "../impact/affected.ts";
import { EvidenceList } from "../impact/evidence-list.tsx";
import { ImpactPath } from "../impact/impact-path.tsx";
import { USUAL, type GraphSearch } from "./graph-search.ts";
import type { ViewNode } from "./graph-view.ts";

/** The most that the service gives at once. */
const PAGE = 500;

interface StrongestPathProps {
  node: ViewNode;
  root: ViewNode;
  search: GraphSearch;
}

/** What joins it with the root: the impact of the one has a path to the other, with the evidence of its last step. */
export function StrongestPath({ node, root, search }: StrongestPathProps) {
  const { dependsOnRoot } = node;
  const [producer, consumer] = dependsOnRoot ? [root, node] : [node, root];
  const affected = useAffected(producer.id, consumer.id, search);
  return (
    <Section
      title={dependsOnRoot ? `How it depends on ${root.fullPath}` : `How ${root.fullPath} depends on it`}
    >
      <Loaded query={affected} skeleton={<SkeletonBlock className="h-32" />}>
        {(found) =>
          found ? (
            <div className="flex flex-col gap-4 text-13">
              <ImpactPath name="Strongest path" path={found.path} />
              <EvidenceList name="Evidence" repositoryId={consumer.id} evidence={found.evidence} />
            </div>
          ) : (
            <p className="text-13 text-muted">The path is longer than the selected depth.</p>
          )
        }
      </Loaded>
    </Section>
  );
}

/** Whom a change of the producer hits is asked for page by page, until the consumer is among them. */
function useAffected(producerId: string, consumerId: string, search: GraphSearch) {
  const { workspace, api } = useWorkspace();
  const { depth: max_depth = USUAL.depth, min_confidence = USUAL.min_confidence } = search;
  const query = { repository_id: producerId, max_depth, min_confidence, limit: PAGE };
  return useQuery({
    queryKey: ["strongestPath", workspace.id, query, consumerId],
    queryFn: async ({ signal }): Promise<Affected | null> => {
      for (let offset = 0; ; offset += PAGE) {
        const { affected } = await api.call(getImpact, { query: { ...query, offset } }, signal);
        const found = affected.find(({ repository }) => repository.id === consumerId);
        if (found || affected.length < PAGE) return found ?? null;
      }
    },
  });
}
