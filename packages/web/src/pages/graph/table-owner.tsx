import { Link } from "@tanstack/react-router";
import { MAX_CLUSTERS } from "./cluster-layers.ts";
import { DEFAULTS, type GraphSearch } from "./graph-search.ts";
import type { GraphView, ViewNode } from "./graph-view.ts";
import { groupNodes, OTHER } from "./grouping.ts";
import { shortOwner } from "./card-text.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { OwnerName } from "../../components/owner-name.tsx";
import { ownerTitle } from "../../format/words.ts";
import { ownerHash } from "../impact/impact-owners.ts";

interface OwnerProps {
  root: string | undefined;
  search: GraphSearch;
  node: ViewNode;
  clusterOf: ReadonlyMap<string, string>;
}

/** The owner, with a link to all that it owns: as in an impact, or without a root in the graph. */
export function Owner({ node, root, search, clusterOf }: OwnerProps) {
  const { slug } = useWorkspace().workspace;
  const { id, owner, ownerName, lineOwner, arrival } = node;
  if (owner === undefined) return <span className="text-faint">–</span>;
  const shared = {
    params: { slug },
    title: lineOwner ? ownerTitle(lineOwner) : ownerName,
    // Above the button that covers the row.
    className:
      "relative z-1 flex w-fit max-w-34 min-w-0 py-0.5 underline-offset-2 hover:text-accent hover:underline lg:max-w-full",
  };
  const name = lineOwner ? (
    <OwnerName name={shortOwner(owner)} source={lineOwner.source} narrow="window" />
  ) : (
    owner
  );
  if (lineOwner && root !== undefined && arrival !== undefined) {
    const { depth = DEFAULTS.depth, through, min_confidence } = search;
    return (
      <Link
        to="/w/$slug/impact"
        search={{ repository_id: root, max_depth: depth, through, min_confidence, group: "owner" }}
        hash={ownerHash(lineOwner)}
        {...shared}
      >
        {name}
      </Link>
    );
  }
  const cluster = clusterOf.get(id);
  return cluster === undefined ? (
    <span className="flex min-w-0" title={shared.title}>
      {name}
    </span>
  ) : (
    <Link
      to="/w/$slug/graph"
      search={{ ...search, group: "owner", cluster, view: undefined, sort: undefined }}
      {...shared}
    >
      {name}
    </Link>
  );
}

/** In a whole organization, the cluster of each repository's owner. */
export function clustersByOwner(
  view: GraphView,
  { whole, cluster }: GraphSearch,
): ReadonlyMap<string, string> {
  if (whole !== true || cluster !== undefined) return new Map();
  const groups = groupNodes(view.nodes, "owner", MAX_CLUSTERS).filter(({ key }) => key !== OTHER);
  return new Map(groups.flatMap(({ key, nodes }) => nodes.map(({ id }) => [id, key] as const)));
}
