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
    for (const name of currentNames(repository)) claim(byName, name, repository, null, false);
    for (const name of formerNames(repository)) claim(byName, name, repository, null, true);
    for (const { name: artifactName, announces, assumed } of repository.artifacts) {
      for (const name of announces) claim(byName, name, repository, assumed ? null : artifactName, false);
    }
  }
  for (const producers of byName.values()) producers.sort(compareProducers);
  return { repositories: known, byName };
}

/** A repository holds a name once, by its first claim: its own names come before those of its artifacts. */
function claim(
  byName: Map<string, Producer[]>,
  name: string,
  repository: ProducerRepository,
  artifactName: string | null,
  isFormer: boolean,
): void {
  const producer = { repository, artifactName, rank: rankOf(repository, name, isFormer) };
  const producers = byName.get(name);
  if (!producers) byName.set(name, [producer]);
  else if (producers.at(-1)?.repository !== repository) producers.push(producer);
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
