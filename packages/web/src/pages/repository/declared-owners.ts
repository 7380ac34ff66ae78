import type { LineOwner } from "@knockon/contract/resources/fields";

/** Names that CODEOWNERS has: the owner of the repository, people as well as teams, and then its other teams. */
export const declaredOwners = (owner: LineOwner | null | undefined, teams: readonly string[]): string[] => [
  ...new Set([...(owner?.source === "codeowners" ? owner.names : []), ...teams]),
];
