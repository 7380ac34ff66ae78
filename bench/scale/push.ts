import { randomNumbers } from "../graph/random.ts";
import { drawProducer, drawUse, type Use } from "./draw-uses.ts";
import { ECOSYSTEMS } from "./ecosystem.ts";
import { producedBy, type Organization } from "./organization.ts";
import type { Repository } from "./repository.ts";

export type PushKind = "bump" | "add" | "remove" | "tag" | "rename" | "code";

/** One push to one repository. */
export interface Push {
  number: number;
  kind: PushKind;
  repository: number;
}

/** Of a hundred. A rename gives a package that others use another name. */
const MIX: Record<PushKind, number> = { bump: 40, add: 20, remove: 10, tag: 10, rename: 5, code: 15 };
const KINDS = Object.entries(MIX).flatMap(([kind, share]) => Array<PushKind>(share).fill(kind as PushKind));
/** Coprime to a hundred: the kinds come mixed. */
const STRIDE = 37;

/** The pushes of a bench, in order, decided by the seed. The first rename is of the package that most others use. */
export function makePushes(organization: Organization, count: number): Push[] {
  const random = randomNumbers(organization.seed + 0.5e6);
  const kinds = Array.from(
    { length: count },
    (_, number) => KINDS[(number * STRIDE) % KINDS.length] ?? "code",
  );
  const firstRename = kinds.indexOf("rename");
  return kinds.map((kind, number) => {
    if (number === firstRename) return { number, kind, repository: 0 };
    const isProducer = kind === "rename" || kind === "tag";
    const repository = isProducer
      ? drawProducer(organization, 0, "npm", random)
      : Math.floor(random() * organization.repositories);
    return { number, kind, repository };
  });
}

/** What the push does to the repository's files. */
export function applyPush(organization: Organization, repository: Repository, { number, kind }: Push): void {
  const random = randomNumbers(organization.seed * 7_368_787 + number);
  const { uses, index } = repository;
  const place = Math.floor(random() * uses.length);
  const use = uses[place];
  if (kind === "rename" && producedBy(index).includes("npm")) repository.isRenamed = !repository.isRenamed;
  if (!use) return;
  if (kind === "bump") use.version = anotherVersion(use, number);
  if (kind === "remove") uses.splice(place, 1);
  if (kind === "add") {
    uses.splice(place, 0, drawUse(organization, index, use.ecosystem, use.file, random));
  }
}

function anotherVersion({ ecosystem, version }: Use, number: number): string {
  const next = ECOSYSTEMS[ecosystem].version(number);
  return next === version ? ECOSYSTEMS[ecosystem].version(number + 1) : next;
}
