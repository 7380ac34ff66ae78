import { findChart } from "../../chart-reference.ts";
import type { Declaration } from "../../ecosystem.ts";
import { parseGitUrl } from "../../git-url.ts";
import { imageLookups, parseImageReference, splitImageReference } from "../../image-reference.ts";
import { artifactName, gitName, pathName } from "../../name.ts";
import { findRepository } from "../../references/repository-url.ts";
import type { Use } from "./facts.ts";
import { findUnbound, mask } from "./placeholder.ts";

/** The parsed text of a use. */
export interface Reference extends Pick<
  Declaration,
  "artifact" | "dependencyType" | "lookups" | "rawReference" | "unbound" | "versionConstraint" | "versioning"
> {
  /** `host/path`, or `org/repo` if only the cluster knows the host; null if this is not a git repository. */
  repository: string | null;
}

/** Undefined if the text is not a valid image reference. */
export function parseReference(use: Use): Reference | undefined {
  if (use.what === "image") return imageReference(use);
  if (use.what === "git") return gitReference(use);
  return use.what === "chart" ? chartReference(use) : hubReference(use);
}

/** An image that `ko` builds from a Go package of this repository. */
const KO_IMAGE = /^ko:\/\//;

/** A local path, or the placeholder of Pipelines-as-Code for the repository whose event runs the pipeline. */
const LOCAL_REPOSITORY = /^(?:file:|\.{0,2}\/|\.{1,2}$|\{\{ ?repo_url ?\}\}$)/i;

export const isLocal = ({ what, text }: Use): boolean =>
  what === "image" ? KO_IMAGE.test(text) : LOCAL_REPOSITORY.test(text);

/** Repository names are in lower case, so a segment in capitals is a placeholder: `gcr.io/PROJECT/app`. */
const CAPITALIZED_SEGMENT = /(?:^|\/)(?<name>[A-Z][A-Z\d_-]*)(?=\/|$)/;

/** A placeholder in the name leaves the image unknown; one in the tag or digest does not. */
function imageReference({ text, version, rule }: Use): Reference | undefined {
  const image = addRegistry(text.replace(/^(?:oci|docker):\/\//i, ""), rule);
  const masked = mask(image);
  if (masked.length !== image.length || /\s/.test(masked)) return undefined;
  const { length } = splitImageReference(masked).repository;
  const repository = image.slice(0, length);
  const unboundName =
    findUnbound(repository) ?? CAPITALIZED_SEGMENT.exec(repository)?.groups?.["name"] ?? null;
  const missing = missingDigest(masked);
  const parsed = unboundName === null ? parseImageReference(masked.slice(0, missing?.start)) : undefined;
  if (unboundName === null && !parsed) return undefined;
  const versionConstraint = version?.text ?? (image.slice(length + 1) || null);
  return {
    dependencyType: "container_image",
    artifact: parsed?.name ?? repository,
    rawReference: text,
    versionConstraint,
    versioning: version?.versioning ?? "docker",
    unbound: unboundName ?? missing?.text ?? findUnbound(versionConstraint ?? ""),
    lookups: parsed ? imageLookups(parsed.name) : [],
    repository: null,
  };
}

/** Finds a word instead of a digest, which would start with its algorithm: the word is a placeholder. */
function missingDigest(image: string): { start: number; text: string } | undefined {
  const at = image.indexOf("@");
  const text = image.slice(at + 1);
  return at !== -1 && /^\w+$/.test(text) ? { start: at, text } : undefined;
}

/** Crossplane packages without a host come from Crossplane's default registry. */
function addRegistry(image: string, rule: string): string {
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

/** A chart in a folder of a Git repository. */
const gitChartReference = (use: Use): Reference => ({
  ...gitReference(use),
  dependencyType: "helm_chart",
  rawReference: `${use.text}//${(use.chart ?? "").replace(/^(?:\.?\/)+/, "")}`,
});

function chartReference(use: Use): Reference {
  const { text, chart, version } = use;
  if (use.isGitChart) return gitChartReference(use);
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

/** Removes the scheme, credentials, query and trailing slashes. */
const locationOf = (url: string): string =>
  url
    .replace(/^[\w+]{1,20}:\/\//, "")
    .replace(/^[^/@]{1,500}@/, "")
    .replace(/[?#].*$/s, "")
    .replace(/\/{1,100}$/, "");

/** An entry of Artifact Hub or Tekton Hub. Only the hub knows the repository of the catalog. */
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
