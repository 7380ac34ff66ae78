import type { Report, ReportDeclaration } from "@knockon/cli/offline/report";
import { splitImageReference } from "@knockon/extract/image-reference";
import type { Comparable } from "./comparable.ts";
import {
  asYamlNumber,
  chartName,
  imageName,
  pythonName,
  withoutSpaces,
  withoutTemplate,
} from "./spelling.ts";

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
function nameAndVersion(declaration: ReportDeclaration): Spelled {
  const { artifact, raw_reference: raw } = declaration;
  const version = (declaration.version_constraint ?? "").replace(/^refs\/(?:tags|heads)\//, "");
  if (declaration.evidence.rule === "npm.package_manager") {
    return { name: artifact, version: version.replace(/\+.*$/, "") };
  }
  if (declaration.ecosystem === "swift") {
    return { name: artifact, version: version.replace(/^upToNextM\w+\((.*)\)$/, "$1") };
  }
  return SPELL[declaration.dependency_type]?.(artifact, version, raw) ?? { name: artifact, version };
}

interface Spelled {
  name: string;
  version: string;
}

type Spell = (artifact: string, version: string, raw: string) => Spelled;

const byOwnerAndRepository: Spell = (artifact, version) => ({
  name: artifact.split("/").slice(0, 2).join("/").toLowerCase(),
  version,
});
const inLowerCase: Spell = (artifact, version) => ({ name: artifact.toLowerCase(), version });

const SPELL: Partial<Record<ReportDeclaration["dependency_type"], Spell>> = {
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

/** A word stands where the digest will. */
const isDigestMissing = (raw: string): boolean => raw.includes("@") && !raw.includes(":");
