import { findChart } from "../../chart-reference.ts";
import type { Declaration } from "../../ecosystem.ts";
import { parseGitUrl } from "../../git-url.ts";
import { imageLookups, parseImageReference, splitImageReference } from "../../image-reference.ts";
import { artifactName, gitName, pathName } from "../../name.ts";
import { findRepository } from "../../references/repository-url.ts";
import type { Use } from "./facts.ts";
import { findUnbound, mask } from "./placeholder.ts";

/** What a use names. */
export interface Reference extends Pick<
  Declaration,
  "artifact" | "dependencyType" | "lookups" | "rawReference" | "unbound" | "versionConstraint" | "versioning"
> {
  /** `host/path`, or `org/repo` of a host that only the cluster knows; null of what is no git repository. */
  repository: string | null;
}

/** Undefined for what names nothing, and for what is built or lies here. */
export function findReference(use: Use): Reference | undefined {
  if (use.what === "image") return imageReference(use);
  if (use.what === "git") return gitReference(use);
  return use.what === "chart" ? chartReference(use) : hubReference(use);
}

/** Made by `ko` from a Go package of this repository. */
const IS_BUILT = /^ko:\/\//;

/** In this checkout, or, as Pipelines-as-Code calls it, the repository whose event runs the pipeline. */
const IS_HERE = /^(?:file:|\.{0,2}\/|\.{1,2}$|\{\{ ?repo_url ?\}\}$)/i;

export const isLocal = ({ what, text }: Use): boolean =>
  what === "image" ? IS_BUILT.test(text) : IS_HERE.test(text);

/** Names of repositories are in lower case: a segment in capitals is what somebody still has to put there. */
const TO_BE_FILLED = /(?:^|\/)(?<name>[A-Z][A-Z\d_-]*)(?=\/|$)/;

/** A placeholder in tag or digest leaves the image known; one in its name does not. */
function imageReference({ text, version, rule }: Use): Reference | undefined {
  const image = withRegistry(text.replace(/^(?:oci|docker):\/\//i, ""), rule);
  const masked = mask(image);
  if (masked.length !== image.length || /\s/.test(masked)) return undefined;
  const { length } = splitImageReference(masked).repository;
  const repository = image.slice(0, length);
  const hidden = findUnbound(repository) ?? TO_BE_FILLED.exec(repository)?.groups?.["name"] ?? null;
  const missing = missingDigest(masked);
  const parsed = hidden === null ? parseImageReference(masked.slice(0, missing?.start)) : undefined;
  if (hidden === null && !parsed) return undefined;
  const versionConstraint = version?.text ?? (image.slice(length + 1) || null);
  return {
    dependencyType: "container_image",
    artifact: parsed?.name ?? repository,
    rawReference: text,
    versionConstraint,
    versioning: version?.versioning ?? "docker",
    unbound: hidden ?? missing?.text ?? findUnbound(versionConstraint ?? ""),
    lookups: parsed ? imageLookups(parsed.name) : [],
    repository: null,
  };
}

/** A digest names its algorithm: another word in its place is what somebody still has to replace. */
function missingDigest(image: string): { start: number; text: string } | undefined {
  const at = image.indexOf("@");
  const text = image.slice(at + 1);
  return at !== -1 && /^\w+$/.test(text) ? { start: at, text } : undefined;
}

/** Crossplane takes packages without a host from a registry of its own. */
function withRegistry(image: string, rule: string): string {
  const isPackage = rule === "kubernetes.crossplane_package" || rule === "kubernetes.crossplane_depends_on";
  const [first = "", ...rest] = image.split("/");
  return isPackage && rest.length > 0 && !/[.:${<]/.test(first) ? `xpkg.upbound.io/${image}` : image;
}

const PATH = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)+$/;

function gitReference({ text, version, rule }: Use): Reference {
  const unbound = findUnbound(text);
  const location =
    unbound !== null
      ? undefined
      : rule === "kubernetes.tekton_http"
        ? findRepository(text)?.location
        : parseGitUrl(text)?.location;
  const path = unbound === null && location === undefined && PATH.test(text) ? text.toLowerCase() : undefined;
  const known = location === undefined ? (path === undefined ? [] : [pathName(path)]) : [gitName(location)];
  return {
    dependencyType: "git_repository",
    artifact: location ?? path ?? locationOf(text),
    rawReference: text,
    versionConstraint: version?.text ?? null,
    versioning: "git",
    unbound: unbound ?? findUnbound(version?.text ?? ""),
    lookups: known,
    repository: location ?? path ?? null,
  };
}

function chartReference({ text, chart, version }: Use): Reference {
  const rawReference = `${text.replace(/\/{1,100}$/, "")}/${chart ?? ""}`;
  const unbound = findUnbound(locationOf(rawReference));
  const found = unbound === null ? findChart(chart ?? "", text) : undefined;
  return {
    dependencyType: "helm_chart",
    artifact: found?.artifact ?? locationOf(rawReference),
    rawReference,
    versionConstraint: version?.text ?? null,
    versioning: version?.versioning ?? "helm",
    unbound: unbound ?? findUnbound(version?.text ?? ""),
    lookups: found?.lookups ?? [],
    repository: null,
  };
}

/** Without scheme, credentials, query and slashes at the end. */
const locationOf = (url: string): string =>
  url
    .replace(/^[\w+]{1,20}:\/\//, "")
    .replace(/^[^/@]{1,500}@/, "")
    .replace(/[?#].*$/s, "")
    .replace(/\/{1,100}$/, "");

/** An entry of Artifact Hub or Tekton Hub; which repository fills the catalog is known to the hub only. */
const hubReference = ({ text, version }: Use): Reference => ({
  dependencyType: "tekton_task",
  artifact: text,
  rawReference: text,
  versionConstraint: version?.text ?? null,
  versioning: "npm",
  unbound: findUnbound(text) ?? findUnbound(version?.text ?? ""),
  lookups: findUnbound(text) === null ? [artifactName("tekton_task", text)] : [],
  repository: null,
});
