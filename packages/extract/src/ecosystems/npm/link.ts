import type { Facts, LinkInput, LinkResult, ProducedArtifact } from "../../ecosystem.ts";
import { artifactName } from "../../name.ts";
import { isTestInput } from "../../test-input.ts";
import { bindSpecifier, collectBindings } from "./binding.ts";
import { findDeclaration } from "./declaration.ts";
import type { NpmFacts } from "./entry.ts";
import { syntaxProblem } from "../../syntax-problem.ts";

/** Packages that tests read count for what they ask for, but nobody gets them from here. */
export function link({ files }: LinkInput<NpmFacts>): LinkResult {
  const bindings = collectBindings(files);
  const own = files.filter((file) => !isTestInput(file.path));
  const members = new Set(own.flatMap(({ facts }) => facts.package?.name ?? []));
  return {
    declarations: files.flatMap(({ path, facts }) =>
      facts.entries.flatMap(
        (entry) => findDeclaration(path, entry, bindSpecifier(bindings, path, entry), members) ?? [],
      ),
    ),
    artifacts: own.flatMap((file) => findArtifact(file) ?? []),
    problems: files.flatMap(({ path, facts }) =>
      facts.problems.map((each) => syntaxProblem("npm", path, each)),
    ),
  };
}

/** None for a private package: nobody can install it by its name. */
function findArtifact({ path, facts }: Facts<NpmFacts>): ProducedArtifact | undefined {
  if (!facts.package || facts.package.isPrivate) return undefined;
  const { name, line, version, registryUrl } = facts.package;
  return {
    ecosystem: "npm",
    artifactType: "npm_package",
    name,
    version,
    registryUrl,
    sourceFile: path,
    sourceLine: line,
    announces: [artifactName("npm_package", name)],
    evidence: { class: "manifest", rule: "npm.name" },
  };
}
