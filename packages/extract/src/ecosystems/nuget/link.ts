import type { Declaration, Facts, LinkInput, LinkResult } from "../../ecosystem.ts";
import { findArtifact, packageName } from "./artifact.ts";
import { bind } from "./bind.ts";
import type { NugetFacts, Use } from "./facts.ts";
import { scopes, type MsbuildFile } from "./scope.ts";
import { syntaxProblem } from "../../syntax-problem.ts";

export function link({ files }: LinkInput<NugetFacts>): LinkResult {
  const scopeOf = scopes(files);
  const artifacts = files.flatMap((file) => findArtifact(file, scopeOf) ?? []);
  const own = new Set(artifacts.flatMap(({ announces }) => announces));
  const declare = ({ path, facts }: Facts<NugetFacts>): Declaration[] =>
    facts.uses
      .filter(({ isUpdate, version }) => !isUpdate || version !== null)
      .map((use) => declarationOf(path, use, scopeOf(path)))
      .filter(({ artifact }) => !own.has(packageName(artifact)));
  return {
    declarations: files.flatMap(declare),
    artifacts,
    problems: files.flatMap(({ path, facts }) =>
      facts.problems.map((each) => syntaxProblem("nuget", path, each)),
    ),
  };
}

function declarationOf(sourceFile: string, use: Use, scope: readonly MsbuildFile[]): Declaration {
  const id = bind(use.id, sourceFile, scope);
  const version = use.version === null ? undefined : bind(use.version, sourceFile, scope);
  const central = version ? undefined : centralVersion(use, id.text, scope);
  const constraint = version ?? (central === undefined ? undefined : bind(central, sourceFile, scope));
  return {
    ecosystem: "nuget",
    dependencyType: "nuget_package",
    sourceFile,
    sourceLine: use.line,
    rawReference: version ? `${id.text} ${version.text}` : id.text,
    artifact: id.text,
    versionConstraint: constraint?.text ?? null,
    versioning: "nuget",
    unbound: id.unbound ?? constraint?.unbound ?? null,
    versionComment: null,
    lookups: id.unbound === null ? [packageName(id.text)] : [],
    evidence: { class: "manifest", rule: `nuget.${use.rule}` },
  };
}

/** What the nearest file of the scope sets for a reference that states no version. */
function centralVersion({ rule }: Use, id: string, scope: readonly MsbuildFile[]): string | undefined {
  if (rule !== "package_reference") return undefined;
  const key = id.toLowerCase();
  return scope.find(({ versions }) => versions.has(key))?.versions.get(key) ?? undefined;
}
