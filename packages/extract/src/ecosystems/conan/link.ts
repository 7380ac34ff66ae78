import {
  invalidSyntax,
  type Declaration,
  type Facts,
  type LinkInput,
  type LinkResult,
  type ProducedArtifact,
} from "../../ecosystem.ts";
import { artifactName } from "../../name.ts";
import { isTestInput } from "../../repository-path.ts";
import type { ConanFacts } from "./read.ts";

export function linkConanfiles({ files }: LinkInput<ConanFacts>): LinkResult {
  const result: LinkResult = { declarations: [], artifacts: [], problems: [] };
  result.artifacts = files.flatMap((file) => findArtifact(file) ?? []);
  const own = new Set(result.artifacts.map(({ name }) => name));
  for (const { path, facts } of files) {
    for (const use of facts.uses.toSorted((a, b) => a.line - b.line)) {
      const reference = parseConanReference(use.text);
      if (!reference) {
        const message = `${use.group}: "${use.text.slice(0, 100)}" is not a valid reference.`;
        result.problems.push(invalidSyntax("conan", path, { line: use.line, message }));
      } else if (!own.has(reference.name.toLowerCase())) {
        result.declarations.push(declarationOf(path, use, reference));
      }
    }
  }
  return result;
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
