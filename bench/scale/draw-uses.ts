import { ECOSYSTEMS, type EcosystemId } from "./ecosystem.ts";
import { producedBy, type Organization } from "./organization.ts";

export interface Use {
  ecosystem: EcosystemId;
  file: string;
  artifact: string;
  version: string;
}

/** Of the draws; a package that a file has already is drawn again, so that it comes to 15 % of the declarations. */
const FIRST_PARTY = 0.165;
/** The higher, the more of all first-party uses go to the few that everybody uses. */
const SKEW = 4;
const STRANGERS_SKEW = 3;
/** Of all repositories, so many are used by somebody. */
const USED = 0.6;
const ATTEMPTS = 20;

/** So many uses of others, as a repository of this kind writes them down. */
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

/** What one line of a repository asks for. */
export function drawUse(
  organization: Organization,
  index: number,
  ecosystem: EcosystemId,
  file: string,
  random: () => number,
): Use {
  const { own, stranger, strangers, version } = ECOSYSTEMS[ecosystem];
  const artifact =
    random() < FIRST_PARTY
      ? own(drawProducer(organization, index, ecosystem, random))
      : stranger(Math.floor(strangers * random() ** STRANGERS_SKEW));
  return { ecosystem, file, artifact, version: version(Math.floor(random() * 1000)) };
}

/** Another repository that produces such artifacts: most often one of the first. */
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
