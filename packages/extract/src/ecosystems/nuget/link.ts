import {
  invalidSyntax,
  type Composition,
  type Declaration,
  type Facts,
  type LinkInput,
  type LinkResult,
  type ProducedArtifact,
} from "../../ecosystem.ts";
import { artifactName } from "../../name.ts";
import { isTestInput } from "../../repository-path.ts";
import { scopeOf as scopeOfArtifact } from "../../scope.ts";
import type { NugetFacts, Use } from "./facts.ts";
import { createLocks } from "./lock.ts";
import { findSwitch, isStatedTest, placement, PROJECT } from "./roles.ts";
import { bind, createScopes, findProperty, type BoundText, type MsbuildFile, type ScopeOf } from "./scope.ts";

export function link({ files, tree }: LinkInput<NugetFacts>): LinkResult {
  const scopeOf = createScopes(files);
  const artifacts = files.flatMap((file) => findArtifact(file, scopeOf) ?? []);
  const own = new Map(
    artifacts.flatMap((each) => each.announces.map((name) => [name, scopeOfArtifact(each)])),
  );
  const { placeOf, compositions } = placement(files, artifacts, scopeOf);
  const findLock = createLocks(files, tree, scopeOf);
  const declarations: Declaration[] = [];
  const ownUses: Composition[] = [];
  for (const { path, facts } of files) {
    for (const use of facts.uses) {
      if (use.isUpdate && use.version === null) continue;
      const declaration = declarationOf(path, use, scopeOf(path));
      const { place, projects } = placeOf(path, use);
      const inner = own.get(packageName(declaration.artifact));
      if (inner === undefined) {
        const locked = findLock(projects, declaration.artifact);
        declarations.push({ ...declaration, ...place, locked });
      } else if (place.scope != null && (place.role === "runtime" || place.role === "build")) {
        ownUses.push({ outer: place.scope, inner });
      }
    }
  }
  return {
    declarations,
    artifacts,
    compositions: [...compositions(), ...ownUses],
    problems: files.flatMap(({ path, facts }) =>
      facts.problems.map((each) => invalidSyntax("nuget", path, each)),
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

/** Returns the version that the nearest file of the scope sets for a reference without one. */
function centralVersion({ rule }: Use, id: string, scope: readonly MsbuildFile[]): string | undefined {
  if (rule !== "package_reference") return undefined;
  const key = id.toLowerCase();
  return scope.find(({ versions }) => versions.has(key))?.versions.get(key) ?? undefined;
}

/** Package IDs are case-insensitive. */
const packageName = (id: string): string => artifactName("nuget_package", id.toLowerCase());

/** Returns the package that a `.nuspec` describes or that `dotnet pack` creates from a project. */
function findArtifact({ path, facts }: Facts<NugetFacts>, scopeOf: ScopeOf): ProducedArtifact | undefined {
  if (isTestInput(path)) return undefined;
  if (facts.nuspec) {
    const { id, version, line } = facts.nuspec;
    return toArtifact(path, line, "nuget.nuspec", bind(id, path, []), version);
  }
  const scope = scopeOf(path);
  if (!PROJECT.test(path) || !isPackable(path, facts, scopeOf)) return undefined;
  const id = findProperty("PackageId", path, scope) ?? "$(AssemblyName)";
  const version = ["PackageVersion", "Version"].flatMap((name) => findProperty(name, path, scope) ?? [])[0];
  const prefix = findProperty("VersionPrefix", path, scope);
  const suffix = findProperty("VersionSuffix", path, scope);
  const template = version ?? (prefix && suffix ? `${prefix}-${suffix}` : prefix);
  const bound = template === undefined ? null : bind(template, path, scope);
  return toArtifact(
    path,
    facts.line,
    "nuget.project",
    bind(id, path, scope),
    bound?.unbound === null ? bound.text : null,
  );
}

function toArtifact(
  sourceFile: string,
  sourceLine: number,
  rule: string,
  id: BoundText,
  version: string | null,
): ProducedArtifact | undefined {
  if (id.unbound !== null || id.text === "") return undefined;
  return {
    ecosystem: "nuget",
    artifactType: "nuget_package",
    name: id.text,
    version: version?.includes("$") ? null : version,
    registryUrl: null,
    sourceFile,
    sourceLine,
    announces: [packageName(id.text)],
    evidence: { class: "manifest", rule },
  };
}

/**
 * Returns `IsPackable`. By default, web applications and tests are not packed, nor are old-style projects (without an
 * SDK) unless they have a `PackageId`.
 */
function isPackable(path: string, facts: NugetFacts, scopeOf: ScopeOf): boolean {
  const scope = scopeOf(path);
  const value = findSwitch("IsPackable", path, scope);
  if (value !== undefined && /^(?:true|false)$/i.test(value)) return value.toLowerCase() === "true";
  if (isStatedTest(path, facts, scope) || /^Microsoft\.NET\.Sdk\.Web\b/i.test(facts.sdk ?? "")) return false;
  return facts.sdk !== "" || findProperty("PackageId", path, scope) !== undefined;
}
