import type { DependencyGraph } from "@knockon/contract/resources/graph";
import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import type { Direction } from "./graph-search.ts";

export interface ViewNode {
  id: string;
  fullPath: string;
  archived: boolean;
  /** Distinct repositories that use it, and that it uses. */
  fanIn: number;
  fanOut: number;
  /** As what others use it most; of who is not used, what it uses most. */
  mainType: ArtifactType | null;
  /** From the root; null where there is none. */
  hops: number | null;
  /** A change of the root reaches it; otherwise, where there is a root, its changes reach the root. */
  dependsOnRoot: boolean;
}

export interface ViewEdge {
  id: string;
  source: string;
  target: string;
  type: ArtifactType;
  version: string | null;
  confidence: number;
}

export interface GraphView {
  nodes: ViewNode[];
  edges: ViewEdge[];
  /** As what the repositories are used, the most frequent first, whichever is asked for. */
  types: { type: ArtifactType; count: number }[];
}

interface Filters {
  minConfidence: number;
  type?: ArtifactType | undefined;
  hideArchived: boolean;
  /** From the root; without it, both. */
  direction?: Direction | undefined;
  /** Stays, even where nothing leads to it any more. */
  root?: string | undefined;
}

/** What of the API's graph is looked at. Who uses nothing of the type asked for, and is not used so, is left out. */
export function viewOf(
  graph: DependencyGraph,
  { minConfidence, type, hideArchived, direction, root }: Filters,
): GraphView {
  const known = new Map(
    graph.nodes
      .filter(
        ({ id, metadata }) =>
          id === root || (!(hideArchived && metadata.archived) && isInDirection(metadata, direction)),
      )
      .map((node) => [node.id, node]),
  );
  const sure = graph.edges.filter(
    ({ source, target, confidence }) => confidence >= minConfidence && known.has(source) && known.has(target),
  );
  const edges = type === undefined ? sure : sure.filter(({ dependency_type }) => dependency_type === type);
  const ends = new Set(edges.flatMap(({ source, target }) => [source, target]));
  const uses = usesOf(sure);
  return {
    nodes: [...known.values()]
      .filter(({ id }) => type === undefined || ends.has(id) || id === root)
      .map(({ id, metadata }) => ({
        id,
        fullPath: metadata.full_path,
        archived: metadata.archived,
        hops: metadata.hops ?? null,
        dependsOnRoot: Boolean(metadata.downstream) && direction !== "dependencies",
        ...(uses.get(id) ?? { fanIn: 0, fanOut: 0, mainType: null }),
      })),
    edges: edges.map(({ id, source, target, dependency_type, version_constraint, confidence }) => ({
      id,
      source,
      target,
      type: dependency_type,
      version: version_constraint,
      confidence,
    })),
    types: ranked(sure.map(({ dependency_type }) => dependency_type)),
  };
}

/** Without a root there is no direction, and all are in it. */
function isInDirection(
  { upstream, downstream }: DependencyGraph["nodes"][number]["metadata"],
  direction: Direction | undefined,
): boolean {
  if (direction === undefined) return true;
  return (direction === "dependents" ? downstream : upstream) !== null;
}

function usesOf(
  edges: DependencyGraph["edges"],
): Map<string, Pick<ViewNode, "fanIn" | "fanOut" | "mainType">> {
  const incoming = Map.groupBy(edges, ({ target }) => target);
  const outgoing = Map.groupBy(edges, ({ source }) => source);
  const ids = new Set([...incoming.keys(), ...outgoing.keys()]);
  return new Map(
    [...ids].map((id) => {
      const [users, used] = [incoming.get(id) ?? [], outgoing.get(id) ?? []];
      const decisive = users.length > 0 ? users : used;
      return [
        id,
        {
          fanIn: new Set(users.map(({ source }) => source)).size,
          fanOut: new Set(used.map(({ target }) => target)).size,
          mainType: ranked(decisive.map(({ dependency_type }) => dependency_type))[0]?.type ?? null,
        },
      ];
    }),
  );
}

function ranked(types: readonly ArtifactType[]): GraphView["types"] {
  return [...Map.groupBy(types, (type) => type)]
    .map(([type, { length }]) => ({ type, count: length }))
    .toSorted((a, b) => b.count - a.count || (a.type < b.type ? -1 : 1));
}
