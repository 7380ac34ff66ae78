import { posix } from "node:path";
import { entriesOf, type DataNode } from "../../document/node.ts";
import type { Facts } from "../../ecosystem.ts";
import type { HelmFacts, ImageUse } from "./read.ts";

/** An image of a template whose registry is in the chart's values: `image: "{{ .Values.registry }}/acme/tool:1.2"`. */
export interface TemplateImage {
  /** The path of the registry in the values: `images.registry`. */
  key: string;
  /** The image without the registry. */
  name: string;
  line: number;
}

const IMAGE =
  /^[ \t]*(?:- +)?["']?image["']?:[ \t]+["']?\{\{-?[ \t]{0,4}\$?\.Values\.(?<key>[\w.]{1,100})[ \t]{0,4}-?\}\}\/(?<name>[a-z\d][\w./-]{0,200}(?:[:@](?:[\w.:@+-]|\{\{[^{}\n]{0,200}\}\}){1,300})?)["']?[ \t]*(?:#.*)?\r?$/gm;

/** Whether a template has such an image. A byte search excludes nearly all files. */
export const hasTemplateImages = (text: string): boolean =>
  text.includes("}}/") && text.includes(".Values.") && text.search(IMAGE) !== -1;

/** Reads the images of a template whose registry is in the values. */
export const readTemplateImages = ({
  text,
  lineAt,
}: {
  text: string;
  lineAt(offset: number): number;
}): TemplateImage[] =>
  Array.from(text.matchAll(IMAGE), ({ index, 0: whole, groups }) => ({
    key: groups?.["key"] ?? "",
    name: groups?.["name"] ?? "",
    line: lineAt(index + whole.indexOf("image")),
  }));

const REGISTRY_KEY = /regist|domain|host|repo|hub/i;
const REGISTRY = /^[a-z\d][a-z\d.-]*(?::\d{1,5})?(?:\/[\w.-]+){0,4}\/?$/;
const MAX_DEPTH = 6;

/** Returns the values that may be a registry, by their path. */
export const registriesOf = (node: DataNode | undefined, path: readonly string[] = []): [string, string][] =>
  entriesOf(node).flatMap(({ key, value }): [string, string][] => {
    if (value.kind === "map") return path.length < MAX_DEPTH ? registriesOf(value, [...path, key]) : [];
    const text = value.kind === "scalar" ? value.text.trim() : "";
    const isRegistry = REGISTRY_KEY.test(key) && /[./:]/.test(text) && REGISTRY.test(text);
    return isRegistry ? [[[...path, key].join("."), text.replace(/\/$/, "")]] : [];
  });

/** Returns the images of a template with the registries in the values of its chart. */
export function boundImages(
  { path, facts }: Facts<HelmFacts>,
  filesByPath: ReadonlyMap<string, HelmFacts>,
): ImageUse[] {
  const chart = path.slice(0, path.lastIndexOf("templates/"));
  const registries = new Map(filesByPath.get(posix.join(chart, "values.yaml"))?.registries);
  return facts.templateImages.flatMap(({ key, name, line }) => {
    const registry = registries.get(key);
    return registry === undefined ? [] : [{ text: `${registry}/${name}`, line }];
  });
}
