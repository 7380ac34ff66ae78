import type { Declaration } from "../../ecosystem.ts";
import { imageLookups, parseImageReference } from "../../image-reference.ts";
import { artifactName, pathName } from "../../name.ts";
import { hasExpression } from "./expressions.ts";

const CALLABLE_WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/;

/** Only workflows in the repository's own `.github/workflows` can be called from elsewhere. */
export const isCallableWorkflow = (path: string): boolean => CALLABLE_WORKFLOW.test(path);

/** The artifact that a use refers to. */
export interface Reference extends Pick<
  Declaration,
  "artifact" | "dependencyType" | "lookups" | "versionConstraint" | "versioning"
> {
  /** `owner/repo` of an action or workflow, in lower case; null for an image or an unknown name. */
  repository: string | null;
}

const DOCKER = "docker://";
const NAME = /^[\w.-]+$/;
const REPOSITORY = /^[\w.-]+\/[\w.-]+$/;

/**
 * Parses `owner/repo[/path]@ref`. Owner and repository are case-insensitive. Returns undefined for an invalid
 * reference.
 */
export function findActionReference(text: string): Reference | undefined {
  const [name = ""] = text.split("@", 1);
  if (hasExpression(name)) return unboundReference(text, "github_action", "git");
  const segments = name.split("/").filter((segment) => segment !== "" && segment !== ".");
  const [owner = "", repo = "", ...path] = segments;
  if (!NAME.test(owner) || !NAME.test(repo)) return undefined;
  const repository = `${owner}/${repo}`.toLowerCase();
  const artifact = [repository, ...path].join("/");
  const dependencyType = isCallableWorkflow(path.join("/")) ? "reusable_workflow" : "github_action";
  return {
    dependencyType,
    artifact,
    versionConstraint: text.slice(name.length + 1) || null,
    versioning: "git",
    lookups: [artifactName(dependencyType, artifact), pathName(repository)],
    repository,
  };
}

/** Parses `owner/repo[@ref]` of a checkout. The repository is on the same host as the workflow. */
export function findCheckoutReference(text: string, host: string): Reference | undefined {
  const [name = ""] = text.split("@", 1);
  if (hasExpression(name)) return unboundReference(text, "git_repository", "git");
  if (!REPOSITORY.test(name)) return undefined;
  const repository = name.toLowerCase();
  return {
    dependencyType: "git_repository",
    artifact: `${host}/${repository}`,
    versionConstraint: text.slice(name.length + 1) || null,
    versioning: "git",
    lookups: [pathName(repository)],
    repository,
  };
}

export const isDockerReference = (text: string): boolean => text.startsWith(DOCKER);

/** Parses an image with or without `docker://`. Returns undefined for an invalid reference. */
export function findImageReference(text: string): Reference | undefined {
  const image = isDockerReference(text) ? text.slice(DOCKER.length) : text;
  const { name, constraint } = splitBeforeExpression(image);
  const parsed = parseImageReference(name);
  if (!parsed) return hasExpression(image) ? unboundReference(image, "container_image", "docker") : undefined;
  return {
    dependencyType: "container_image",
    artifact: parsed.name,
    versionConstraint: constraint ?? parsed.versionConstraint,
    versioning: "docker",
    lookups: imageLookups(parsed.name),
    repository: null,
  };
}

/** Splits off a tag or digest that may contain an expression, so that the name can still be parsed. */
function splitBeforeExpression(image: string): { name: string; constraint: string | null } {
  const lastSegment = image.lastIndexOf("/") + 1;
  const separator = image.slice(lastSegment).search(/[:@]/);
  if (!hasExpression(image) || separator === -1) return { name: image, constraint: null };
  const end = lastSegment + separator;
  return { name: image.slice(0, end), constraint: image.slice(end + 1) };
}

/** The reference for a name that contains an expression, which cannot be looked up. */
function unboundReference(
  artifact: string,
  dependencyType: Reference["dependencyType"],
  versioning: Reference["versioning"],
): Reference {
  return { dependencyType, artifact, versionConstraint: null, versioning, lookups: [], repository: null };
}
