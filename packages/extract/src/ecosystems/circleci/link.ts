import { posix } from "node:path";
import type { LinkInput, LinkResult, Problem } from "../../ecosystem.ts";
import { isOrbSource, producedArtifacts } from "./artifacts.ts";
import type { CircleFacts, Use } from "./read.ts";
import { findReference } from "./reference.ts";
import { syntaxProblem } from "../../syntax-problem.ts";

export function linkCircleFiles({ repository, files }: LinkInput<CircleFacts>): LinkResult {
  const artifacts = producedArtifacts(files, repository);
  const own = new Set(artifacts.flatMap(({ announces }) => announces));
  const result: LinkResult = { declarations: [], artifacts, problems: [] };
  const orbs = new Set(files.flatMap(({ path }) => (isOrbSource(path) ? posix.dirname(path) : [])));
  for (const { path, facts } of files) {
    if (facts.isPart && !orbs.has(posix.dirname(posix.dirname(path)))) continue;
    const uses = facts.uses.filter(({ text }) => !isUrl(text)).toSorted((a, b) => a.line - b.line);
    for (const use of uses) {
      const reference = findReference(use);
      if (!reference) result.problems.push(problemOf(path, use));
      else if (!reference.lookups.some((name) => own.has(name))) {
        result.declarations.push({
          ecosystem: "circleci",
          sourceFile: path,
          sourceLine: use.line,
          rawReference: use.text,
          versionComment: null,
          evidence: { class: "manifest", rule: use.rule },
          ...reference,
        });
      }
    }
  }
  return result;
}

/** An orb that is a file somewhere: the URL is a reference like any other. */
const isUrl = (text: string): boolean => /^https?:\/\//.test(text);

const problemOf = (file: string, { rule, text, line }: Use): Problem =>
  syntaxProblem("circleci", file, {
    line,
    message: `"${text.slice(0, 100)}" names no ${rule === "circleci.orb" ? "orb" : "image"}.`,
  });
