import {
  invalidSyntax,
  type Declaration,
  type Facts,
  type LinkInput,
  type LinkResult,
  type ProducedArtifact,
} from "../../ecosystem.ts";
import { parseGitUrl } from "../../git-url.ts";
import { artifactName, gitName, leadsElsewhere } from "../../name.ts";
import { isTestInput } from "../../repository-path.ts";
import type { ComposerFacts, Requirement } from "./read.ts";

type Manifest = Facts<ComposerFacts>;

/** Package names are case-insensitive. */
const packageName = (name: string): string => artifactName("composer_package", name.toLowerCase());

/** Packages in test folders count as the repository's own only for manifests in test folders. */
export function link({ repository, files }: LinkInput<ComposerFacts>): LinkResult {
  const real = namesOf(files.filter(({ path }) => !isTestInput(path)));
  const all = namesOf(files);
  const isExternal = leadsElsewhere(repository);
  return {
    declarations: files.flatMap((file) => {
      const locations = vcsLocations(file);
      return file.facts.requirements
        .map((requirement) => declarationOf(file, requirement, locations))
        .filter(
          (each) =>
            !(isTestInput(file.path) ? all : real).has(packageName(each.artifact)) && isExternal(each),
        );
    }),
    artifacts: files.filter(({ path }) => !isTestInput(path)).flatMap((file) => findArtifact(file) ?? []),
    problems: files.flatMap(({ path, facts }) =>
      facts.problems.map((each) => invalidSyntax("composer", path, each)),
    ),
    readLines: files.flatMap(({ path, facts }) =>
      requiredVcsLines(facts).map((line) => ({ file: path, line })),
    ),
  };
}

const namesOf = (files: readonly Manifest[]): Set<string> =>
  new Set(files.flatMap(({ facts }) => (facts.package ? [packageName(facts.package.name)] : [])));

/** Returns the locations of the manifest's `vcs` repositories by their short name. */
function vcsLocations({ facts }: Manifest): Map<string, string[]> {
  const locations = new Map<string, string[]>();
  for (const { url } of facts.vcsUrls) {
    const location = parseGitUrl(url)?.location;
    if (location === undefined) continue;
    const name = shortName(location);
    const namesakes = locations.get(name);
    if (namesakes) namesakes.push(location);
    else locations.set(name, [location]);
  }
  return locations;
}

/** Returns the lines of the `vcs` repositories by which a requirement is looked up. */
function requiredVcsLines({ requirements, vcsUrls }: ComposerFacts): number[] {
  const required = new Set(requirements.map(({ name }) => shortName(name.toLowerCase())));
  return vcsUrls.flatMap(({ url, line }) => {
    const location = parseGitUrl(url)?.location;
    return location !== undefined && required.has(shortName(location)) ? [line] : [];
  });
}

const shortName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** Far above the number of repositories with one name in real manifests. */
const MAX_LOCATIONS = 10;

function declarationOf(
  { path, facts }: Manifest,
  { rule, line, name, constraint }: Requirement,
  locations: ReadonlyMap<string, string[]>,
): Declaration {
  const isSelf = constraint.trim() === "self.version";
  const bound = isSelf ? facts.version : constraint;
  return {
    ecosystem: "composer",
    dependencyType: "composer_package",
    sourceFile: path,
    sourceLine: line,
    rawReference: `${name} ${bound ?? constraint}`.trimEnd(),
    artifact: name,
    versionConstraint: (bound ?? constraint) || null,
    versioning: "composer",
    unbound: bound === null ? "self.version" : null,
    versionComment: null,
    lookups: [
      packageName(name),
      ...(locations.get(shortName(name.toLowerCase())) ?? [])
        .slice(0, MAX_LOCATIONS)
        .map((location) => gitName(location)),
    ],
    evidence: { class: "manifest", rule: `composer.${rule}` },
  };
}

function findArtifact({ path, facts }: Manifest): ProducedArtifact | undefined {
  if (!facts.package) return undefined;
  const { name, line } = facts.package;
  return {
    ecosystem: "composer",
    artifactType: "composer_package",
    name,
    version: facts.version,
    registryUrl: null,
    sourceFile: path,
    sourceLine: line,
    announces: [packageName(name)],
    evidence: { class: "manifest", rule: "composer.name" },
  };
}
