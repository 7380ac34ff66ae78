import { ARTIFACT_TYPES } from "@knockon/contract/vocabulary/artifact-type";
import { ROLES } from "@knockon/contract/vocabulary/role";
import type { Use } from "@knockon/graph/edges";
import { uuidV5 } from "@knockon/graph/uuid";
import { randomNumbers } from "../measure/numbers.ts";

export const REPOSITORIES = 10_000;
export const EDGES = 200_000;

export interface Organization {
  repositoryIds: string[];
  /** Returns the full path of a repository. */
  pathOf: (repositoryId: string) => string | undefined;
  uses: Use[];
}

const NAMESPACE = "8d5f4e0a-4c55-4f0e-9a57-0d3f5e6f7a10";
/** Confidences of the product, about as often as they occur. */
const CONFIDENCES = [300, 600, 700, 850, 850, 900, 950, 980, 980, 980, 1000, 1000];
/** The higher, the more edges point to a few popular repositories. */
const SKEW = 4;
/** Share of repositories without dependents. */
const UNUSED_SHARE = 0.4;
const CONSTRAINTS = 60;
/** Artifacts per repository. */
const SCOPES = 3;

/** Generates an organization with a realistic distribution: few repositories have thousands of dependents, many have none. */
export function makeOrganization(seed: number): Organization {
  const random = randomNumbers(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const paths = Array.from({ length: REPOSITORIES }, (_, index) => `acme/repository-${index}`);
  const repositoryIds = paths.map((path) => uuidV5(NAMESPACE, path));
  const pathById = new Map(repositoryIds.map((id, index) => [id, paths[index]]));
  const used = Math.round(REPOSITORIES * (1 - UNUSED_SHARE));
  const edges = new Map<string, Use>();
  while (edges.size < EDGES) {
    const [source, target] = [below(REPOSITORIES), Math.floor(used * random() ** SKEW)];
    const [type, constraint] = [below(ARTIFACT_TYPES.length), below(CONSTRAINTS)];
    const confidence = CONFIDENCES[below(CONFIDENCES.length)] ?? 0;
    if (source === target) continue;
    edges.set([source, target, type, constraint].join(" "), {
      source: repositoryIds[source] ?? "",
      target: repositoryIds[target] ?? "",
      dependencyType: ARTIFACT_TYPES[type] ?? "npm_package",
      versionConstraint: constraint === 0 ? null : `^${constraint}.0.0`,
      confidence,
      versioning: "npm",
      state: constraint === 0 ? "absent" : "range",
      isLocked: below(2) === 0,
      role: ROLES[below(ROLES.length)] ?? "runtime",
      scope: below(2) === 0 ? null : scopeOf(source, below(SCOPES)),
      artifact: scopeOf(target, below(SCOPES)),
    });
  }
  return { repositoryIds, pathOf: (id) => pathById.get(id), uses: [...edges.values()] };
}

const scopeOf = (repository: number, scope: number): string =>
  `npm_package:@acme/package-${repository}-${scope}`;
