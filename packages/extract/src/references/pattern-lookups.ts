import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { normalizeName } from "../ecosystems/pypi/requirement.ts";
import { imageLookups, parseImageReference } from "../image-reference.ts";
import { artifactName, conventionName, gitName, pathName } from "../name.ts";

/**
 * Who can be meant by a name that a pattern found, best first: who publishes an artifact of that name, the repository of that
 * path, or for a name without a path of the same owner, and who goes by it as a rule. `location` is that of a git URL.
 */
export function patternLookups(
  type: ArtifactType,
  name: string,
  owner: string,
  location: string | undefined,
): string[] {
  if (location !== undefined) return [gitName(location)];
  const path = name.includes("/") || owner === "" ? name : `${owner}/${name}`;
  const artifact = artifactName(type, canonicalName(type, name));
  const images = type === "container_image" ? imageLookups(canonicalName(type, name)) : [];
  return [...new Set([artifact, pathName(path), conventionName(type, name), ...images])];
}

/** As the ecosystem announces it. */
export function canonicalName(type: ArtifactType, name: string): string {
  if (type === "python_package") return normalizeName(name);
  if (type === "nuget_package" || type === "composer_package") return name.toLowerCase();
  return (type === "container_image" && parseImageReference(name)?.name) || name;
}
