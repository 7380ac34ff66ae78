import { getGraph } from "@knockon/contract/operations/connected-org";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import type { DependencyGraph } from "@knockon/contract/resources/graph";
import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useWorkspace } from "../../api/workspace.ts";
import { Bars } from "../../components/figures.tsx";
import { SkeletonBlock } from "../../components/loaded.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { TruncatedName } from "../../components/text.tsx";

interface FanIn {
  id: string;
  fullPath: string;
  /** Number of distinct repositories. */
  dependents: number;
}

/** Edges below this confidence are mentions. */
const FLOOR = 0.4;

/** Ranks repositories by direct dependents. */
export function mostDependedOn(graphs: readonly DependencyGraph[], limit: number): FanIn[] {
  const names = new Map<string, string>();
  const consumers = new Map<string, Set<string>>();
  for (const { nodes, edges } of graphs) {
    for (const { id, metadata } of nodes) names.set(id, metadata.full_path);
    for (const { source, target, confidence } of edges) {
      if (confidence < FLOOR || source === target) continue;
      const known = consumers.get(target);
      if (known) known.add(source);
      else consumers.set(target, new Set([source]));
    }
  }
  return [...consumers]
    .map(([id, { size }]) => ({ id, fullPath: names.get(id) ?? id, dependents: size }))
    .toSorted((a, b) => b.dependents - a.dependents || (a.fullPath < b.fullPath ? -1 : 1))
    .slice(0, limit);
}

const SHOWN = 6;
/** Larger graphs are not fetched for the overview. */
const MAX_EDGES = 5000;

/** Repositories with the most direct dependents. */
export function MostDependedOn({
  orgs,
  dependencies,
}: {
  orgs: readonly ConnectedOrg[];
  dependencies: number;
}) {
  const { workspace, api } = useWorkspace();
  const { slug } = workspace;
  const isSmall = dependencies <= MAX_EDGES;
  const graphs = useQueries({
    queries: orgs.map(({ id }) => ({
      ...api.query(getGraph, { params: { connected_org_id: id }, query: {} }),
      enabled: isSmall,
      staleTime: 60_000,
    })),
  });
  const failed = graphs.find(({ isError }) => isError);
  if (failed) return <ErrorNotice error={failed.error} onRetry={() => void failed.refetch()} />;
  const text = "min-h-60 rounded-md border p-4 text-13 text-muted";
  if (!isSmall) return <p className={text}>The graph is too large to summarize here.</p>;
  if (graphs.some(({ isPending }) => isPending)) return <SkeletonBlock className="h-60" />;
  const ranked = mostDependedOn(
    graphs.flatMap(({ data }) => data ?? []),
    SHOWN,
  );
  if (ranked.length === 0) return <p className={text}>No dependencies between repositories yet.</p>;
  return (
    <div className="min-h-60 rounded-md border p-4">
      <Bars
        bars={ranked.map(({ id, fullPath, dependents }) => ({
          key: id,
          value: dependents,
          label: (
            <Link
              to="/w/$slug/repositories/$repositoryId"
              params={{ slug, repositoryId: id }}
              className="flex min-w-0 hover:underline"
            >
              <TruncatedName text={fullPath} />
            </Link>
          ),
        }))}
      />
    </div>
  );
}
