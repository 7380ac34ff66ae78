import type { Ecosystem } from "../../ecosystem.ts";
import { isYamlPath, rootKeys } from "../../document/first-look.ts";
import { isDomainFile } from "../../site.ts";
import { hasChartCommands } from "./commands.ts";
import { mentionsChart } from "../../named-chart.ts";
import { link } from "./link.ts";
import { isLockFile } from "./lock.ts";
import { hasTemplateImages } from "./template-images.ts";
import { read, type FileKind, type HelmFacts } from "./read.ts";

const VALUES = /^(?:[\w.-]+-)?values(?:[-_.][\w.-]*)?\.ya?ml$/;
const IN_VALUES = /(?:^|\/)(?:[\w.-]+-)?values\/[^/]+\.ya?ml$/;
const HELMFILE = /(?:^|\/)(?:helmfile(?:[-_.][\w.-]*)?\.ya?ml|helmfile\.d\/[^/]+\.ya?ml)(?:\.gotmpl)?$/;
/** A chart's templates render YAML but are not YAML. */
const TEMPLATES = /(?:^|\/)templates\//;

const HELMFILE_KEYS = ["releases", "repositories", "helmfiles", "bases", "templates"];
const RELEASE = /^[ \t]*(?:-[ \t]+)?["']?chart["']?[ \t]*:[ \t]*\S/m;
const REPOSITORY = /^[ \t]*(?:-[ \t]+)?["']?url["']?[ \t]*:[ \t]*["']?(?:https?:|oci:|[\w.-]+\/)/m;
const INCLUDED = /^[ \t]*-[ \t]+(?:path[ \t]*:[ \t]*)?["']?(?:git::|[^\s"']+\.ya?ml)/m;
/** Root keys of other tools. */
const OTHER_KEYS = ["apiVersion", "kind", "jobs", "services"];

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

/** Names are case-sensitive. `link` decides by folder whether a values file belongs to a chart. */
function findFileKind({ path, text }: { path: string; text: string }): FileKind | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name === "Chart.yaml") return "chart";
  if (isLockFile({ path, text })) return "lock";
  if (HELMFILE.test(path))
    return HELMFILE_KEYS.some((key) => rootKeys(text).has(key)) ? "helmfile" : undefined;
  if (isDomainFile(path)) return "site";
  if (hasChartCommands({ path, text })) return "commands";
  if (!isYamlPath(path)) return undefined;
  if (TEMPLATES.test(path)) return hasTemplateImages(text) ? "template" : undefined;
  if (name === "requirements.yaml") return /^dependencies:/m.test(text) ? "requirements" : undefined;
  if (VALUES.test(name) || IN_VALUES.test(path))
    return /repository|image/i.test(text) || mentionsChart(text) ? "values" : undefined;
  if (isHelmfile(text)) return "helmfile";
  return hasImageParts(text) ? "values" : undefined;
}

export const helm: Ecosystem<HelmFacts> = {
  id: "helm",
  claims: (file) => findFileKind(file) !== undefined,
  isGuess: (path) => TEMPLATES.test(path) || !(HELMFILE.test(path) || path.endsWith("Chart.yaml")),
  read: (file) => read(file, findFileKind(file) ?? "values"),
  link,
};
