import type { Report, ReportDeclaration } from "@knockon/cli/offline/report";
import { splitImageReference } from "@knockon/extract/image-reference";
import type { Comparable } from "./comparable.ts";
import { chartName, imageName, pythonName, withoutSpaces, withoutTemplate } from "./spelling.ts";

export interface OurDeclaration extends Comparable {
  declaration: ReportDeclaration;
}

/** The declarations of parsed formats; the heuristic references are another kind of finding. */
export const ourDeclarations = ({ declarations }: Report): OurDeclaration[] =>
  declarations
    .filter((declaration) => declaration.ecosystem !== "references")
    .map((declaration) => ({
      repository: declaration.repository,
      file: declaration.source_file,
      ...nameAndVersion(declaration),
      declaration,
    }));

/** By repository, the names of what it publishes, in lower case. */
export type OwnNames = ReadonlyMap<string | null, ReadonlySet<string>>;

export const ownNames = ({ artifacts }: Report): OwnNames =>
  new Map(
    [...Map.groupBy(artifacts, (artifact) => artifact.source_repository)].map(([repository, own]) => [
      repository,
      new Set(own.map(({ name }) => name.toLowerCase())),
    ]),
  );

/** From the reference where it has the whole name: once resolved, the artifact is spelled as its producer spells it. */
function nameAndVersion(declaration: ReportDeclaration): { name: string; version: string } {
  const { artifact, raw_reference: raw } = declaration;
  const version = (declaration.version_constraint ?? "").replace(/^refs\/(?:tags|heads)\//, "");
  if (declaration.evidence.rule === "npm.package_manager") {
    return { name: artifact, version: version.replace(/\+.*$/, "") };
  }
  if (declaration.ecosystem === "swift") {
    return { name: artifact, version: version.replace(/^upToNextM\w+\((.*)\)$/, "$1") };
  }
  switch (declaration.dependency_type) {
    case "github_action":
    case "reusable_workflow":
      return { name: artifact.split("/").slice(0, 2).join("/").toLowerCase(), version };
    case "container_image":
      return { name: imageOf(raw), version: isDigestMissing(raw) ? "" : withoutTemplate(version) };
    case "helm_chart":
      return { name: chartName(raw.includes("://") ? raw : artifact), version };
    case "ruby_gem":
      return { name: artifact, version: withoutSpaces(version) };
    case "python_package":
      return { name: pythonName(artifact), version: withoutSpaces(version) };
    case "gitlab_ci_file":
      return { name: raw.replace(/:.*$/s, ""), version };
    case "gitlab_component":
      return { name: raw.replace(/@.*$/s, "").split("/").slice(1, -1).join("/"), version };
    case "terraform_module":
    case "nuget_package":
    case "composer_package":
      return { name: artifact.toLowerCase(), version };
    default:
      return { name: artifact, version };
  }
}

const imageOf = (raw: string): string =>
  imageName(splitImageReference(raw.replace(/^(?:docker|oci):\/\//, "")).repository);

/** A word stands where the digest will. */
const isDigestMissing = (raw: string): boolean => raw.includes("@") && !raw.includes(":");
