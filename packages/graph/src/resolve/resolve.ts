import type { UnresolvedReason } from "@knockon/contract/vocabulary/evidence";
import type { VersionConstraintState } from "@knockon/contract/vocabulary/version-constraint-state";
import type { Declaration } from "@knockon/extract/ecosystem";
import { confidenceOf, type Match, type Thousandths } from "../confidence.ts";
import { declarationState } from "../versions/scheme.ts";
import { nameAffinity } from "./name-affinity.ts";
import type { Producer, ProducerIndex } from "./producer-index.ts";

/** Whom a declaration means, and how that was found. */
export interface Resolution {
  targetRepositoryId: string | null;
  /** As its producer spells it, else as the declaration does. */
  artifactName: string;
  /** Without a target, what the evidence alone is worth. */
  confidence: Thousandths;
  state: VersionConstraintState;
  /** Why there is no target, or `ambiguous`; null for a plain match. */
  reason: UnresolvedReason | null;
  /** The name that declaration and producer share. */
  matchedBy: string | null;
}

export type Resolvable = Pick<
  Declaration,
  "artifact" | "lookups" | "unbound" | "versionConstraint" | "versioning" | "evidence"
>;

/**
 * The first name that anybody produces decides. A name that the source itself produces is its own; one that somebody is
 * only assumed to publish gives way to those after it.
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
    const choice = choose(index, name, producers, sourceRepositoryId);
    const found = resolution(declaration, name, choice);
    const { isAssumed, repository } = choice.producer;
    if (!isAssumed || isConvention(name) || repository.id === sourceRepositoryId) return found;
    assumed ??= found;
  }
  return assumed ?? unresolved(declaration);
}

function resolution(declaration: Resolvable, name: string, { producer, isAmbiguous }: Choice): Resolution {
  const match = producer.isAssumed ? "convention" : matchOf(name, declaration.lookups);
  return {
    targetRepositoryId: producer.repository.id,
    artifactName: producer.artifactName ?? declaration.artifact,
    confidence: confidenceOf(declaration.evidence.class, match, isAmbiguous),
    state: declarationState(declaration),
    reason: isAmbiguous ? "ambiguous" : null,
    matchedBy: name,
  };
}

const unresolved = (declaration: Resolvable): Resolution => ({
  targetRepositoryId: null,
  artifactName: declaration.artifact,
  confidence: 0,
  state: declarationState(declaration),
  reason: declaration.unbound === null ? "no_producer" : "unbound",
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
  const [best, next] = name.startsWith("path:") ? nearest(index, producers, sourceId) : producers;
  if (!best) throw new Error(`The index holds no producer of ${name}.`);
  return { producer: best, isAmbiguous: best.isDoubtful || best.rank === next?.rank };
}

/** A path without a host means the source's own host, if anybody there goes by it. */
function nearest(
  index: ProducerIndex,
  producers: readonly Producer[],
  sourceId: string,
): readonly Producer[] {
  const host = index.repositories.get(sourceId)?.host;
  const near = producers.filter(({ repository }) => repository.host === host);
  return near.length > 0 ? near : producers;
}

function matchOf(name: string, lookups: readonly string[]): Match {
  if (isIdentity(name)) return repositoryMatch(name, lookups);
  if (isConvention(name)) return "convention";
  return isImage(name) ? "pushed" : "announced";
}

/**
 * A package whose name does not hold the repository's path (`com.github.acme:kit`) is there by custom only; a repository is
 * not. An image that nobody is seen to push is no surer than one that somebody pushes, wherever its registry keeps it.
 */
function repositoryMatch(name: string, [first = ""]: readonly string[]): Match {
  if (isIdentity(first) || first.startsWith("git_repository:")) return "identity";
  if (nameAffinity(pathOf(name), first) < 2) return "convention";
  return isImage(first) ? "pushed" : "identity";
}

const isIdentity = (name: string): boolean => name.startsWith("git:") || name.startsWith("path:");
const isConvention = (name: string): boolean => name.startsWith("convention:");
const isImage = (name: string): boolean => name.startsWith("container_image:");

const pathOf = (name: string): string =>
  name.startsWith("path:") ? name.slice("path:".length) : name.slice(name.indexOf("/") + 1);
