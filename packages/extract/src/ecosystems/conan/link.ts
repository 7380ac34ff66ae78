import type { Declaration, Facts, LinkInput, LinkResult, ProducedArtifact } from "../../ecosystem.ts";
import { artifactName } from "../../name.ts";
import { syntaxProblem } from "../../syntax-problem.ts";
import { isTestInput } from "../../test-input.ts";
import type { ConanFacts } from "./facts.ts";
import { isUnnamed, parseConanReference, type ConanReference } from "./reference.ts";

/** Packages of the repository itself are no dependency of it. */
export function linkConanfiles({ files }: LinkInput<ConanFacts>): LinkResult {
  const result: LinkResult = { declarations: [], artifacts: [], problems: [] };
  result.artifacts = files.flatMap((file) => findArtifact(file) ?? []);
  const own = new Set(result.artifacts.map(({ name }) => name));
  for (const { path, facts } of files) {
    for (const use of facts.uses.toSorted((a, b) => a.line - b.line)) {
      const reference = parseConanReference(use.text);
      if (!reference) {
        const message = `${use.group}: "${use.text.slice(0, 100)}" is no reference.`;
        result.problems.push(syntaxProblem("conan", path, { line: use.line, message }));
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
  versionComment: reference.stated,
  lookups: isUnnamed(reference) ? [] : [artifactName("conan_package", reference.name.toLowerCase())],
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
