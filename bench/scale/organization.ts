import { randomNumbers } from "../measure/numbers.ts";
import { ECOSYSTEMS, type EcosystemId } from "./ecosystem.ts";

export interface Organization {
  seed: number;
  repositories: number;
  /** Mean number of declarations per repository; 200 if absent. */
  declarations?: number;
}

/** Scale of the Lomax distribution of declarations per repository: median 87, mean 200, one in thirty above 1,000. */
const SCALE = 210;
const MEAN = 200;
const LARGEST = 4000;
const MAIN_ECOSYSTEMS: EcosystemId[][] = [
  ["npm"],
  ["golang"],
  ["npm"],
  ["terraform"],
  ["npm", "golang"],
  ["golang"],
  ["npm"],
];
/** The first repositories produce artifacts of every kind, which the whole organization uses. */
const FOUNDATIONS = 8;
/** A prime, so that all sizes occur for any number of repositories. */
const STRIDE = 7919;

/** Returns the number of declarations. All seeds and numbers of repositories have the same distribution. */
export function sizeOf({ seed, repositories, declarations = MEAN }: Organization, index: number): number {
  const rank = ((index + seed) * STRIDE) % repositories;
  const quantile = (rank + 0.5) / repositories;
  return Math.max(
    1,
    Math.min(LARGEST, Math.round((SCALE / MEAN) * declarations * ((1 - quantile) ** -0.5 - 1))),
  );
}

export const mainEcosystemsOf = (index: number): EcosystemId[] =>
  MAIN_ECOSYSTEMS[index % MAIN_ECOSYSTEMS.length] ?? [];

const ALL = Object.keys(ECOSYSTEMS) as EcosystemId[];

/** Returns the kinds of artifacts that a repository produces, one to five. */
export const producedBy = (index: number): EcosystemId[] =>
  index < FOUNDATIONS
    ? ALL
    : ALL.filter(
        (id) =>
          mainEcosystemsOf(index).includes(id) ||
          (id === "githubactions" && index % 3 === 0) ||
          (id === "docker" && index % 2 === 0),
      );

/** A repository's declarations, from which `filesOf` generates files. */
export interface Repository {
  index: number;
  produces: EcosystemId[];
  /** Whether its package has a different name than its dependents use. */
  isRenamed: boolean;
  uses: Use[];
}

/** Generates a repository in its initial state. Generated on each call, so that the organization takes no memory. */
export function makeRepository(organization: Organization, index: number): Repository {
  const random = randomNumbers(organization.seed * 1_000_003 + index);
  const size = sizeOf(organization, index);
  const shares = sharesOf(mainEcosystemsOf(index), size);
  const uses = shares.flatMap(([ecosystem, count]) =>
    drawUses(organization, index, ecosystem, count, random),
  );
  return { index, produces: producedBy(index), isRenamed: false, uses };
}

function sharesOf(ecosystems: readonly EcosystemId[], size: number): [EcosystemId, number][] {
  const steps = Math.round(size * 0.15);
  const images = Math.round(size * 0.05);
  const rest = size - steps - images;
  const each = ecosystems.map((id, place): [EcosystemId, number] => [
    id,
    Math.floor((rest * (place + 1)) / ecosystems.length) - Math.floor((rest * place) / ecosystems.length),
  ]);
  return [...each, ["githubactions", steps], ["docker", images]];
}

export interface Use {
  ecosystem: EcosystemId;
  file: string;
  artifact: string;
  version: string;
}

/** Share of first-party draws. Duplicates are drawn again, which results in 15 % of the declarations. */
const FIRST_PARTY = 0.165;
/** The higher, the more first-party uses go to a few popular repositories. */
const SKEW = 4;
const THIRD_PARTY_SKEW = 3;
/** Share of repositories with dependents. */
const USED = 0.6;
const ATTEMPTS = 20;

/** Draws `count` uses of one ecosystem, spread over files as in a typical repository. */
export function drawUses(
  organization: Organization,
  index: number,
  id: EcosystemId,
  count: number,
  random: () => number,
): Use[] {
  const { file, perFile, isKeyed } = ECOSYSTEMS[id];
  const named = new Set<string>();
  const uses: Use[] = [];
  for (let number = 0; number < count; number++) {
    const path = file(Math.floor(number / perFile));
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const use = drawUse(organization, index, id, path, random);
      const key = `${path} ${use.artifact}`;
      if (isKeyed && named.has(key)) continue;
      named.add(key);
      uses.push(use);
      break;
    }
  }
  return uses;
}

/** Draws one use: the content of one line. */
export function drawUse(
  organization: Organization,
  index: number,
  ecosystem: EcosystemId,
  file: string,
  random: () => number,
): Use {
  const { own, thirdParty, thirdParties, version } = ECOSYSTEMS[ecosystem];
  const artifact =
    random() < FIRST_PARTY
      ? own(drawProducer(organization, index, ecosystem, random))
      : thirdParty(Math.floor(thirdParties * random() ** THIRD_PARTY_SKEW));
  return { ecosystem, file, artifact, version: version(Math.floor(random() * 1000)) };
}

/** Draws another repository that produces such artifacts, most often one of the first. */
export function drawProducer(
  { repositories }: Organization,
  index: number,
  ecosystem: EcosystemId,
  random: () => number,
): number {
  const used = Math.ceil(repositories * USED);
  let producer = Math.floor(used * random() ** SKEW);
  while (producer === index || !producedBy(producer).includes(ecosystem)) producer = (producer + 1) % used;
  return producer;
}
