import { getImpact } from "@knockon/contract/operations/repository";
import { useQuery } from "@tanstack/react-query";
import { useWorkspace } from "../../api/workspace-context.ts";
import { Loaded } from "../../components/loaded.tsx";
import { Section } from "../../components/section.tsx";
import { SkeletonBlock } from "../../components/skeleton.tsx";
import { EvidenceList } from "../impact/evidence-list.tsx";
import { ImpactPath } from "../impact/impact-path.tsx";
import { USUAL, type GraphSearch } from "./graph-search.ts";
import type { ViewNode } from "./graph-view.ts";

interface StrongestPathProps {
  node: ViewNode;
  root: ViewNode;
  search: GraphSearch;
}

/** What joins it with the root: the impact of the one has a path to the other, with the evidence of its last step. */
export function StrongestPath({ node, root, search }: StrongestPathProps) {
  const { api } = useWorkspace();
  const { depth: max_depth = USUAL.depth, min_confidence = USUAL.min_confidence } = search;
  const [producer, consumer] = node.dependsOnRoot ? [root, node] : [node, root];
  const query = { repository_id: producer.id, max_depth, min_confidence, limit: 500 };
  const impact = useQuery(api.ask(getImpact, { query }));
  return (
    <Section title={node.dependsOnRoot ? `How it uses ${root.fullPath}` : `How ${root.fullPath} uses it`}>
      <Loaded query={impact} skeleton={<SkeletonBlock className="h-32" />}>
        {({ affected }) => {
          const found = affected.find(({ repository }) => repository.id === consumer.id);
          if (!found) return <p className="text-13 text-muted">The path is longer than what is drawn.</p>;
          return (
            <div className="flex flex-col gap-4 text-13">
              <ImpactPath path={found.path} />
              <EvidenceList repositoryId={consumer.id} evidence={found.evidence} />
            </div>
          );
        }}
      </Loaded>
    </Section>
  );
}
