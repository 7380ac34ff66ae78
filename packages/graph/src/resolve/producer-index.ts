import { compareOrdinal } from "../ordinal.ts";
import { holdsOwner, nameAffinity } from "./name-affinity.ts";
import { currentNames, formerNames, type ProducerRepository } from "./producer-repository.ts";

/** One repository's claim to one name. */
export interface Producer {
  repository: ProducerRepository;
  /** The artifact that announces the name; null when the repository itself goes by it, or is assumed to publish it. */
  artifactName: string | null;
  /** Less is better. Two producers of equal rank are ambiguous. */
  rank: number;
  /** It is only assumed to publish the artifact. */
  isAssumed: boolean;
  /** Perhaps nobody here is the producer: a fork's manifest repeats what its original publishes. */
  isDoubtful: boolean;
}

/** The producers of a workspace. */
export interface ProducerIndex {
  repositories: ReadonlyMap<string, ProducerRepository>;
  /** Those of a name, best first. Ranked at the first question: few of all names are ever asked for. */
  producersOf(name: string): readonly Producer[];
}

export function indexProducers(repositories: Iterable<ProducerRepository>): ProducerIndex {
  const index = openProducerIndex();
  for (const repository of repositories) index.add(repository);
  return index;
}

/** An index that grows: of a name it knows the producers that were added. */
export function openProducerIndex(): ProducerIndex & { add(repository: ProducerRepository): void } {
  const repositories = new Map<string, ProducerRepository>();
  const claims = new Map<string, Claim[]>();
  const ranked = new Map<string, readonly Producer[]>();
  return {
    repositories,
    add(repository) {
      repositories.set(repository.id, repository);
      for (const [name, claim] of claimsOf(repository)) {
        const others = claims.get(name);
        if (others) others.push(claim);
        else claims.set(name, [claim]);
        ranked.delete(name);
      }
    },
    producersOf(name) {
      const claimed = claims.get(name);
      if (!claimed) return NOBODY;
      const known = ranked.get(name);
      if (known) return known;
      const producers = claimed.map((claim) => rankClaim(name, claim)).toSorted(compareProducers);
      ranked.set(name, producers);
      return producers;
    },
  };
}

const NOBODY: readonly Producer[] = [];

interface Claim extends Pick<Producer, "repository" | "artifactName" | "isAssumed"> {
  isFormer: boolean;
}

export const rankClaim = (name: string, claim: Claim): Producer => {
  const { repository, artifactName, isAssumed } = claim;
  const isDoubtful = artifactName !== null && isBorrowed(repository, name);
  return { repository, artifactName, rank: rankOf(name, claim), isAssumed, isDoubtful };
};

const isBorrowed = ({ isFork, fullPath }: ProducerRepository, name: string): boolean =>
  isFork && !holdsOwner(fullPath, name);

/**
 * A repository holds a name once, by its first claim: its own names come before those of its artifacts. What a
 * fork holds by convention only (a Go module at the original's path) is the original's alone.
 */
export function claimsOf(repository: ProducerRepository): Map<string, Claim> {
  const claims = new Map<string, Claim>();
  const claim = (name: string, more: Partial<Claim> = {}): void => {
    if (claims.has(name)) return;
    claims.set(name, { repository, artifactName: null, isFormer: false, isAssumed: false, ...more });
  };
  for (const name of currentNames(repository)) claim(name);
  for (const name of formerNames(repository)) claim(name, { isFormer: true });
  const told = repository.artifacts.filter((artifact) => !artifact.assumed);
  for (const { name: artifactName, announces } of told) {
    const own = announces.filter((name) => !name.startsWith("convention:") || !isBorrowed(repository, name));
    for (const name of own) claim(name, { artifactName });
  }
  const assumed = repository.artifacts.filter((artifact) => artifact.assumed);
  for (const name of assumed.flatMap(({ announces }) => announces)) claim(name, { isAssumed: true });
  return claims;
}

/**
 * Who says that it publishes, then who holds the name today, then originals, then living repositories, then the one that
 * is called like the name.
 */
const rankOf = (
  name: string,
  { repository: { fullPath, isFork, archived }, isAssumed, isFormer }: Claim,
): number =>
  Number(isAssumed) * 32 +
  Number(isFormer) * 16 +
  Number(isFork) * 8 +
  Number(archived) * 4 -
  nameAffinity(fullPath, name);

const compareProducers = (a: Producer, b: Producer): number =>
  a.rank - b.rank ||
  compareOrdinal(a.repository.fullPath, b.repository.fullPath) ||
  compareOrdinal(a.repository.id, b.repository.id);
