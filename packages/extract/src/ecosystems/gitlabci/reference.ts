import type { Declaration } from "../../ecosystem.ts";
import { imageLookups, parseImageReference, splitImageReference } from "../../image-reference.ts";
import { artifactName, gitName, pathName } from "../../name.ts";
import { findRepository } from "../../references/repository-url.ts";
import type { Use } from "./read.ts";
import { findVariable, Scope, type Bindings, type Instance } from "./variables.ts";

/** The artifact that a use refers to. */
export interface Reference extends Pick<
  Declaration,
  "artifact" | "dependencyType" | "lookups" | "rawReference" | "unbound" | "versionConstraint" | "versioning"
> {
  isSelf: boolean;
}

const PROJECT = /^[\w.-]+(?:\/[\w.-]+)+$/;
const COMPONENT = /^(?<host>[^/@]+)\/(?<project>[^@]+)\/(?<name>[^/@]+)(?:@(?<version>.*))?$/s;
/** The GitLab instance that runs the pipeline. */
const OWN_SERVER = /^\$\{?CI_SERVER_(?:FQDN|HOST)\}?\//;
const OWN_IMAGE = /^\$\{?CI_REGISTRY_IMAGE\}?(?:[/:@]|$)/;
const OWN_REGISTRY = /^\$\{?CI_REGISTRY\}?\/(?<image>.+)$/s;

/** Returns undefined for an invalid reference. `bindings` are the predefined variables that apply to the file. */
export function findReference(use: Use, instance: Instance, bindings: Bindings): Reference | undefined {
  const scope = new Scope(bindings);
  if (use.rule === "gitlabci.image" || use.rule === "gitlabci.service") return imageOf(use, instance, scope);
  if (use.rule === "gitlabci.include_component") return componentOf(use, instance, scope);
  return use.rule === "gitlabci.include_remote"
    ? remoteOf(use, instance, scope)
    : projectOf(use, instance, scope);
}

/** Resolves `group/project`, with the included file, on the same GitLab instance. */
function projectOf(use: Use, { path }: Instance, scope: Scope): Reference | undefined {
  const project = scope.bind(use.text).replace(/^\/|\/$/g, "");
  const ref = use.ref === null ? null : scope.bind(use.ref);
  const file = use.file === null ? null : scope.bind(use.file).replace(/^\/+/, "");
  const isUnbound = findVariable(project) !== undefined;
  if (!isUnbound && !PROJECT.test(project)) return undefined;
  const repository = isUnbound ? project : project.toLowerCase();
  return {
    dependencyType: file === null ? "git_repository" : "gitlab_ci_file",
    artifact: file === null ? repository : `${repository}/${file}`,
    rawReference:
      use.text + (use.file === null ? "" : `:${use.file}`) + (use.ref === null ? "" : `@${use.ref}`),
    versionConstraint: ref,
    versioning: "git",
    unbound: findVariable(`${project}/${file ?? ""}@${ref ?? ""}`) ?? null,
    lookups: isUnbound ? [] : [...fileLookups(repository, file), pathName(repository)],
    isSelf: repository === path,
  };
}

const fileLookups = (repository: string, file: string | null): string[] =>
  file === null || findVariable(file) !== undefined
    ? []
    : [artifactName("gitlab_ci_file", `${repository}/${file}`)];

/** Resolves `host/group/project/name@version`. */
function componentOf(use: Use, instance: Instance, scope: Scope): Reference | undefined {
  const isOwn = OWN_SERVER.test(use.text);
  const rest = use.text.replace(OWN_SERVER, "");
  const written = scope.bind(isOwn ? `${instance.host ?? "-"}/${rest}` : rest);
  const parts = COMPONENT.exec(written)?.groups;
  if (!parts)
    return findVariable(written) === undefined ? undefined : unboundReference(use, "gitlab_component", "git");
  const { host = "", project = "", name = "", version } = parts;
  const isUnbound = findVariable(host + project) !== undefined;
  if (!isUnbound && !PROJECT.test(project)) return undefined;
  const path = project.toLowerCase();
  const location = host === "-" ? path : `${host.toLowerCase()}/${path}`;
  const artifact = isUnbound ? written.replace(/@.*$/s, "") : `${location}/${name}`;
  const named = findVariable(name) === undefined ? [artifactName("gitlab_component", artifact)] : [];
  const isHere = isOwn || host.toLowerCase() === instance.host;
  return {
    dependencyType: "gitlab_component",
    artifact,
    rawReference: use.text,
    versionConstraint: version === undefined || version === "" ? null : version,
    versioning: "git",
    unbound: findVariable(written) ?? null,
    lookups: isUnbound ? [] : [...named, isOwn ? pathName(path) : gitName(location)],
    isSelf: isHere && path === instance.path,
  };
}

/** Resolves a file's URL, to a repository if the URL is a Git host's. */
function remoteOf(use: Use, instance: Instance, scope: Scope): Reference | undefined {
  const url = scope.bind(use.text);
  // Old GitLab URLs and other hosts have `/raw/` without `/-`.
  const repository = findRepository(url) ?? findRepository(url.replace("/raw/", "/-/raw/"));
  if (!repository) {
    const address = url.replace(/^(https?:\/\/)[^/@]*@/i, "$1").replace(/[?#].*$/s, "");
    return unboundReference({ ...use, text: address }, "gitlab_ci_file", "git");
  }
  const { raw, location, ref } = repository;
  const isUnbound = findVariable(location) !== undefined;
  const file = fileOf(url, ref);
  return {
    dependencyType: "gitlab_ci_file",
    artifact: file === null ? location : `${location}/${file}`,
    rawReference: raw.replace("/-/raw/", url.includes("/-/") ? "/-/raw/" : "/raw/"),
    versionConstraint: ref,
    versioning: "git",
    unbound: findVariable(raw) ?? null,
    lookups: isUnbound ? [] : [...fileLookups(location, file), gitName(location)],
    isSelf: location.slice(location.indexOf("/") + 1) === instance.path,
  };
}

/** Returns the path after the ref: `ci/build.yml` of `…/-/raw/main/ci/build.yml`. */
function fileOf(url: string, ref: string | null): string | null {
  const path = url.replace(/[?#].*$/s, "");
  const at = ref === null ? -1 : path.lastIndexOf(`/${ref}/`);
  return ref === null || at === -1 ? null : path.slice(at + ref.length + 2);
}

function imageOf(use: Use, instance: Instance, scope: Scope): Reference | undefined {
  const text = scope.bind(use.text);
  const { repository, versionConstraint } = splitImageReference(text);
  const parsed = parseImageReference(repository);
  const unbound = findVariable(text) ?? null;
  if (unbound === null && !parseImageReference(text)) return undefined;
  const ofRegistry = OWN_REGISTRY.exec(repository)?.groups?.["image"]?.toLowerCase();
  return {
    dependencyType: "container_image",
    artifact: parsed?.name ?? repository,
    rawReference: use.text,
    versionConstraint,
    versioning: "docker",
    unbound,
    lookups: parsed ? imageLookups(parsed.name) : ofRegistry === undefined ? [] : registryLookups(ofRegistry),
    isSelf:
      OWN_IMAGE.test(use.text) || isWithin(ofRegistry ?? ownPathOf(parsed?.name, instance), instance.path),
  };
}

/** The host of a self-managed GitLab's registry is unknown, but its paths are the projects' paths. */
const registryLookups = (image: string): string[] =>
  imageLookups(parseImageReference(`registry.invalid/${image}`)?.name ?? "").filter((name) =>
    name.startsWith("convention:"),
  );

/** Returns the path of an image in gitlab.com's registry, if the repository is on gitlab.com too. */
const ownPathOf = (name: string | undefined, { host }: Instance): string | undefined =>
  host === "gitlab.com" && name?.startsWith(GITLAB_REGISTRY) ? name.slice(GITLAB_REGISTRY.length) : undefined;

const GITLAB_REGISTRY = "registry.gitlab.com/";

const isWithin = (image: string | undefined, path: string): boolean =>
  image !== undefined && `${image}/`.startsWith(`${path}/`);

/** A reference without lookups. */
const unboundReference = (
  { text }: Use,
  dependencyType: Reference["dependencyType"],
  versioning: Reference["versioning"],
): Reference => ({
  dependencyType,
  artifact: text,
  rawReference: text,
  versionConstraint: null,
  versioning,
  unbound: findVariable(text) ?? null,
  lookups: [],
  isSelf: false,
});
