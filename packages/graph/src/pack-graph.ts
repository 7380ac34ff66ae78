import { distinctUses, type Use } from "./edges.ts";
import { compareOrdinal } from "./ordinal.ts";
import { findNode, linkGraph, type PackedGraph } from "./packed-graph.ts";
import { createStringTable } from "./string-table.ts";

const EMPTY_COLUMN = new Uint32Array();

const EMPTY = linkGraph([], [], [], {
  source: EMPTY_COLUMN,
  target: EMPTY_COLUMN,
  dependencyType: EMPTY_COLUMN,
  versionConstraint: EMPTY_COLUMN,
  confidence: EMPTY_COLUMN,
  traits: EMPTY_COLUMN,
  scope: EMPTY_COLUMN,
  artifact: EMPTY_COLUMN,
});

/**
 * Packs a graph. The result does not depend on the order of the repositories and uses. By default, IDs stand in for full
 * paths.
 */
export const packGraph = (
  repositoryIds: Iterable<string>,
  uses: Iterable<Use>,
  pathOf?: (repositoryId: string) => string | undefined,
): PackedGraph => repackGraph(EMPTY, repositoryIds, () => false, uses, pathOf);

/**
 * Packs a graph in which kept repositories retain their full path and uses from `previous` and all others have the given
 * ones. Equals `packGraph` of the same uses, without unpacking the kept ones. Throws if a use ends outside the graph.
 */
export function repackGraph(
  previous: PackedGraph,
  repositoryIds: Iterable<string>,
  isKept: (repositoryId: string) => boolean,
  uses: Iterable<Use>,
  pathOf: (repositoryId: string) => string | undefined = (id) => id,
): PackedGraph {
  const nodes = [...new Set(repositoryIds)].toSorted(compareOrdinal);
  const paths = nodes.map((id) => {
    const known = isKept(id) ? previous.paths[findNode(previous, id) ?? -1] : undefined;
    return known ?? pathOf(id) ?? id;
  });
  const nodeOf = new Map(nodes.map((id, node) => [id, node]));
  const previousNodes = previous.nodes.map((id) => nodeOf.get(id));
  const order = mergeUses(previous, nodes, isKept, distinctUses(uses));
  const { intern, internPrevious, sort } = createStringTable(previous.strings);
  const column = (fromPrevious: (at: number) => number, fromUse: (use: Use) => number): Uint32Array =>
    Uint32Array.from(order, (at) => (typeof at === "number" ? fromPrevious(at) : fromUse(at)));
  const nodeColumn = (name: "source" | "target") =>
    column(
      (at) => {
        const node = previous.uses[name][at] ?? -1;
        return getNode(previousNodes[node], previous.nodes[node]);
      },
      (use) => getNode(nodeOf.get(use[name]), use[name]),
    );
  const textColumn = (
    name: "dependencyType" | "versionConstraint" | "traits" | "scope" | "artifact",
    fromUse: (use: Use) => string | null,
  ) =>
    column(
      (at) => internPrevious(previous.uses[name][at] ?? -1),
      (use) => intern(fromUse(use)),
    );
  const columns = {
    source: nodeColumn("source"),
    target: nodeColumn("target"),
    dependencyType: textColumn("dependencyType", (use) => use.dependencyType),
    versionConstraint: textColumn("versionConstraint", (use) => use.versionConstraint),
    confidence: column(
      (at) => previous.uses.confidence[at] ?? 0,
      ({ confidence }) => confidence,
    ),
    traits: textColumn("traits", formatTraits),
    scope: textColumn("scope", (use) => use.scope),
    artifact: textColumn("artifact", (use) => use.artifact),
  };
  const { strings, ranks } = sort();
  const sorted = (numbers: Uint32Array): Uint32Array => numbers.map((number) => ranks[number] ?? 0);
  return linkGraph(nodes, paths, strings, {
    ...columns,
    dependencyType: sorted(columns.dependencyType),
    versionConstraint: sorted(columns.versionConstraint),
    traits: sorted(columns.traits),
    scope: sorted(columns.scope),
    artifact: sorted(columns.artifact),
  });
}

/** All uses in the order of `distinctUses`: indices into `previous` for kept repositories, new uses for the others. */
function mergeUses(
  previous: PackedGraph,
  nodes: readonly string[],
  isKept: (repositoryId: string) => boolean,
  uses: readonly Use[],
): (number | Use)[] {
  const order: (number | Use)[] = [];
  const { source } = previous.uses;
  let [next, at] = [0, 0];
  for (const id of nodes) {
    const node = isKept(id) ? findNode(previous, id) : undefined;
    if (node !== undefined) {
      while (at < source.length && (source[at] ?? 0) < node) at += 1;
      for (; at < source.length && source[at] === node; at += 1) order.push(at);
    }
    for (let use = uses[next]; use?.source === id; use = uses[next]) {
      order.push(use);
      next += 1;
    }
  }
  const [stray] = uses.slice(next);
  if (stray) throw unknownRepository(stray.source);
  return order;
}

/** `runtime npm range locked` */
const formatTraits = ({ role, versioning, state, isLocked }: Use): string =>
  `${role} ${versioning} ${state}${isLocked ? " locked" : ""}`;

function getNode(node: number | undefined, repositoryId: string | undefined): number {
  if (node === undefined) throw unknownRepository(repositoryId);
  return node;
}

const unknownRepository = (repositoryId: string | undefined) =>
  new Error(`A use refers to repository ${repositoryId}, which is not in the graph.`);
