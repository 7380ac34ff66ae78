import type { Transaction } from "@knockon/db/database";
import { artifact, dependency } from "@knockon/db/schema/dependency.sql";
import { producer } from "@knockon/db/schema/repository.sql";
import { startsOf } from "@knockon/graph/impact/artifact-graph";
import type { ImpactOptions } from "@knockon/graph/impact/impact";
import { startsOfPaths } from "@knockon/graph/impact/path-starts";
import type { PackedGraph } from "@knockon/graph/packed-graph";
import { eq } from "drizzle-orm";
import { toUse } from "../publish/resolve-repositories.ts";
import { usesOf } from "../repository/declarations.ts";

/** The part of a repository that changes: everything, one artifact, or what is built from files and folders. */
export interface RootPart {
  artifactId?: string | undefined;
  path?: readonly string[] | undefined;
}

/** Returns where the change of a part of the root starts. */
export async function findStarts(
  tx: Transaction,
  graph: PackedGraph,
  node: number,
  { artifactId, path }: RootPart,
): Promise<Pick<ImpactOptions, "starts" | "countsForRoot"> & { unusedPaths?: string[] }> {
  if (artifactId !== undefined) {
    const [row] = await tx.select().from(artifact).where(eq(artifact.id, artifactId));
    return { starts: row ? startsOf(graph, node, `${row.artifactType}:${row.name}`) : [] };
  }
  return path === undefined ? {} : startsOfFiles(tx, graph, node, path);
}

async function startsOfFiles(tx: Transaction, graph: PackedGraph, node: number, paths: readonly string[]) {
  const repositoryId = graph.nodes[node] ?? "";
  const [row] = await tx.select().from(producer).where(eq(producer.repositoryId, repositoryId));
  const rows = await tx
    .select({ dependency, name: artifact.name })
    .from(dependency)
    .innerJoin(artifact, eq(artifact.id, dependency.artifactId))
    .where(usesOf(repositoryId));
  return startsOfPaths(graph, node, paths, {
    artifactFiles: new Map(
      (row?.artifacts ?? []).map((one) => [`${one.artifactType}:${one.name}`, one.sourceFile]),
    ),
    declarations: rows.flatMap(({ dependency: declared, name }) => {
      const use = toUse(declared);
      const scope = `${declared.dependencyType}:${name}`;
      return use ? [{ use, rawReference: declared.rawReference, scope }] : [];
    }),
  });
}
