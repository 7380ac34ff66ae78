import { randomNumbers } from "../graph/random.ts";
import { ECOSYSTEMS, type EcosystemId } from "./ecosystem.ts";

export interface Use {
  ecosystem: EcosystemId;
  file: string;
  artifact: string;
  version: string;
}

/** One repository, of which the files are a spelling. */
export interface Repository {
  index: number;
  produces: EcosystemId[];
  /** Whether its package has the name by which the others ask for it. */
  isRenamed: boolean;
  uses: Use[];
}

export interface Organisation {
  seed: number;
  repositories: number;
}

/** Declarations of a repository follow a Lomax distribution: a median of 87, one in forty above 1,000, 200 on average. */
const SCALE = 210;
const LARGEST = 4000;
/** Of the draws; a package that a file has already is drawn again, so that it comes to 15 % of the declarations. */
const FIRST_PARTY = 0.165;
/** The higher, the more of all first-party uses go to the few that everybody uses. */
const SKEW = 4;
const STRANGERS_SKEW = 3;
/** Of all repositories, so many are used by somebody. */
const USED = 0.6;
const TRADES: EcosystemId[][] = [
  ["npm"],
  ["golang"],
  ["npm"],
  ["terraform"],
  ["npm", "golang"],
  ["golang"],
  ["npm"],
];
/** The first few produce everything: they are what the whole organisation is built on. */
const FOUNDATIONS = 8;
/** Prime, so that all sizes occur whatever the number of repositories. */
const STRIDE = 7919;
const ATTEMPTS = 20;

/** The repository as it was first written. Made anew at each call, so that the organisation itself holds nothing. */
export function makeRepository(organisation: Organisation, index: number): Repository {
  const random = randomNumbers(organisation.seed * 1_000_003 + index);
  const size = sizeOf(organisation, index);
  const shares = sharesOf(tradesOf(index), size);
  const uses = shares.flatMap(([ecosystem, count]) =>
    drawUses(organisation, index, ecosystem, count, random),
  );
  return { index, produces: producedBy(index), isRenamed: false, uses };
}

/** The same sizes for every seed, and for any number of repositories, only finer. */
export function sizeOf({ seed, repositories }: Organisation, index: number): number {
  const rank = ((index + seed) * STRIDE) % repositories;
  const quantile = (rank + 0.5) / repositories;
  return Math.max(1, Math.min(LARGEST, Math.round(SCALE * ((1 - quantile) ** -0.5 - 1))));
}

const tradesOf = (index: number): EcosystemId[] => TRADES[index % TRADES.length] ?? [];

const ALL = Object.keys(ECOSYSTEMS) as EcosystemId[];

/** One to five artifacts. */
export const producedBy = (index: number): EcosystemId[] =>
  index < FOUNDATIONS
    ? ALL
    : ALL.filter(
        (id) =>
          tradesOf(index).includes(id) ||
          (id === "githubactions" && index % 3 === 0) ||
          (id === "docker" && index % 2 === 0),
      );

function sharesOf(trades: readonly EcosystemId[], size: number): [EcosystemId, number][] {
  const steps = Math.round(size * 0.15);
  const images = Math.round(size * 0.05);
  const rest = size - steps - images;
  const each = trades.map((id, place): [EcosystemId, number] => [
    id,
    Math.floor((rest * (place + 1)) / trades.length) - Math.floor((rest * place) / trades.length),
  ]);
  return [...each, ["githubactions", steps], ["docker", images]];
}

function drawUses(
  organisation: Organisation,
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
      const use = drawUse(organisation, index, id, path, random);
      const key = `${path} ${use.artifact}`;
      if (isKeyed && named.has(key)) continue;
      named.add(key);
      uses.push(use);
      break;
    }
  }
  return uses;
}

/** What one line of a repository asks for. */
export function drawUse(
  organisation: Organisation,
  index: number,
  ecosystem: EcosystemId,
  file: string,
  random: () => number,
): Use {
  const { own, stranger, strangers, version } = ECOSYSTEMS[ecosystem];
  const artifact =
    random() < FIRST_PARTY
      ? own(drawProducer(organisation, index, ecosystem, random))
      : stranger(Math.floor(strangers * random() ** STRANGERS_SKEW));
  return { ecosystem, file, artifact, version: version(Math.floor(random() * 1000)) };
}

/** Another repository that produces such artifacts: most often one of the first. */
export function drawProducer(
  { repositories }: Organisation,
  index: number,
  ecosystem: EcosystemId,
  random: () => number,
): number {
  const used = Math.ceil(repositories * USED);
  let producer = Math.floor(used * random() ** SKEW);
  while (producer === index || !producedBy(producer).includes(ecosystem)) producer = (producer + 1) % used;
  return producer;
}
