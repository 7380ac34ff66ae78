import { claimsOf, type Producer } from "./producer-index.ts";
import type { ProducerRepository } from "./producer-repository.ts";

/**
 * The names that may lead elsewhere, or with another confidence, once one repository has become another: what it
 * gained, lost, or claims in another way. Undefined is a repository that is not there.
 */
export function changedNames(
  before: ProducerRepository | undefined,
  after: ProducerRepository | undefined,
): string[] {
  const [former, current] = [before, after].map((one) => (one ? claimsOf(one) : new Map<string, Producer>()));
  if (!former || !current) return [];
  const names = new Set([...former.keys(), ...current.keys()]);
  return [...names].filter((name) => weightOf(former.get(name)) !== weightOf(current.get(name)));
}

/** All of a claim that resolution looks at. */
function weightOf(claim: Producer | undefined): string | undefined {
  if (!claim) return undefined;
  const { artifactName, rank, repository } = claim;
  return JSON.stringify([artifactName, rank, repository.fullPath, repository.host]);
}
