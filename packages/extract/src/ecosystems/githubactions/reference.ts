import type { Declaration } from "../../ecosystem.ts";
import { imageLookups, parseImageReference } from "../../image-reference.ts";
import { artifactName, pathName } from "../../name.ts";
import { hasExpression } from "./expression.ts";

const CALLABLE_WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/;

/** Only workflows in the repository's own `.github/workflows` can be called from elsewhere. */
export const isCallableWorkflow = (path: string): boolean => CALLABLE_WORKFLOW.test(path);

/** What a `uses` or an image names. */
export interface Reference extends Pick<
  Declaration,
  "artifact" | "dependencyType" | "lookups" | "versionConstraint" | "versioning"
> {
  /** Lower-case `owner/repo` of an action or workflow; null for an image or where an expression hides it. */
  repository: string | null;
}

const DOCKER = "docker://";
const NAME = /^[\w.-]+$/;
const REPOSITORY = /^[\w.-]+\/[\w.-]+$/;

/** `owner/repo[/path]@ref`, owner and repository without case. Undefined for what names no action. */
export function findActionReference(text: string): Reference | undefined {
  const [name = ""] = text.split("@", 1);
  if (hasExpression(name)) return hiddenReference(text, "github_action", "git");
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

/** `owner/repo[@ref]` of a repository that is checked out, on the host of the workflow. */
export function findCheckoutReference(text: string, host: string): Reference | undefined {
  const [name = ""] = text.split("@", 1);
  if (hasExpression(name)) return hiddenReference(text, "git_repository", "git");
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

/** An image, with or without `docker://`. Undefined for what names none. */
export function findImageReference(text: string): Reference | undefined {
  const image = isDockerReference(text) ? text.slice(DOCKER.length) : text;
  const { name, constraint } = splitBeforeExpression(image);
  const parsed = parseImageReference(name);
  if (!parsed) return hasExpression(image) ? hiddenReference(image, "container_image", "docker") : undefined;
  return {
    dependencyType: "container_image",
    artifact: parsed.name,
    versionConstraint: constraint ?? parsed.versionConstraint,
    versioning: "docker",
    lookups: imageLookups(parsed.name),
    repository: null,
  };
}

/** Takes tag and digest off when an expression may stand in them, so that the name before them is still an image's. */
function splitBeforeExpression(image: string): { name: string; constraint: string | null } {
  const lastSegment = image.lastIndexOf("/") + 1;
  const separator = image.slice(lastSegment).search(/[:@]/);
  if (!hasExpression(image) || separator === -1) return { name: image, constraint: null };
  const end = lastSegment + separator;
  return { name: image.slice(0, end), constraint: image.slice(end + 1) };
}

/** An expression stands in the name: there is nothing to look for. */
function hiddenReference(
  artifact: string,
  dependencyType: Reference["dependencyType"],
  versioning: Reference["versioning"],
): Reference {
  return { dependencyType, artifact, versionConstraint: null, versioning, lookups: [], repository: null };
}
