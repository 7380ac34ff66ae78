import type { Declaration } from "../../ecosystem.ts";
import { artifactName, gitName } from "../../name.ts";
import type { BoundSpecifier } from "./binding.ts";
import type { Entry } from "./entry.ts";
import { parseSpecifier, type Specifier } from "./specifier.ts";

type ForeignSpecifier = Exclude<Specifier, { kind: "local" }>;

/** Undefined for what the repository itself provides; `members` are the names of its packages. */
export function findDeclaration(
  sourceFile: string,
  entry: Entry,
  { text, unbound }: BoundSpecifier,
  members: ReadonlySet<string>,
): Declaration | undefined {
  const specifier: Specifier =
    unbound === null
      ? parseSpecifier(entry.name, text)
      : { kind: "registry", name: entry.name, constraint: text };
  if (specifier.kind === "local" || isProvidedHere(specifier, sourceFile, members)) return undefined;
  return {
    ecosystem: "npm",
    dependencyType: "npm_package",
    sourceFile,
    sourceLine: entry.line,
    rawReference: `${entry.name}@${entry.specifier}`,
    artifact: specifier.name,
    versionConstraint: "constraint" in specifier ? specifier.constraint : text,
    versioning: specifier.kind === "git" ? specifier.versioning : "npm",
    unbound,
    versionComment: null,
    lookups: lookupsOf(specifier),
    evidence: { class: "manifest", rule: `npm.${entry.group}` },
  };
}

/** A path inside the repository, or `*` for a package of it, as npm and yarn 1 link workspaces. */
function isProvidedHere(
  specifier: ForeignSpecifier,
  manifest: string,
  members: ReadonlySet<string>,
): boolean {
  if (specifier.kind === "path") return isInRepository(manifest, specifier.path);
  return specifier.kind === "registry" && specifier.constraint === "*" && members.has(specifier.name);
}

function isInRepository(manifest: string, target: string): boolean {
  const path = target.replaceAll("\\", "/");
  if (/^(?:[/~]|[a-z]:)/i.test(path)) return false;
  let depth = manifest.split("/").length - 1;
  for (const part of path.split("/")) {
    if (part === "..") depth -= 1;
    else if (part !== "." && part !== "") depth += 1;
    if (depth < 0) return false;
  }
  return true;
}

/** A folder outside the repository is somebody's checkout of the package that the entry names. */
function lookupsOf(specifier: ForeignSpecifier): string[] {
  if (specifier.kind === "git") return specifier.location === undefined ? [] : [gitName(specifier.location)];
  return specifier.kind === "other" ? [] : [artifactName("npm_package", specifier.name)];
}
