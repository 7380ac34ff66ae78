import type { Transaction } from "@knockon/db/database";
import { dependency } from "@knockon/db/schema/dependency.sql";
import { findNode, getIdentity, type PackedGraph } from "@knockon/graph/packed-graph";
import { usesOf } from "../repository/declaration-rows.ts";
import { edgeKey } from "./evidence.ts";

/** Files that are named by their directory: `uses: acme/actions/setup` is a use of `setup/action.yml`. */
const NAMED_BY_DIRECTORY = /(?:^|\/)(?:action\.ya?ml|main\.tf|Chart\.yaml|package\.json|go\.mod)$/;

/** The graph in which the root is used only by those whose declaration names `path`, a file or directory of the root. */
export async function onlyUsesOfPath(
  tx: Transaction,
  graph: PackedGraph,
  rootId: string,
  path: string,
): Promise<PackedGraph> {
  const wanted = path.replace(NAMED_BY_DIRECTORY, "").replace(/^\.?\/+|\/+$/g, "");
  const uses = await tx.select().from(dependency).where(usesOf(rootId));
  const kept = new Set(
    uses
      .filter((use) => namesPath(use.rawReference, wanted))
      .map(({ sourceRepositoryId: source, dependencyType, versionConstraint }) =>
        edgeKey({ source, target: rootId, dependencyType, versionConstraint }),
      ),
  );
  const root = findNode(graph, rootId);
  const confidence = graph.columns.confidence.map((value, edge) =>
    graph.columns.target[edge] !== root || kept.has(edgeKey(getIdentity(graph, edge))) ? value : 0,
  );
  return { ...graph, columns: { ...graph.columns, confidence } };
}

/** Whole segments only: `setup` is not named by `acme/actions/setup-node@v4`. An empty path is the repository itself. */
function namesPath(rawReference: string, path: string): boolean {
  if (path === "") return true;
  const at = rawReference.toLowerCase().indexOf(`/${path.toLowerCase()}`);
  return at !== -1 && !/[\w-]/.test(rawReference[at + path.length + 1] ?? "");
}
