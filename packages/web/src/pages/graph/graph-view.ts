import type { DependencyGraph } from "@knockon/contract/resources/graph";
import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import type { Direction } from "./graph-search.ts";

export interface ViewNode {
  id: string;
  fullPath: string;
  archived: boolean;
  /** Number of distinct dependents and dependencies. */
  fanIn: number;
  fanOut: number;
  /** The most frequent type among its dependents or, without dependents, among its dependencies. */
  mainType: ArtifactType | null;
  /** Distance from the root; null without a root. */
  hops: number | null;
  /** Whether it depends on the root. If false and there is a root, the root depends on it. */
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
  /** All dependency types, most frequent first, regardless of the type filter. */
  types: { type: ArtifactType; count: number }[];
}

interface Filters {
  minConfidence: number;
  type?: ArtifactType | undefined;
  hideArchived: boolean;
  /** Undefined for both directions. */
  direction?: Direction | undefined;
  /** Never filtered out. */
  root?: string | undefined;
}

/** Filters the API's graph. With a type filter, repositories without such a dependency are left out. */
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

/** True without a root, since there is no direction. */
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
