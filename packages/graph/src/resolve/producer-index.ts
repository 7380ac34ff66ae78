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

interface Claim {
  repository: ProducerRepository;
  artifactName: string | null;
  isFormer: boolean;
}

export const rankClaim = (name: string, { repository, artifactName, isFormer }: Claim): Producer => ({
  repository,
  artifactName,
  rank: rankOf(repository, name, isFormer),
  isDoubtful: artifactName !== null && isBorrowed(repository, name),
});

const isBorrowed = ({ isFork, fullPath }: ProducerRepository, name: string): boolean =>
  isFork && !holdsOwner(fullPath, name);

/**
 * A repository holds a name once, by its first claim: its own names come before those of its artifacts. What a
 * fork holds by convention only (a Go module at the original's path) is the original's alone.
 */
export function claimsOf(repository: ProducerRepository): Map<string, Claim> {
  const claims = new Map<string, Claim>();
  const claim = (name: string, artifactName: string | null, isFormer = false): void => {
    if (!claims.has(name)) claims.set(name, { repository, artifactName, isFormer });
  };
  for (const name of currentNames(repository)) claim(name, null);
  for (const name of formerNames(repository)) claim(name, null, true);
  for (const { name: artifactName, announces, assumed } of repository.artifacts) {
    for (const name of announces) {
      if (assumed) claim(name, null);
      else if (!name.startsWith("convention:") || !isBorrowed(repository, name)) claim(name, artifactName);
    }
  }
  return claims;
}

/** Who holds the name today, then originals, then living repositories, then the one that is called like the name. */
const rankOf = (
  { fullPath, isFork, archived }: ProducerRepository,
  name: string,
  isFormer: boolean,
): number => Number(isFormer) * 16 + Number(isFork) * 8 + Number(archived) * 4 - nameAffinity(fullPath, name);

const compareProducers = (a: Producer, b: Producer): number =>
  a.rank - b.rank ||
  compareOrdinal(a.repository.fullPath, b.repository.fullPath) ||
  compareOrdinal(a.repository.id, b.repository.id);
