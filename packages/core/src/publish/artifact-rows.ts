import type { artifact } from "@knockon/db/schema/dependency.sql";
import type { VersioningScheme } from "@knockon/extract/ecosystem";
import { schemeOfType } from "@knockon/extract/version";
import type { ProducerIndex } from "@knockon/graph/resolve/producer-index";
import { latestOf, newestFirst, pinnedVersion } from "@knockon/graph/versions/standing";
import { plainVersion, taggedVersions } from "@knockon/graph/versions/tag-version";
import type { Consumption } from "./consumption.ts";
import { directoryNamedBy, directoryOf } from "./producer-directory.ts";
import type { Production, ProducerRow } from "./producer-row.ts";
import type { Producers } from "./producers.ts";

export type ArtifactRow = Omit<typeof artifact.$inferSelect, "createdAt" | "updatedAt">;

/** The repository that an artifact is taken to come from, its tags, and the folder there that they are about. */
export interface Owner {
  producer: ProducerRow;
  tags: readonly string[];
  directory: string;
}

/**
 * Whose artifact it is: of several producers the one that resolution chooses, without any the repository that its
 * consumers resolve to; of several of those always the same.
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

/** The artifact as its producers, their tags and its consumers make it. */
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
 * What its manifests state and what its repository tags. Tags that do not hold the release of the manifest are of
 * something else in that repository: a chart of version 0.3 beside the application that is tagged 2.0.
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
