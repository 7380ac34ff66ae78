import type { Report, ReportDeclaration } from "@knockon/cli/offline/report";
import { parseImageReference, splitImageReference } from "@knockon/extract/image-reference";
import type { Comparable } from "./comparable.ts";

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

function nameAndVersion(declaration: ReportDeclaration): { name: string; version: string } {
  const { artifact, dependency_type: type, version_constraint: constraint, raw_reference: raw } = declaration;
  const version = constraint ?? "";
  if (type === "github_action" || type === "reusable_workflow") {
    return { name: artifact.split("/").slice(0, 2).join("/").toLowerCase(), version };
  }
  if (type === "container_image") return imageOf(raw);
  if (declaration.evidence.rule === "npm.package_manager") {
    return { name: artifact, version: version.replace(/\+.*$/, "") };
  }
  return { name: type === "terraform_module" ? artifact.toLowerCase() : artifact, version };
}

/** As written: once resolved, the artifact is spelled as its producer spells it, perhaps of another registry. */
function imageOf(raw: string): { name: string; version: string } {
  const { repository, versionConstraint } = splitImageReference(raw.replace(/^docker:\/\//, ""));
  return { name: parseImageReference(repository)?.name ?? repository, version: versionConstraint ?? "" };
}
