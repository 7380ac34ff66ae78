import type { Ecosystem } from "../../ecosystem.ts";
import type { FileKind, HelmFacts } from "./facts.ts";
import { link } from "./link.ts";
import { read } from "./read.ts";

const VALUES = /^(?:[\w.-]+-)?values(?:[-_.][\w.-]*)?\.ya?ml$/;
/** `values/prod.yaml` */
const IN_VALUES = /(?:^|\/)(?:[\w.-]+-)?values\/[^/]+\.ya?ml$/;
const HELMFILE = /(?:^|\/)(?:helmfile(?:[-_.][\w.-]*)?\.ya?ml|helmfile\.d\/[^/]+\.ya?ml)(?:\.gotmpl)?$/;
/** Templates of a chart make YAML, and are none. */
const TEMPLATES = /(?:^|\/)templates\//;

/** Names are Helm's, with their case. Whether a values file is a chart's, the folder tells later. */
function findFileKind({ path, text }: { path: string; text: string }): FileKind | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name === "Chart.yaml") return "chart";
  if (HELMFILE.test(path)) {
    return /^(?:releases|repositories|helmfiles|bases|templates):/m.test(text) ? "helmfile" : undefined;
  }
  if (TEMPLATES.test(path)) return undefined;
  if (name === "requirements.yaml") return /^dependencies:/m.test(text) ? "requirements" : undefined;
  return (VALUES.test(name) || IN_VALUES.test(path)) && /repository|image/i.test(text) ? "values" : undefined;
}

/** Charts, the images in their values, and helmfiles. */
export const helm: Ecosystem<HelmFacts> = {
  id: "helm",
  claims: (file) => findFileKind(file) !== undefined,
  read: (file) => read(file, findFileKind(file) ?? "values"),
  link,
};
