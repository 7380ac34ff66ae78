import type { Facts, ProducedArtifact } from "../../ecosystem.ts";
import { artifactName } from "../../name.ts";
import { isTestInput } from "../../test-input.ts";
import { bind, findProperty } from "./bind.ts";
import type { NugetFacts } from "./facts.ts";
import { PROJECT } from "./read.ts";
import type { MsbuildFile, ScopeOf } from "./scope.ts";

/** Ids compare without case. */
export const packageName = (id: string): string => artifactName("nuget_package", id.toLowerCase());

/** What a `.nuspec` describes, or what `dotnet pack` makes of a project; undefined where that is nothing. */
export function findArtifact(
  { path, facts }: Facts<NugetFacts>,
  scopeOf: ScopeOf,
): ProducedArtifact | undefined {
  if (isTestInput(path)) return undefined;
  if (facts.nuspec) {
    const { id, version, line } = facts.nuspec;
    return artifact(path, line, "nuget.nuspec", bind(id, path, []), version);
  }
  const scope = scopeOf(path);
  if (!PROJECT.test(path) || !isPackable(path, facts, scopeOf)) return undefined;
  const id = findProperty("PackageId", path, scope) ?? "$(AssemblyName)";
  const version = ["PackageVersion", "Version"].flatMap((name) => findProperty(name, path, scope) ?? [])[0];
  const prefixed = findProperty("VersionPrefix", path, scope);
  const suffix = findProperty("VersionSuffix", path, scope);
  const written = version ?? (prefixed && suffix ? `${prefixed}-${suffix}` : prefixed);
  const bound = written === undefined ? null : bind(written, path, scope);
  return artifact(
    path,
    facts.line,
    "nuget.project",
    bind(id, path, scope),
    bound?.unbound === null ? bound.text : null,
  );
}

function artifact(
  sourceFile: string,
  sourceLine: number,
  rule: string,
  id: { text: string; unbound: string | null },
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
 * As `IsPackable` says. Without it web applications and tests are not packed, nor are projects of the old form, which
 * name no SDK, unless they have a `PackageId`.
 */
function isPackable(path: string, facts: NugetFacts, scopeOf: ScopeOf): boolean {
  const scope = scopeOf(path);
  const said = findSwitch("IsPackable", path, scope);
  if (said !== undefined && /^(?:true|false)$/i.test(said)) return said.toLowerCase() === "true";
  const isTest =
    findSwitch("IsTestProject", path, scope)?.toLowerCase() === "true" ||
    facts.uses.some(({ id }) => id.toLowerCase() === "microsoft.net.test.sdk");
  if (isTest || /^Microsoft\.NET\.Sdk\.Web\b/i.test(facts.sdk ?? "")) return false;
  return facts.sdk !== "" || findProperty("PackageId", path, scope) !== undefined;
}

/** In a file that many projects import a condition tells them apart: it says nothing of this one. */
function findSwitch(name: string, path: string, scope: readonly MsbuildFile[]): string | undefined {
  const key = name.toLowerCase();
  const nearest = scope.find(({ properties }) => properties.has(key));
  const isUndecided = nearest?.path !== path && nearest?.conditional.has(key);
  return isUndecided ? undefined : findProperty(name, path, scope);
}
