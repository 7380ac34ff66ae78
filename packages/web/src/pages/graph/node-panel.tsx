import { describeOwner } from "@knockon/contract/check/words";
import { getImpact, listRepositories } from "@knockon/contract/operations/repository";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { X, Zap } from "lucide-react";
import { type GraphSearch, DEFAULTS } from "./graph-search.ts";
import type { ViewNode } from "./graph-view.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { Badge } from "../../components/badges.tsx";
import { buttonLook } from "../../components/button.tsx";
import { TypeLabel } from "../../components/ecosystem.tsx";
import { Facts } from "../../components/figures.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import { Loaded, SkeletonBlock } from "../../components/loaded.tsx";
import { Section } from "../../components/page-header.tsx";
import { formatCount } from "../../format/format.ts";
import { CLOCK_WORDS } from "../../format/words.ts";
import { EvidenceList, ImpactPath } from "../impact/impact-evidence.tsx";
import type { Affected } from "../impact/impact-text.ts";

interface NodePanelProps {
  node: ViewNode;
  root: ViewNode | undefined;
  /** Hops from the root, negative if the root depends on the node. */
  hops: number;
  search: GraphSearch;
  onClose: () => void;
}

/** Details of the selected repository and its path to the root. */
export function NodePanel({ node, root, hops, search, onClose }: NodePanelProps) {
  const { slug } = useWorkspace().workspace;
  const { id, fullPath, archived, mainType, ownerName } = node;
  const figures = useFigures(node);
  return (
    <aside
      aria-label={`About ${fullPath}`}
      className="flex shrink-0 flex-col gap-4 overflow-y-auto bg-canvas p-4 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-30 max-sm:max-h-[50dvh] max-sm:rounded-t-md max-sm:border-t max-sm:border-line-strong sm:sticky sm:top-0 sm:max-h-dvh sm:w-88 sm:border-l"
    >
      <div className="flex items-start justify-between gap-2">
        <h2 className="min-w-0 font-mono text-14 font-semibold break-all">
          <Link
            to="/w/$slug/repositories/$repositoryId"
            params={{ slug, repositoryId: id }}
            className="hover:underline"
          >
            {fullPath}
          </Link>
        </h2>
        <IconButton icon={X} label="Close" onClick={onClose} className="-m-1.5" />
      </div>
      {archived && (
        <div>
          <Badge tone="slate">Archived</Badge>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Link
          to="/w/$slug/impact"
          params={{ slug }}
          search={{ repository_id: id }}
          className={buttonLook("primary")}
        >
          <Zap aria-hidden className="size-4" />
          Impact
        </Link>
        {id !== root?.id && (
          <Link
            to="/w/$slug/graph"
            params={{ slug }}
            search={{
              connected_org_id: search.connected_org_id,
              root: id,
              direction: search.direction,
              depth: search.depth,
              min_confidence: search.min_confidence,
            }}
            className={buttonLook()}
          >
            Center here
          </Link>
        )}
      </div>
      <Facts
        facts={[
          [
            "Owner",
            <span key="owner" className="wrap-anywhere">
              {ownerName ?? "–"}
            </span>,
          ],
          [
            "Dependents",
            <span key="in" className="tabular">
              {figures ? formatCount(figures.dependent_repositories_total) : "–"}
            </span>,
          ],
          [
            "Dependencies",
            <span key="out" className="tabular">
              {figures ? formatCount(figures.dependency_repositories_total) : "–"}
            </span>,
          ],
          ["Main type", mainType ? <TypeLabel key="type" type={mainType} /> : "–"],
        ]}
      />
      {root && id !== root.id && <StrongestPath node={node} root={root} hops={hops} search={search} />}
    </aside>
  );
}

/** The figures of the lists. A graph around a repository contains only some dependents and dependencies of the others. */
function useFigures({ id, fullPath }: ViewNode) {
  const { api } = useWorkspace();
  const query = { q: fullPath, include: "figures", limit: NAMED_ALIKE } as const;
  const { data } = useQuery(api.query(listRepositories, { query }));
  return data?.find((repository) => repository.id === id)?.figures;
}

/** Repositories whose path contains that of another one. */
const NAMED_ALIKE = 20;

/** Maximum page size of the API. */
const PATH_PAGE_SIZE = 500;

interface StrongestPathProps {
  node: ViewNode;
  root: ViewNode;
  hops: number;
  search: GraphSearch;
}

/** The strongest path between the node and the root, taken from the impact of the producer. */
function StrongestPath({ node, root, hops, search }: StrongestPathProps) {
  const dependsOnRoot = hops > 0;
  const [producer, consumer] = dependsOnRoot ? [root, node] : [node, root];
  const affected = useAffected(producer.id, consumer.id, Math.abs(hops), search);
  return (
    <Section
      title={dependsOnRoot ? `How it depends on ${root.fullPath}` : `How ${root.fullPath} depends on it`}
    >
      <Loaded query={affected} skeleton={<SkeletonBlock className="h-32" />}>
        {(found) =>
          found ? (
            <div className="flex flex-col gap-4 text-13">
              <p className="wrap-anywhere">
                Gets a change of <code className="font-mono">{producer.fullPath}</code>{" "}
                {CLOCK_WORDS[found.clock].one}.{" "}
                <span className="text-muted">{CLOCK_WORDS[found.clock].long}</span>
              </p>
              {found.owner !== null && (
                <p className="text-muted wrap-anywhere">Owner: {describeOwner(found.owner)}</p>
              )}
              <ImpactPath name="Strongest path" path={found.path} />
              <EvidenceList
                name="Evidence"
                repositoryId={consumer.id}
                evidence={found.roles.flatMap(({ evidence }) => evidence)}
                more={found.roles.reduce((sum, { more }) => sum + more, 0)}
              />
            </div>
          ) : (
            <p className="text-13 text-muted">No path has the selected confidence.</p>
          )
        }
      </Loaded>
    </Section>
  );
}

/** Pages through the impact of the producer until it contains the consumer. */
function useAffected(producerId: string, consumerId: string, max_depth: number, search: GraphSearch) {
  const { workspace, api } = useWorkspace();
  const { min_confidence = DEFAULTS.min_confidence } = search;
  // The graph shows every edge between repositories, also those that pass no change on.
  const through = "repositories" as const;
  const query = { repository_id: producerId, max_depth, min_confidence, through, limit: PATH_PAGE_SIZE };
  return useQuery({
    queryKey: ["strongestPath", workspace.id, query, consumerId],
    queryFn: async ({ signal }): Promise<Affected | null> => {
      for (let offset = 0; ; offset += PATH_PAGE_SIZE) {
        const { affected } = await api.call(getImpact, { query: { ...query, offset } }, signal);
        const found = affected.find(({ repository }) => repository.id === consumerId);
        if (found || affected.length < PATH_PAGE_SIZE) return found ?? null;
      }
    },
  });
}
