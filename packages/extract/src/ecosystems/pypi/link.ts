import { posix } from "node:path";
import type { Facts, LinkInput, LinkResult, ProducedArtifact } from "../../ecosystem.ts";
import { leadsElsewhere } from "../../leads-elsewhere.ts";
import { artifactName } from "../../name.ts";
import { isTestInput } from "../../test-input.ts";
import { findDeclaration } from "./declaration.ts";
import type { PypiFacts, Requirement, Source } from "./facts.ts";
import { normalizeName } from "./package-name.ts";
import { syntaxProblem } from "../../syntax-problem.ts";

type PypiFile = Facts<PypiFacts>;

/** Packages that tests read count for what they ask for, but nobody gets them from here. */
export function link({ repository, files }: LinkInput<PypiFacts>): LinkResult {
  const sourceOf = uvSources(files);
  const declarations = files.flatMap((file) =>
    file.facts.requirements
      .filter((requirement) => !isOwnPackage(file, requirement))
      .toSorted((a, b) => a.line - b.line)
      .flatMap((requirement) => findDeclaration(file.path, requirement, sourceOf(file, requirement)) ?? []),
  );
  return {
    declarations: declarations.filter(leadsElsewhere(repository)),
    artifacts: files.flatMap((file) => findArtifact(file) ?? []),
    problems: files.flatMap(({ path, facts }) =>
      facts.problems.map((each) => syntaxProblem("pypi", path, each)),
    ),
    readLines: files.flatMap(({ path, facts }) => facts.locationLines.map((line) => ({ file: path, line }))),
  };
}

/** `all = ["acme-core[dev,test]"]` in acme-core itself. */
const isOwnPackage = ({ facts }: PypiFile, { name }: Requirement): boolean =>
  facts.package !== null && name === normalizeName(facts.package.name);

/** Where a requirement comes from: as its own file redirects it, else as the nearest workspace above does. */
function uvSources(files: readonly PypiFile[]): (file: PypiFile, requirement: Requirement) => Source {
  const sources = new Map(
    files
      .filter(({ path }) => posix.basename(path) === "pyproject.toml")
      .map((file) => [
        posix.dirname(file.path),
        { ...file, byName: new Map(file.facts.sources.map((each) => [each.name, each.source])) },
      ]),
  );
  return (file, requirement) => {
    const { name, source } = requirement;
    if (!requirement.isRedirectable || name === null || source.kind !== "index") return source;
    const start = posix.dirname(file.path);
    if (posix.basename(file.path) !== "pyproject.toml") return source;
    for (let folder = start; ; folder = posix.dirname(folder)) {
      const here = sources.get(folder);
      const found =
        here && (folder === start || here.facts.isUvWorkspace) ? here.byName.get(name) : undefined;
      // A path of the workspace is relative to the workspace, and inside the repository it is local anyway.
      if (found && here) return found.kind === "path" ? relocated(found, folder, start) : found;
      if (folder === "." || folder === "/" || (here?.facts.isUvWorkspace ?? false)) return source;
    }
  };
}

const relocated = (source: Source & { kind: "path" }, from: string, to: string): Source =>
  from === to || posix.isAbsolute(source.path)
    ? source
    : { kind: "path", path: posix.join(posix.relative(to, from), source.path) };

function findArtifact({ path, facts }: PypiFile): ProducedArtifact | undefined {
  if (!facts.package || facts.package.isVirtual || isTestInput(path)) return undefined;
  const { name, line, version } = facts.package;
  const normalized = normalizeName(name);
  return {
    ecosystem: "pypi",
    artifactType: "python_package",
    name: normalized,
    version,
    registryUrl: null,
    sourceFile: path,
    sourceLine: line,
    announces: [artifactName("python_package", normalized)],
    evidence: { class: "manifest", rule: "pypi.name" },
  };
}
