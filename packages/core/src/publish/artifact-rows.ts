import type { artifact } from "@knockon/db/schema/dependency.sql";
import type { VersioningScheme } from "@knockon/extract/ecosystem";
import { schemeOfType } from "@knockon/extract/version";
import type { ProducerIndex } from "@knockon/graph/resolve/producer-index";
import { latestOf, newestFirst, pinnedVersion } from "@knockon/graph/versions/standing";
import { plainVersion, taggedVersions } from "@knockon/graph/versions/tag-version";
import type { Consumption } from "./refresh-artifacts.ts";
import type { ProducerRow, Production } from "./producer-row.ts";
import type { Producers } from "./producers.ts";

export type ArtifactRow = Omit<typeof artifact.$inferSelect, "createdAt" | "updatedAt">;

/** The repository that an artifact is attributed to. */
export interface Owner {
  producer: ProducerRow;
  tags: readonly string[];
  /** The folder of the artifact in that repository; its tags may be prefixed by it. */
  directory: string;
}

/**
 * Returns the owner of an artifact. Of several producers, it is the one that resolution chooses. Without a producer, it is the
 * repository that its consumers resolve to; of several, the one with the smallest ID.
 */
export function ownerOf(
  { name }: Pick<ArtifactRow, "name">,
  productions: readonly Production[],
  consumption: Consumption,
  producers: Pick<Producers, "index" | "get" | "tagsOf">,
): Owner | undefined {
  const production = productions.findLast((one) => isChosen(one, producers.index)) ?? productions[0];
  const producer = production?.producer ?? producers.get(consumption.targets.toSorted()[0] ?? null);
  if (!producer) return undefined;
  const directory = production
    ? directoryOf(production.produced.sourceFile)
    : directoryNamedBy(name, producer.fullPath);
  return { producer, directory, tags: producers.tagsOf(producer.repositoryId) };
}

const isChosen = ({ producer, produced }: Production, index: ProducerIndex): boolean =>
  produced.announces.some((name) => index.producersOf(name)[0]?.repository.id === producer.repositoryId);

/** Returns the row of an artifact, derived from its producers, their tags and its consumers. */
export function artifactRow(
  stored: ArtifactRow,
  productions: readonly Production[],
  consumption: Consumption,
  owner: Owner | undefined,
): ArtifactRow {
  const { id, workspaceId, connectedOrgId, artifactType, name } = stored;
  const versioning = commonest(consumption.schemes) ?? schemeOfType(artifactType);
  const published = publishedVersions(versioning, stored, productions, owner);
  return {
    id,
    workspaceId,
    connectedOrgId,
    artifactType,
    name,
    version:
      latestOf(versioning, published) ??
      latestOf(versioning, [...consumption.seen].map(pinnedVersion)) ??
      null,
    versioning,
    registryUrl:
      productions.find(({ produced }) => produced.registryUrl !== null)?.produced.registryUrl ?? null,
    sourceRepositoryId: owner?.producer.repositoryId ?? null,
    versions: newestFirst(versioning, published),
  };
}

/**
 * Returns the versions in the artifact's manifests and in its repository's tags. Tags are ignored if they do not include the
 * manifest's release, because they then version something else: a chart 0.3 next to an application tagged 2.0.
 */
function publishedVersions(
  versioning: VersioningScheme,
  { name }: Pick<ArtifactRow, "name">,
  productions: readonly Production[],
  owner: Owner | undefined,
): string[] {
  const stated = [...new Set(productions.flatMap(({ produced }) => produced.version ?? []))].flatMap(
    (version) => plainVersion(versioning, version) ?? [],
  );
  const tagged = taggedVersions(versioning, owner?.tags ?? [], {
    name,
    directory: owner?.directory ?? "",
  });
  const release = latestOf(versioning, stated);
  return release === undefined || tagged.includes(release) ? [...stated, ...tagged] : stated;
}

const commonest = (schemes: ReadonlyMap<VersioningScheme, number>): VersioningScheme | undefined =>
  [...schemes].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]?.[0];

/** Returns the folder of a manifest. A dot folder counts as the root: a workflow publishes the repository. */
export function directoryOf(sourceFile: string): string {
  const directory = sourceFile.slice(0, Math.max(0, sourceFile.lastIndexOf("/")));
  return directory.startsWith(".") ? "" : directory;
}

/** Returns the part of an artifact name after the repository's path: `sub` for `github.com/acme/mono/sub`. */
export function directoryNamedBy(artifactName: string, fullPath: string): string {
  const path = `/${fullPath.toLowerCase()}/`;
  const at = `/${artifactName.toLowerCase()}`.indexOf(path);
  return at === -1 ? "" : artifactName.slice(at + path.length - 1);
}
