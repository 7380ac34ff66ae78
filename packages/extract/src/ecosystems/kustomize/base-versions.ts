import { posix } from "node:path";
import type { Facts, InheritedVersion } from "../../ecosystem.ts";
import { parseImageReference } from "../../image-reference.ts";
import type { ImageUse, KustomizeFacts } from "./read.ts";
import { findRemoteSource } from "./remote-source.ts";

/** Finds the tags and digests that images keep when a kustomization only renames them. */
export class BaseVersions {
  readonly #byFolder: ReadonlyMap<string, KustomizeFacts>;

  constructor(files: readonly Facts<KustomizeFacts>[]) {
    this.#byFolder = new Map(files.map(({ path, facts }) => [posix.dirname(path), facts]));
  }

  /** `path` is the kustomization with the image. */
  of(path: string, image: ImageUse): InheritedVersion {
    const found: InheritedVersion = { field: "newTag", constraints: [], uses: [] };
    this.#collect(posix.dirname(path), nameOf(image.from), found, new Set());
    return found;
  }

  #collect(folder: string, name: string, found: InheritedVersion, visited: Set<string>): void {
    const facts = this.#byFolder.get(folder);
    if (!facts || visited.has(`${folder}\0${name}`)) return;
    visited.add(`${folder}\0${name}`);
    for (const { text } of facts.sources) {
      if (findRemoteSource(text)) continue;
      const target = posix.join(folder, text).replace(/(?<=.)\/$/, "");
      const base = this.#byFolder.get(target);
      if (base) this.#collectFrom(target, base.images, name, found, visited);
      else found.uses.push({ file: target, artifact: name });
    }
  }

  /** Collects from a base or component, which may set the version or rename the image itself. */
  #collectFrom(
    folder: string,
    images: readonly ImageUse[],
    name: string,
    found: InheritedVersion,
    visited: Set<string>,
  ): void {
    const results = images.filter(({ text }) => nameOf(text) === name);
    const stated = results.filter(({ hasVersion }) => hasVersion);
    for (const { text } of stated) {
      const constraint = parseImageReference(text)?.versionConstraint;
      if (constraint != null) found.constraints.push(constraint);
    }
    if (stated.length > 0) return;
    for (const each of new Set([name, ...results.map(({ from }) => nameOf(from))]))
      this.#collect(folder, each, found, visited);
  }
}

/** The text itself if it has placeholders. */
const nameOf = (image: string): string => parseImageReference(image)?.name ?? image;
