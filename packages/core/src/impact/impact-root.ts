import type { Transaction } from "@knockon/db/database";
import { artifact, dependency } from "@knockon/db/schema/dependency.sql";
import { producer } from "@knockon/db/schema/repository.sql";
import { fileScope } from "@knockon/extract/scope";
import { useKey } from "@knockon/graph/edges";
import { artifactLevel, placesOf, scopeAt, startsOf } from "@knockon/graph/impact/artifact-graph";
import type { ImpactOptions } from "@knockon/graph/impact/impact";
import { getUse, type PackedGraph } from "@knockon/graph/packed-graph";
import { versioningOf } from "@knockon/graph/versions/scheme";
import { eq, inArray } from "drizzle-orm";
import { posix } from "node:path";
import { toUse } from "../publish/resolve-repositories.ts";
import { usesOf } from "../repository/declarations.ts";

/** The part of a repository that changes: everything, one artifact, or what is built from a file or folder. */
export interface RootPart {
  artifactId?: string | undefined;
  path?: string | undefined;
}

/** Returns where the change of a part of the root starts. */
export async function findStarts(
  tx: Transaction,
  graph: PackedGraph,
  node: number,
  { artifactId, path }: RootPart,
): Promise<Pick<ImpactOptions, "starts" | "countsForRoot">> {
  if (artifactId !== undefined) {
    const [row] = await tx.select().from(artifact).where(eq(artifact.id, artifactId));
    return { starts: row ? startsOf(graph, node, `${row.artifactType}:${row.name}`) : [] };
  }
  return path === undefined ? {} : startsOfPath(tx, graph, node, path);
}

/** Files that references name by their directory: `uses: acme/actions/setup` uses `setup/action.yml`. */
const NAMED_BY_DIRECTORY = /(?:^|\/)(?:action\.ya?ml|main\.tf|Chart\.yaml|package\.json|go\.mod)$/;

/**
 * A change of a path starts at the scopes that are built from it. A declaration that only names the repository counts if
 * it names the path as well.
 */
async function startsOfPath(tx: Transaction, graph: PackedGraph, node: number, path: string) {
  const wanted = path.replace(/^\.?\/+|\/+$/g, "");
  const repositoryId = graph.nodes[node] ?? "";
  const [row] = await tx.select().from(producer).where(eq(producer.repositoryId, repositoryId));
  const files = new Map(
    (row?.artifacts ?? []).map((one) => [`${one.artifactType}:${one.name}`, one.sourceFile]),
  );
  const places = placesOf(artifactLevel(graph), node);
  const placeFolders = places.map((place) => ({ place, file: fileOf(scopeAt(graph, place), files) }));
  const isFetched = ({ place }: { place: number }): boolean =>
    scopeAt(graph, place).startsWith(fileScope(""));
  const built = placeFolders.filter(
    (one) => one.file !== undefined && !isFetched(one) && isBuiltFrom(one.file, wanted),
  );
  const nearest = Math.max(-1, ...built.map(({ file }) => depthOf(file ?? "")));
  const starts = [
    ...built.filter(({ file }) => isBelow(file ?? "", wanted) || depthOf(file ?? "") === nearest),
    ...placeFolders.filter((one) => isFetched(one) && isBelow(one.file ?? "", wanted)),
  ];
  const sets = places.filter((place) => scopeAt(graph, place).startsWith("*"));
  const named = await usesNaming(tx, repositoryId, wanted.replace(NAMED_BY_DIRECTORY, ""));
  return {
    starts: [...starts.map(({ place }) => place), ...sets],
    countsForRoot: (use: number): boolean => {
      const { artifact: used, ...rest } = getUse(graph, use);
      return !used.startsWith("*") || named.has(useKey({ ...rest, artifact: used }));
    },
  };
}

/** Returns the file or folder that a scope is built from. Folders end with a slash. */
function fileOf(scope: string, files: ReadonlyMap<string, string>): string | undefined {
  if (!scope.startsWith("unit:")) return files.get(scope);
  const place = scope.slice(scope.indexOf(":", "unit:".length) + 1);
  return /^unit:(?:docker|file):/.test(scope) ? place : `${place}/`;
}

const folderOf = (file: string): string =>
  file.endsWith("/") ? posix.normalize(file) : `${posix.dirname(file)}/`;

const depthOf = (file: string): number =>
  folderOf(file).split("/").length - (folderOf(file) === "./" ? 1 : 0);

/** Workflow and CI files stand for themselves, manifests for their folder. */
function isBuiltFrom(file: string, path: string): boolean {
  if (isBelow(file, path)) return true;
  const folder = folderOf(file);
  const isWhole = /(?:^|\/)\.(?:github\/workflows|gitlab)\//.test(file);
  return !isWhole && (folder === "./" || `${path}/`.startsWith(folder));
}

const isBelow = (file: string, path: string): boolean => file === path || file.startsWith(`${path}/`);

/** Returns the keys of the uses of a repository whose declarations name a path in it. */
async function usesNaming(tx: Transaction, repositoryId: string, path: string): Promise<Set<string>> {
  const rows = await tx.select().from(dependency).where(usesOf(repositoryId));
  return new Set(
    rows
      .filter((row) => namesPath(row.rawReference, path))
      .flatMap((row) => toUse(row) ?? [])
      .map(useKey),
  );
}

/** Compares whole segments: `acme/actions/setup-node@v4` does not name `setup`. An empty path means the whole repository. */
function namesPath(rawReference: string, path: string): boolean {
  if (path === "") return true;
  const at = rawReference.toLowerCase().indexOf(`/${path.toLowerCase()}`);
  return at !== -1 && !/[\w-]/.test(rawReference[at + path.length + 1] ?? "");
}

/** Returns the latest known release of the artifacts that some repositories produce, by repository and scope. */
export async function loadReleases(
  tx: Transaction,
  repositoryIds: readonly string[],
): Promise<Map<string, string>> {
  if (repositoryIds.length === 0) return new Map();
  const rows = await tx
    .select({
      repositoryId: artifact.sourceRepositoryId,
      artifactType: artifact.artifactType,
      name: artifact.name,
      version: artifact.version,
      versioning: artifact.versioning,
    })
    .from(artifact)
    .where(inArray(artifact.sourceRepositoryId, [...repositoryIds]));
  return new Map(
    rows.flatMap(({ repositoryId, artifactType, name, version, versioning }) =>
      version === null || !versioningOf(versioning).isStable(version)
        ? []
        : [[releaseKey(repositoryId ?? "", `${artifactType}:${name}`), version] as const],
    ),
  );
}

export const releaseKey = (repositoryId: string, scope: string): string => `${repositoryId} ${scope}`;
