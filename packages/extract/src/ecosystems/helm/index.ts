import type { Ecosystem } from "../../ecosystem.ts";
import { link } from "./link.ts";
import { isLockFile } from "./lock.ts";
import { read, type FileKind, type HelmFacts } from "./read.ts";

const VALUES = /^(?:[\w.-]+-)?values(?:[-_.][\w.-]*)?\.ya?ml$/;
const IN_VALUES = /(?:^|\/)(?:[\w.-]+-)?values\/[^/]+\.ya?ml$/;
const HELMFILE = /(?:^|\/)(?:helmfile(?:[-_.][\w.-]*)?\.ya?ml|helmfile\.d\/[^/]+\.ya?ml)(?:\.gotmpl)?$/;
/** A chart's templates render YAML but are not YAML. */
const TEMPLATES = /(?:^|\/)templates\//;

/** Names are case-sensitive. `link` decides by folder whether a values file belongs to a chart. */
function findFileKind({ path, text }: { path: string; text: string }): FileKind | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name === "Chart.yaml") return "chart";
  if (isLockFile({ path, text })) return "lock";
  if (HELMFILE.test(path)) {
    return /^(?:releases|repositories|helmfiles|bases|templates):/m.test(text) ? "helmfile" : undefined;
  }
  if (TEMPLATES.test(path)) return undefined;
  if (name === "requirements.yaml") return /^dependencies:/m.test(text) ? "requirements" : undefined;
  return (VALUES.test(name) || IN_VALUES.test(path)) && /repository|image/i.test(text) ? "values" : undefined;
}

export const helm: Ecosystem<HelmFacts> = {
  id: "helm",
  claims: (file) => findFileKind(file) !== undefined,
  read: (file) => read(file, findFileKind(file) ?? "values"),
  link,
};
