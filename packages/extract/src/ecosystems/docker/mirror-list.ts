import { rootKeys } from "../../document/first-look.ts";
import { at, entriesOf, itemsOf, scalarAt, textOf, type DataNode } from "../../document/node.ts";
import type { SourceFile } from "../../source-file.ts";
import { emptyFacts, type DockerFacts, type MirroredImage } from "./facts.ts";

const SKOPEO_TEXT = /^[ \t]+["']?images(?:-by-tag-regex|-by-semver)?["']?[ \t]*:[ \t]*(?:#.*)?\r?$/m;
/** A registry: `docker.io`, `registry.acme.io:5000`. */
const REGISTRY = /^["']?[\w-]+(?:\.[\w-]+)+(?::\d+)?["']?:[ \t]*(?:#.*)?\r?$/m;
const REGSYNC_TEXT = /^[ \t-]+type[ \t]*:[ \t]*["']?(?:image|repository|registry)["']?[ \t]*(?:#.*)?\r?$/m;
const REGSYNC_TARGET = /^[ \t-]+target[ \t]*:/m;

/** Whether a YAML file is a list of images for `skopeo sync`, or the configuration of regsync. */
export function isMirrorList(text: string): boolean {
  if (text.includes("images") && SKOPEO_TEXT.test(text) && REGISTRY.test(text)) return true;
  return rootKeys(text).has("sync") && REGSYNC_TARGET.test(text) && REGSYNC_TEXT.test(text);
}

/**
 * Reads the images of a list.
 *
 * https://github.com/containers/skopeo/blob/main/docs/skopeo-sync.1.md
 * https://regclient.org/usage/regsync
 */
export function readMirrorList(file: SourceFile): DockerFacts {
  const mirrors = file.yaml().flatMap((document) => [...ofSkopeo(document), ...ofRegsync(document)]);
  return { ...emptyFacts("mirror"), mirrors };
}

function ofSkopeo(document: DataNode): MirroredImage[] {
  return entriesOf(document).flatMap(({ key: registry, value }) => {
    if (!/[.:]/.test(registry)) return [];
    const image = (path: string) => `${registry}/${path}`;
    const tagged = entriesOf(at(value, "images")).flatMap(({ key, line, value: tags }) => {
      const items = itemsOf(tags).filter((tag) => tag.kind === "scalar");
      if (items.length === 0) return [{ line, source: image(key), semver: null, target: null }];
      return items.map((tag) => ({
        line: tag.line,
        source: `${image(key)}${tag.text.includes(":") ? "@" : ":"}${tag.text}`,
        semver: null,
        target: null,
      }));
    });
    const matched = entriesOf(at(value, "images-by-tag-regex")).map(({ key, line }) => ({
      line,
      source: image(key),
      semver: null,
      target: null,
    }));
    const ranged = entriesOf(at(value, "images-by-semver")).map(({ key, line, value: range }) => ({
      line,
      source: image(key),
      semver: textOf(range) ?? null,
      target: null,
    }));
    return [...tagged, ...matched, ...ranged];
  });
}

/** The images of a whole registry are unknown. */
function ofRegsync(document: DataNode): MirroredImage[] {
  return itemsOf(at(document, "sync")).flatMap((entry) => {
    const [source, target] = [scalarAt(entry, "source"), scalarAt(entry, "target")];
    if (!source || !target || textOf(at(entry, "type")) === "registry") return [];
    return [{ line: source.line, source: source.text, semver: null, target: target.text }];
  });
}
