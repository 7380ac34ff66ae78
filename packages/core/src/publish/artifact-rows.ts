import type { artifact } from "@knockon/db/schema/dependency.sql";
import type { VersioningScheme } from "@knockon/extract/ecosystem";
import { schemeOfType } from "@knockon/extract/version";
import type { ProducerIndex } from "@knockon/graph/resolve/producer-index";
import { directoryNamedBy, directoryOf, publishedVersions } from "@knockon/graph/versions/published-versions";
import { latestOf, newestFirst, pinnedVersion } from "@knockon/graph/versions/standing";
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
  const published = publishedVersions(
    versioning,
    { name, directory: owner?.directory ?? "" },
    productions.flatMap(({ produced }) => produced.version ?? []),
    owner?.tags ?? [],
  );
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

const commonest = (schemes: ReadonlyMap<VersioningScheme, number>): VersioningScheme | undefined =>
  [...schemes].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]?.[0];
