import { claimsOf, rankClaim } from "./producer-index.ts";
import type { ProducerRepository } from "./producer-repository.ts";

/**
 * The names that may lead elsewhere, or with another confidence, once one repository has become another: what it
 * gained, lost, or claims in another way. Undefined is a repository that is not there.
 */
export function changedNames(
  before: ProducerRepository | undefined,
  after: ProducerRepository | undefined,
): string[] {
  const [former, current] = [weightsOf(before), weightsOf(after)];
  const names = new Set([...former.keys(), ...current.keys()]);
  return [...names].filter((name) => former.get(name) !== current.get(name));
}

/** Of each name all that resolution looks at in the claim to it. */
function weightsOf(repository: ProducerRepository | undefined): Map<string, string> {
  const claims = repository ? [...claimsOf(repository)] : [];
  return new Map(
    claims.map(([name, claim]) => {
      const { rank, artifactName } = rankClaim(name, claim);
      return [name, JSON.stringify([artifactName, rank, repository?.fullPath, repository?.host])];
    }),
  );
}
