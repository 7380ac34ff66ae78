import type { Declaration } from "@knockon/extract/ecosystem";
import { namespaceLookups, type NamespaceLookups } from "@knockon/extract/image-reference";
import type { Producer, ProducerIndex } from "./producer-index.ts";

/** Repositories that must push images into a namespace before it counts as their organization's. */
const MIN_EVIDENCE = 2;
const IMAGE = "container_image:";

/** Returns all names whose producers decide the resolution of a declaration. */
export function decisiveNames({
  lookups,
  targetName,
}: Pick<Declaration, "lookups" | "targetName">): string[] {
  const found = lookupsIn(lookups);
  if (!found) return targetName === undefined ? [...lookups] : [...lookups, targetName];
  return [...lookups, ...(found.path === null ? [] : [found.path]), ...found.namespaces, found.name];
}

function lookupsIn(lookups: readonly string[]): NamespaceLookups | undefined {
  const image = lookups.find((name) => name.startsWith(IMAGE));
  return image === undefined ? undefined : namespaceLookups(image.slice(IMAGE.length));
}

export interface ImageProducer {
  producer: Producer;
  /** The name that the image and the producer share. */
  name: string;
  isAmbiguous: boolean;
}

/**
 * Finds the producer of an image that no repository states to push under its name: one that pushes it to another
 * registry, or else the one repository of its name in the organization that owns the image's namespace.
 */
export function findImageElsewhere(
  index: ProducerIndex,
  lookups: readonly string[],
): ImageProducer | undefined {
  const found = lookupsIn(lookups);
  if (!found) return undefined;
  const originals = (name: string): Producer[] =>
    index.producersOf(name).filter(({ repository }) => !repository.isFork);
  const [pushing, other] = found.path === null ? [] : originals(found.path);
  if (pushing && found.path !== null) {
    return { producer: pushing, name: found.path, isAmbiguous: pushing.rank === other?.rank };
  }
  const named = originals(found.name);
  if (named.length === 0) return undefined;
  const owners = ownersOf(index, found.namespaces);
  const [best, next] = named.filter(({ repository }) => owners.has(ownerOf(repository)));
  if (!best || best.rank === next?.rank) return undefined;
  return { producer: best, name: found.name, isAmbiguous: false };
}

/** Returns the organizations with enough repositories that push images into one of the namespaces. */
function ownersOf(index: ProducerIndex, namespaces: readonly string[]): Set<string> {
  const pushing = new Map<string, Set<string>>();
  for (const { repository } of namespaces.flatMap((namespace) => index.producersOf(namespace))) {
    if (repository.isFork) continue;
    const owner = ownerOf(repository);
    pushing.set(owner, (pushing.get(owner) ?? new Set()).add(repository.id));
  }
  return new Set([...pushing].filter(([, ids]) => ids.size >= MIN_EVIDENCE).map(([owner]) => owner));
}

const ownerOf = ({ host, fullPath }: Producer["repository"]): string =>
  `${host}/${fullPath.split("/", 1)[0] ?? ""}`.toLowerCase();
