import { compareOrdinal } from "../ordinal.ts";
import {
  claimsOf,
  isInherited,
  nameAffinity,
  type Claim,
  type ProducerRepository,
} from "./producer-repository.ts";

/** A repository that produces a name, and how it ranks among the other producers of that name. */
export interface Producer extends Pick<Claim, "repository" | "artifactName" | "isAssumed"> {
  /** Lower is better. Producers of equal rank are ambiguous. */
  rank: number;
  /** Whether the actual producer may be the original of this fork, which is not in the workspace. */
  isDoubtful: boolean;
}

/** The producers of a workspace. */
export interface ProducerIndex {
  repositories: ReadonlyMap<string, ProducerRepository>;
  /** Returns the producers of a name, best first. */
  producersOf(name: string): readonly Producer[];
}

export function indexProducers(repositories: Iterable<ProducerRepository>): ProducerIndex {
  const index = createProducerIndex();
  for (const repository of repositories) index.add(repository);
  return index;
}

/** Creates an empty index. Producers are ranked on first lookup because most names are never looked up. */
export function createProducerIndex(): ProducerIndex & { add(repository: ProducerRepository): void } {
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
      if (!claimed) return NO_PRODUCERS;
      const known = ranked.get(name);
      if (known) return known;
      const producers = claimed.map((claim) => rankClaim(name, claim)).toSorted(compareProducers);
      ranked.set(name, producers);
      return producers;
    },
  };
}

const NO_PRODUCERS: readonly Producer[] = [];

function rankClaim(name: string, claim: Claim): Producer {
  const { repository, artifactName, isAssumed } = claim;
  const isDoubtful = artifactName !== null && isInherited(repository, name);
  return { repository, artifactName, rank: rankOf(name, claim), isAssumed, isDoubtful };
}

/**
 * Prefers, in this order: declared to assumed artifacts, current to former paths, originals to forks, active to archived
 * repositories, and repositories whose path resembles the name.
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

/**
 * Returns the names whose resolution may change when one repository changes: names it gained or lost, and names it now
 * claims with a different rank. Pass undefined for a repository that does not exist.
 */
export function changedNames(
  before: ProducerRepository | undefined,
  after: ProducerRepository | undefined,
): string[] {
  const [previous, current] = [rankingKeys(before), rankingKeys(after)];
  const names = new Set([...previous.keys(), ...current.keys()]);
  return [...names].filter((name) => previous.get(name) !== current.get(name));
}

/** Serializes, for each name, everything that resolution considers about the claim. */
function rankingKeys(repository: ProducerRepository | undefined): Map<string, string> {
  const claims = repository ? [...claimsOf(repository)] : [];
  return new Map(
    claims.map(([name, claim]) => {
      const { rank, artifactName } = rankClaim(name, claim);
      return [name, JSON.stringify([artifactName, rank, repository?.fullPath, repository?.host])];
    }),
  );
}
