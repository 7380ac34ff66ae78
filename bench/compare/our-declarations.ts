import type { Report, ReportDeclaration } from "@knockon/cli/offline/report";
import { splitImageReference } from "@knockon/extract/image-reference";
import type { Comparable } from "./match.ts";
import {
  asYamlNumber,
  chartName,
  imageName,
  pythonName,
  withoutSpaces,
  withoutTemplate,
} from "./normalize.ts";

export interface OurDeclaration extends Comparable {
  declaration: ReportDeclaration;
}

/** Returns the declarations of parsed formats, without heuristic references. */
export const ourDeclarations = ({ declarations }: Report): OurDeclaration[] =>
  declarations
    .filter((declaration) => declaration.ecosystem !== "references")
    .map((declaration) => ({
      repository: declaration.repository,
      file: declaration.source_file,
      ...nameAndVersion(declaration),
      declaration,
    }));

/** Lowercase names of published artifacts, by repository. */
export type OwnNames = ReadonlyMap<string | null, ReadonlySet<string>>;

export const ownNames = ({ artifacts }: Report): OwnNames =>
  new Map(
    [...Map.groupBy(artifacts, (artifact) => artifact.source_repository)].map(([repository, own]) => [
      repository,
      new Set(own.map(({ name }) => name.toLowerCase())),
    ]),
  );

/** Prefers the reference if it has the full name: a resolved artifact has the spelling of its producer. */
function nameAndVersion(declaration: ReportDeclaration): Normalized {
  const { artifact, raw_reference: raw } = declaration;
  const version = (declaration.version_constraint ?? "").replace(/^refs\/(?:tags|heads)\//, "");
  if (declaration.evidence.rule === "npm.package_manager") {
    return { name: artifact, version: version.replace(/\+.*$/, "") };
  }
  if (declaration.ecosystem === "swift") {
    return { name: artifact, version: version.replace(/^upToNextM\w+\((.*)\)$/, "$1") };
  }
  return NORMALIZE[declaration.dependency_type]?.(artifact, version, raw) ?? { name: artifact, version };
}

interface Normalized {
  name: string;
  version: string;
}

type Normalize = (artifact: string, version: string, raw: string) => Normalized;

const byOwnerAndRepository: Normalize = (artifact, version) => ({
  name: artifact.split("/").slice(0, 2).join("/").toLowerCase(),
  version,
});
const inLowerCase: Normalize = (artifact, version) => ({ name: artifact.toLowerCase(), version });

const NORMALIZE: Partial<Record<ReportDeclaration["dependency_type"], Normalize>> = {
  github_action: byOwnerAndRepository,
  reusable_workflow: byOwnerAndRepository,
  container_image: (_, version, raw) => ({
    name: imageOf(raw),
    version: isDigestMissing(raw) ? "" : withoutTemplate(version),
  }),
  helm_chart: (artifact, version, raw) => ({
    name: chartName(raw.includes("://") ? raw : artifact),
    version: asYamlNumber(version),
  }),
  ruby_gem: (artifact, version) => ({ name: artifact, version: withoutSpaces(version) }),
  python_package: (artifact, version) => ({ name: pythonName(artifact), version: withoutSpaces(version) }),
  gitlab_ci_file: (_, version, raw) => ({ name: raw.replace(/:.*$/s, ""), version }),
  gitlab_component: (_, version, raw) => ({
    name: raw.replace(/@.*$/s, "").split("/").slice(1, -1).join("/"),
    version,
  }),
  terraform_module: inLowerCase,
  nuget_package: inLowerCase,
  composer_package: inLowerCase,
};

const imageOf = (raw: string): string =>
  imageName(splitImageReference(raw.replace(/^(?:docker|oci):\/\//, "")).repository);

/** Whether a word stands in for the digest. */
const isDigestMissing = (raw: string): boolean => raw.includes("@") && !raw.includes(":");
