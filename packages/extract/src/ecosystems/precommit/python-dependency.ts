import { parseGitUrl } from "../../git-url.ts";
import { artifactName, gitName } from "../../name.ts";
import { parseRequirement } from "../pypi/requirement.ts";
import type { Package } from "./node-dependency.ts";

/** What pip would take the text for; undefined for a folder or anything that names no package. */
export function findPythonPackage(text: string): Package | undefined {
  const { name, source } = parseRequirement(text) ?? {};
  if (name == null || source === undefined) return undefined;
  if (source.kind === "git") {
    const location = parseGitUrl(source.url)?.location;
    return {
      dependencyType: "python_package",
      artifact: name,
      versionConstraint: source.ref,
      versioning: "git",
      lookups: location === undefined ? [] : [gitName(location)],
    };
  }
  if (source.kind !== "index") return undefined;
  return {
    dependencyType: "python_package",
    artifact: name,
    versionConstraint: source.constraint,
    versioning: "pep440",
    lookups: [artifactName("python_package", name)],
  };
}
