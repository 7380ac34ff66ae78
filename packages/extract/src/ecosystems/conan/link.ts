import { posix } from "node:path";
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
import { LockFiles } from "../../lock-file.ts";
import { isTestInput } from "../../repository-path.ts";
import { scopeOf as scopeOfArtifact, Scopes, unitScope } from "../../scope.ts";
import { LOCK_FILE } from "./lock.ts";
import type { ConanFacts, ConanFile } from "./read.ts";

export function linkConanfiles({ files: all, tree }: LinkInput<ConanFile>): LinkResult {
  const files = all.flatMap(({ path, facts }) => (facts.kind === "manifest" ? [{ path, facts }] : []));
  const locks = new LockFiles(
    tree,
    LOCK_FILE,
    all.flatMap(({ path, facts }) => (facts.kind === "lock" ? [[path, facts] as const] : [])),
  );
  const artifacts = files.flatMap((file) => findArtifact(file) ?? []);
  const compositions: Composition[] = [];
  const result: LinkResult = { declarations: [], artifacts, compositions, problems: [] };
  const own = new Map(artifacts.map((artifact) => [artifact.name, scopeOfArtifact(artifact)]));
  const scopeOf = recipeScopes(artifacts);
  for (const { path, facts } of files) {
    const lock = locks.in(posix.dirname(path), ["conan.lock"]);
    const scope = scopeOf(path);
    for (const use of facts.uses.toSorted((a, b) => a.line - b.line)) {
      const reference = parseConanReference(use.text);
      const role = TEST_PACKAGE.test(path) ? "test" : (ROLES[use.group] ?? "runtime");
      const name = reference?.name.toLowerCase() ?? "";
      const inner = own.get(name);
      if (!reference) {
        const message = `${use.group}: "${use.text.slice(0, 100)}" is not a valid reference.`;
        result.problems.push(invalidSyntax("conan", path, { line: use.line, message }));
      } else if (inner === undefined) {
        const locked = lock?.find(name) ?? null;
        result.declarations.push({ ...declarationOf(path, use, reference), role, scope, locked });
      } else if (role !== "test") compositions.push({ outer: scope, inner });
    }
  }
  return result;
}

const ROLES: Readonly<Record<string, "build" | "test">> = {
  tool_requires: "build",
  build_requires: "build",
  python_requires: "build",
  test_requires: "test",
};
/** Conan builds the recipe here to test the package above. */
const TEST_PACKAGE = /(?:^|\/)test_(?:v1_)?package\//;

/** Every folder with a conanfile has its own scope. */
function recipeScopes(artifacts: readonly ProducedArtifact[]): (path: string) => string {
  const scopes = new Scopes(artifacts);
  const folders = new Set(artifacts.map(({ sourceFile }) => posix.dirname(sourceFile)));
  return (path) =>
    folders.has(posix.dirname(path)) ? scopes.of("conan", path) : unitScope("conan", posix.dirname(path));
}

const declarationOf = (
  sourceFile: string,
  { group, text, line }: ConanFacts["uses"][number],
  reference: ConanReference,
): Declaration => ({
  ecosystem: "conan",
  dependencyType: "conan_package",
  sourceFile,
  sourceLine: line,
  rawReference: text,
  artifact: reference.name.toLowerCase(),
  versionConstraint: reference.constraint || null,
  versioning: "conan",
  unbound: reference.unbound,
  versionComment: reference.versionComment,
  lookups: hasPlaceholderName(reference) ? [] : [artifactName("conan_package", reference.name.toLowerCase())],
  evidence: { class: "manifest", rule: `conan.${group}` },
});

function findArtifact({ path, facts }: Facts<ConanFacts>): ProducedArtifact | undefined {
  if (!facts.package || isTestInput(path)) return undefined;
  const name = facts.package.name.toLowerCase();
  return {
    ecosystem: "conan",
    artifactType: "conan_package",
    name,
    version: facts.package.version,
    registryUrl: null,
    sourceFile: path,
    sourceLine: facts.package.line,
    announces: [artifactName("conan_package", name)],
    evidence: { class: "manifest", rule: "conan.name" },
  };
}

/** `name/version@user/channel#revision`. */
interface ConanReference {
  name: string;
  /** The version, or the range in brackets, with the recipe revision: `1.2.3#4f2a`. */
  constraint: string;
  /** The version, if the constraint has a revision. */
  versionComment: string | null;
  /** The placeholder, if any, whose value only execution would yield. */
  unbound: string | null;
}

const REFERENCE =
  /^(?<name>[a-z\d_{][\w{}+.-]*)\/(?<version>\[[^[\]]*\]|[^@#:/\s]+)(?:@(?:[^/@#\s]*(?:\/[^/@#\s]*)?)?)?(?:#(?<revision>[^#:%\s]+))?(?:%[\d.]+)?(?::\S+)?$/i;
const PLACEHOLDER = /\{(?<name>[^{}]*)\}|%[sdr]/;
const MAX_LENGTH = 1000;

/** Returns undefined for an invalid reference. A text that is a placeholder as a whole has no version. */
function parseConanReference(text: string): ConanReference | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const placeholder = PLACEHOLDER.exec(text);
  const unbound = placeholder && (placeholder.groups?.["name"] || placeholder[0]);
  const { name, version = "", revision } = REFERENCE.exec(text)?.groups ?? {};
  if (name === undefined)
    return unbound === null ? undefined : { name: text, constraint: "", versionComment: null, unbound };
  const constraint = revision === undefined ? version : `${version}#${revision}`;
  return { name, constraint, versionComment: revision === undefined ? null : version, unbound };
}

const hasPlaceholderName = ({ name }: ConanReference): boolean => PLACEHOLDER.test(name);
