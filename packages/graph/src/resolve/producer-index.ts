import { compareOrdinal } from "../ordinal.ts";
import { nameAffinity } from "./name-affinity.ts";
import { currentNames, formerNames, type ProducerRepository } from "./producer-repository.ts";

/** One repository's claim to one name. */
export interface Producer {
  repository: ProducerRepository;
  /** The artifact that announces the name; null when the repository itself goes by it, or is assumed to publish it. */
  artifactName: string | null;
  /** Less is better. Two producers of equal rank are ambiguous. */
  rank: number;
}

/** The producers of a workspace by name, each list best first. */
export interface ProducerIndex {
  repositories: ReadonlyMap<string, ProducerRepository>;
  byName: ReadonlyMap<string, readonly Producer[]>;
}

export function indexProducers(repositories: Iterable<ProducerRepository>): ProducerIndex {
  const known = new Map<string, ProducerRepository>();
  const byName = new Map<string, Producer[]>();
  for (const repository of repositories) {
    known.set(repository.id, repository);
    for (const [name, claim] of claimsOf(repository)) {
      const producers = byName.get(name);
      if (producers) producers.push(claim);
      else byName.set(name, [claim]);
    }
  }
  for (const producers of byName.values()) producers.sort(compareProducers);
  return { repositories: known, byName };
}

/** A repository holds a name once, by its first claim: its own names come before those of its artifacts. */
export function claimsOf(repository: ProducerRepository): Map<string, Producer> {
  const claims = new Map<string, Producer>();
  const claim = (name: string, artifactName: string | null, isFormer = false): void => {
    if (claims.has(name)) return;
    claims.set(name, { repository, artifactName, rank: rankOf(repository, name, isFormer) });
  };
  for (const name of currentNames(repository)) claim(name, null);
  for (const name of formerNames(repository)) claim(name, null, true);
  for (const { name: artifactName, announces, assumed } of repository.artifacts) {
    for (const name of announces) claim(name, assumed ? null : artifactName);
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
