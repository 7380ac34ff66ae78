import type { UnresolvedReason } from "@knockon/contract/vocabulary/evidence";
import type { VersionConstraintState } from "@knockon/contract/vocabulary/version-constraint-state";
import type { Declaration } from "@knockon/extract/ecosystem";
import { confidenceOf, type Match, type Thousandths } from "../confidence.ts";
import { everyScope } from "../edges.ts";
import { declarationState } from "../versions/scheme.ts";
import { findImageElsewhere } from "./image-namespace.ts";
import type { Producer, ProducerIndex } from "./producer-index.ts";
import { nameAffinity } from "./producer-repository.ts";

/** The producer a declaration refers to, and how it was found. */
export interface Resolution {
  /** Null if there is no producer in the workspace. */
  targetRepositoryId: string | null;
  /** As the producer spells it, otherwise as declared. */
  artifactName: string;
  /** The scope of the target that is declared, or a set of scopes: see `everyScope`. */
  artifact: string;
  /** 0 without a target. */
  confidence: Thousandths;
  state: VersionConstraintState;
  /** Why there is no target, or `ambiguous`; null for an unambiguous match. `namespacesOf` tells what is external. */
  reason: Exclude<UnresolvedReason, "external"> | null;
  /** The name that the declaration and the producer share. */
  matchedBy: string | null;
}

export type Resolvable = Pick<
  Declaration,
  | "artifact"
  | "dependencyType"
  | "lookups"
  | "unbound"
  | "versionConstraint"
  | "versioning"
  | "evidence"
  | "role"
  | "requiresProducer"
  | "targetScope"
  | "targetName"
>;

/** A declaration that counts, with its producer. */
export interface Resolved<D extends Resolvable> {
  declaration: D;
  resolution: Resolution;
}

/** Resolves the declarations of one repository. Drops uses by name that no other repository publishes. */
export function resolveAll<D extends Resolvable>(
  index: ProducerIndex,
  declarations: readonly D[],
  sourceRepositoryId: string,
): Resolved<D>[] {
  return declarations
    .map((declaration) => ({ declaration, resolution: resolve(index, declaration, sourceRepositoryId) }))
    .filter(
      ({ declaration, resolution }) =>
        !declaration.requiresProducer || resolution.targetRepositoryId !== null,
    );
}

/**
 * Resolves a declaration to the producer of the first of its lookup names that has one. The source repository takes
 * precedence over other producers of a name. An artifact that is only assumed to be published counts only if no later
 * name has a producer. An image without a producer is looked up on other registries and by its namespace. A use by name
 * has no target if only a convention or an assumption leads to it, or if the source repository publishes the name itself.
 */
export function resolve(
  index: ProducerIndex,
  declaration: Resolvable,
  sourceRepositoryId: string,
): Resolution {
  let assumed: Resolution | undefined;
  for (const name of declaration.lookups) {
    const producers = index.producersOf(name);
    if (producers.length === 0) continue;
    if (declaration.requiresProducer && !isPublished(name, producers, sourceRepositoryId)) continue;
    const choice = choose(index, name, producers, sourceRepositoryId);
    if (choice.isAmbiguous && isChartName(name)) continue;
    const found = resolutionOf(index, declaration, name, choice);
    const { isAssumed, repository } = choice.producer;
    if (!isAssumed || isConvention(name) || repository.id === sourceRepositoryId) return found;
    assumed ??= found;
  }
  return assumed ?? resolveElsewhere(index, declaration, sourceRepositoryId) ?? unresolved(declaration);
}

/** A use by name needs a repository that states the name of the image, other than its own. */
function resolveElsewhere(
  index: ProducerIndex,
  declaration: Resolvable,
  sourceRepositoryId: string,
): Resolution | undefined {
  const found = findImageElsewhere(index, declaration.lookups);
  if (!found) return undefined;
  const { isAssumed, repository } = found.producer;
  const isStated = isImageName(found.name) && !isAssumed && repository.id !== sourceRepositoryId;
  if (declaration.requiresProducer && !isStated) return undefined;
  return resolutionOf(index, declaration, found.name, found);
}

function resolutionOf(
  index: ProducerIndex,
  declaration: Resolvable,
  name: string,
  { producer, isAmbiguous }: Choice,
): Resolution {
  const match = producer.isAssumed && !isImageName(name) ? "convention" : matchOf(name, declaration.lookups);
  return {
    targetRepositoryId: producer.repository.id,
    artifactName: producer.artifactName ?? declaration.artifact,
    artifact:
      producer.artifactName === null
        ? scopeWithin(index, producer, declaration)
        : `${declaration.dependencyType}:${producer.artifactName}`,
    confidence: confidenceOf(declaration.evidence.class, match, isAmbiguous, declaration.role),
    state: declarationState(declaration),
    reason: isAmbiguous ? "ambiguous" : null,
    matchedBy: name,
  };
}

/** Returns what is used of a repository: the package that the declaration names, if the repository has it. */
function scopeWithin(
  index: ProducerIndex,
  { repository: { id } }: Producer,
  { dependencyType, targetScope, targetName }: Resolvable,
): string {
  const producers = targetName === undefined ? [] : index.producersOf(targetName);
  const name = producers.find(({ repository }) => repository.id === id)?.artifactName ?? null;
  return name === null ? (targetScope ?? everyScope(dependencyType)) : `${dependencyType}:${name}`;
}

/** Whether a repository states that it publishes a name, and the source repository does not. */
const isPublished = (name: string, producers: readonly Producer[], sourceId: string): boolean =>
  !isConvention(name) &&
  producers.every(({ repository }) => repository.id !== sourceId) &&
  producers.some(({ isAssumed }) => !isAssumed);

const unresolved = (declaration: Resolvable): Resolution => ({
  targetRepositoryId: null,
  artifactName: declaration.artifact,
  artifact: everyScope(declaration.dependencyType),
  confidence: 0,
  state: declarationState(declaration),
  // A variable in the version alone does not hide the name.
  reason: declaration.unbound === null || declaration.lookups.length > 0 ? "no_producer" : "unbound",
  matchedBy: null,
});

interface Choice {
  producer: Producer;
  isAmbiguous: boolean;
}

function choose(
  index: ProducerIndex,
  name: string,
  producers: readonly Producer[],
  sourceId: string,
): Choice {
  const own = producers.find(({ repository }) => repository.id === sourceId);
  if (own) return { producer: own, isAmbiguous: false };
  const [best, next] = name.startsWith("path:") ? preferSameHost(index, producers, sourceId) : producers;
  if (!best) throw new Error(`The index contains no producer of ${name}.`);
  return { producer: best, isAmbiguous: best.isDoubtful || best.rank === next?.rank };
}

/** A path without a host refers to the source's own host if there is such a repository. */
function preferSameHost(
  index: ProducerIndex,
  producers: readonly Producer[],
  sourceId: string,
): readonly Producer[] {
  const host = index.repositories.get(sourceId)?.host;
  const sameHost = producers.filter(({ repository }) => repository.host === host);
  return sameHost.length > 0 ? sameHost : producers;
}

function matchOf(name: string, lookups: readonly string[]): Match {
  if (isIdentity(name)) return repositoryMatch(name, lookups);
  if (isConvention(name)) return "convention";
  if (isImageName(name)) return "namespace";
  return isImage(name) ? "pushed" : "announced";
}

/**
 * Classifies a declaration that was found by a repository's URL or path. A package whose name does not contain that path
 * (`com.github.acme:kit`) is in this repository only by convention. An image in the project's own registry is `pushed`
 * even if no build step pushes it.
 */
function repositoryMatch(name: string, [first = ""]: readonly string[]): Match {
  if (isIdentity(first) || first.startsWith("git_repository:")) return "identity";
  if (nameAffinity(pathOf(name), first) < 2) return "convention";
  return isImage(first) ? "pushed" : "identity";
}

const isIdentity = (name: string): boolean => name.startsWith("git:") || name.startsWith("path:");
const isConvention = (name: string): boolean =>
  name.startsWith("convention:") || name.startsWith("image_path:");
const isImageName = (name: string): boolean => name.startsWith("image_name:");
/** Whether a name consists of an organization and the name of a chart, which several of its repositories often share. */
const isChartName = (name: string): boolean => /^chart_(?:name|repository):/.test(name);
const isImage = (name: string): boolean => name.startsWith("container_image:");

const pathOf = (name: string): string =>
  name.startsWith("path:") ? name.slice("path:".length) : name.slice(name.indexOf("/") + 1);
