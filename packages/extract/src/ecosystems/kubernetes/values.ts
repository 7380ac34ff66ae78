import { at, scalarAt, type DataNode, type ScalarNode } from "../../document/node.ts";
import { parseYaml } from "../../document/yaml.ts";
import { SyntaxProblem } from "../../ecosystem.ts";
import { parseImageReference } from "../../image-reference.ts";
import { CONTAINERS } from "./containers.ts";
import type { Use } from "./facts.ts";
import { mask } from "./placeholder.ts";
import { useOf, wordOf } from "./use.ts";

const RULE = "helm_values";
const IMAGE = /image$/i;

/**
 * The images that a chart is told to run: `image: {registry, repository, tag, digest}`, and `image: acme/app:1.2`.
 * What a chart makes of other values only its templates know, so that what is no image by its form is passed over.
 */
export function valuesImages(values: DataNode | undefined, key = ""): Use[] {
  if (values?.kind === "list") return values.items.flatMap((item) => valuesImages(item, key));
  if (values?.kind !== "map") return [];
  const own = IMAGE.test(key) || at(values, "tag") || at(values, "digest") ? described(values) : [];
  const nested = values.entries
    .filter((entry) => !CONTAINERS.has(entry.key))
    .flatMap(({ key: name, value }) =>
      value.kind === "scalar" ? named(name, value, values) : valuesImages(value, name),
    );
  return [...own, ...nested];
}

function described(image: DataNode): Use[] {
  const repository = scalarAt(image, "repository");
  const registry = wordOf(scalarAt(image, "registry"));
  const name = [registry, wordOf(repository)].filter((part) => part !== null).join("/");
  return repository && wordOf(repository) !== null ? imageOf(repository, name, image) : [];
}

/** Without a path it could be the name of anything. */
function named(key: string, value: ScalarNode, siblings: DataNode): Use[] {
  return IMAGE.test(key) && value.text.includes("/") ? imageOf(value, value.text.trim(), siblings) : [];
}

/** A tag or digest beside the name adds to what the name itself says. */
function imageOf(scalar: ScalarNode, name: string, siblings: DataNode): Use[] {
  const [tag, digest] = [wordOf(scalarAt(siblings, "tag")), wordOf(scalarAt(siblings, "digest"))];
  const isWhole = parseImageReference(mask(name))?.versionConstraint != null;
  const text = isWhole
    ? name
    : name + (tag === null ? "" : `:${tag}`) + (digest === null ? "" : `@${digest}`);
  return parseImageReference(mask(text)) ? useOf("image", RULE, { ...scalar, text }) : [];
}

/** What reading a file has of it, besides its documents. */
export interface Reading {
  lines: readonly string[];
  /** Texts that were parsed: an anchor that many manifests share is read where it stands. */
  parsed: Set<string>;
}

/** Values as a text within the manifest: their lines follow its first, where nothing folds them. */
export function embeddedImages(values: ScalarNode | undefined, { lines, parsed }: Reading): Use[] {
  if (!values || parsed.has(values.text)) return [];
  parsed.add(values.text);
  const own = values.text.split("\n");
  return parsedOrNone(values.text)
    .flatMap((document) => valuesImages(document))
    .map((use) => {
      const line = values.line + use.line;
      const isThere = lines[line - 1]?.trim() === own[use.line - 1]?.trim();
      return { ...use, line: isThere ? line : values.line };
    });
}

/** An alias: many small texts of them would unfold to more than one file may. */
const ALIAS = /(?:^|[\s,[{])\*[\w-]/;

/** What is no YAML is another template's text, or what Argo will complain of. */
function parsedOrNone(text: string): DataNode[] {
  if (!/image/i.test(text) || ALIAS.test(text)) return [];
  try {
    return parseYaml(text);
  } catch (error) {
    if (error instanceof SyntaxProblem) return [];
    throw error;
  }
}
