import { randomNumbers } from "../graph/random.ts";
import { drawUses, type Use } from "./draw-uses.ts";
import type { EcosystemId } from "./ecosystem.ts";
import { producedBy, sizeOf, tradesOf, type Organization } from "./organization.ts";

/** One repository, of which the files are a spelling. */
export interface Repository {
  index: number;
  produces: EcosystemId[];
  /** Whether its package is called otherwise than those who use it say. */
  isRenamed: boolean;
  uses: Use[];
}

/** The repository as it was first written. Made anew at each call, so that the organization itself holds nothing. */
export function makeRepository(organization: Organization, index: number): Repository {
  const random = randomNumbers(organization.seed * 1_000_003 + index);
  const size = sizeOf(organization, index);
  const shares = sharesOf(tradesOf(index), size);
  const uses = shares.flatMap(([ecosystem, count]) =>
    drawUses(organization, index, ecosystem, count, random),
  );
  return { index, produces: producedBy(index), isRenamed: false, uses };
}

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
