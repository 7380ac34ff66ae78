import type { Ecosystem } from "../../ecosystem.ts";
import { isYamlPath, rootKeys } from "../../document/first-look.ts";
import { isDomainFile } from "../../site.ts";
import { hasChartCommands } from "./commands.ts";
import { mentionsChart } from "../../named-chart.ts";
import { link } from "./link.ts";
import { isLockFile } from "./lock.ts";
import { read, type FileKind, type HelmFacts } from "./read.ts";

const VALUES = /^(?:[\w.-]+-)?values(?:[-_.][\w.-]*)?\.ya?ml$/;
const IN_VALUES = /(?:^|\/)(?:[\w.-]+-)?values\/[^/]+\.ya?ml$/;
/** Values files of releases have any name and are usually in such a folder. */
const IN_DEPLOYMENT =
  /(?:^|\/)(?:[\w.-]*(?:values|helm|charts?|releases?|deploy|gitops|argo|flux|k8s|kubernetes|terraform|infra)[\w.-]*|config|apps?|clusters?|env(?:ironment)?s?)\//i;
const MAX_VALUES = 200_000;
const HELMFILE = /(?:^|\/)(?:helmfile(?:[-_.][\w.-]*)?\.ya?ml|helmfile\.d\/[^/]+\.ya?ml)(?:\.gotmpl)?$/;
/** A chart's templates render YAML but are not YAML. */
const TEMPLATES = /(?:^|\/)templates\//;

const HELMFILE_KEYS = ["releases", "repositories", "helmfiles", "bases", "templates"];
const RELEASE = /^[ \t]*(?:-[ \t]+)?["']?chart["']?[ \t]*:[ \t]*\S/m;
const REPOSITORY = /^[ \t]*(?:-[ \t]+)?["']?url["']?[ \t]*:[ \t]*["']?(?:https?:|oci:|[\w.-]+\/)/m;
const INCLUDED = /^[ \t]*-[ \t]+(?:path[ \t]*:[ \t]*)?["']?(?:git::|[^\s"']+\.ya?ml)/m;
/** Root keys of other tools. */
const OTHER_KEYS = ["apiVersion", "kind", "jobs", "services"];
/** Root keys of files in the same folders that are not values. */
const NO_VALUES = ["apiVersion", "openapi", "swagger", "AWSTemplateFormatVersion"];

/** Whether a YAML file of any name is a helmfile: it has releases of charts, repositories with a URL, or helmfiles. */
function isHelmfile(text: string): boolean {
  const keys = rootKeys(text);
  if (OTHER_KEYS.some((key) => keys.has(key))) return false;
  if (keys.has("releases") && RELEASE.test(text)) return true;
  if (keys.has("helmfiles") && INCLUDED.test(text)) return true;
  return keys.has("repositories") && REPOSITORY.test(text);
}

/** The root keys of updatecli, which describes images with the same keys. */
const UPDATE_KEYS = ["sources", "conditions", "targets"];
const TAG = /^[ \t]+["']?(?:tag|digest)["']?[ \t]*:[ \t]*\S/m;
const IMAGE = /^[ \t]*["']?\w*image["']?[ \t]*:[ \t]*(?:[#{&].*)?\r?$/im;

/** Whether a YAML file of any name has the image of a chart: a `repository` and a `tag`, below `image`. */
function hasImageParts(text: string): boolean {
  if (!text.includes("repository")) return false;
  const keys = rootKeys(text);
  if ([...OTHER_KEYS, ...UPDATE_KEYS].some((key) => keys.has(key))) return false;
  return IMAGE.test(text) && TAG.test(text);
}

/** Whether a template uses values, or defines or includes a template. */
const isTemplate = (text: string): boolean =>
  text.includes("{{") &&
  [".Values", "include", "template", "define"].some((keyword) => text.includes(keyword));

/** A values file that helmfile or Terraform generates. */
function isValuesTemplate(path: string): boolean {
  const generated = path.replace(/\.(?:gotmpl|tpl|tmpl|tftpl)$/, "");
  const name = generated.slice(generated.lastIndexOf("/") + 1);
  return generated !== path && (VALUES.test(name) || IN_VALUES.test(generated));
}

/** Whether a YAML file of any name may be a values file of a release. */
function mayBeValues(path: string, text: string): boolean {
  if (!IN_DEPLOYMENT.test(path) || text.length > MAX_VALUES || path.startsWith(".")) return false;
  const keys = rootKeys(text);
  return keys.size > 0 && NO_VALUES.every((key) => !keys.has(key));
}

/** Names are case-sensitive. `link` decides by folder whether a values file belongs to a chart. */
function findFileKind({ path, text }: { path: string; text: string }): FileKind | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name === "Chart.yaml") return "chart";
  if (isLockFile({ path, text })) return "lock";
  if (HELMFILE.test(path))
    return HELMFILE_KEYS.some((key) => rootKeys(text).has(key)) ? "helmfile" : undefined;
  if (isDomainFile(path)) return "site";
  if (hasChartCommands({ path, text })) return "commands";
  if (TEMPLATES.test(path)) return isTemplate(text) ? "template" : undefined;
  if (name === "values.schema.json") return "schema";
  if (!isYamlPath(path)) return isValuesTemplate(path) ? "plain_values" : undefined;
  if (name === "requirements.yaml") return /^dependencies:/m.test(text) ? "requirements" : undefined;
  if (VALUES.test(name) || IN_VALUES.test(path))
    return /repository|image/i.test(text) || mentionsChart(text) ? "values" : "plain_values";
  if (isHelmfile(text)) return "helmfile";
  if (hasImageParts(text)) return "values";
  return isValuesTemplate(path) || mayBeValues(path, text) ? "plain_values" : undefined;
}

export const helm: Ecosystem<HelmFacts> = {
  id: "helm",
  interfaceFrom: "repository",
  claims: (file) => findFileKind(file) !== undefined,
  isGuess: (path) => TEMPLATES.test(path) || !(HELMFILE.test(path) || path.endsWith("Chart.yaml")),
  read: (file) => read(file, findFileKind(file) ?? "values"),
  link,
};
