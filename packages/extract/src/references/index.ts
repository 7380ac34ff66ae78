import type { Ecosystem } from "../ecosystem.ts";
import { isDomainFile } from "../site.ts";
import { fileKind } from "./file-kind.ts";
import { HeuristicPatterns } from "./heuristic-patterns.ts";
import { linkReferences } from "./link.ts";
import { mentionsReference, readReferences, type ReferenceFacts } from "./read.ts";

export const references: Ecosystem<ReferenceFacts> = {
  id: "references",
  forRepository: (repository) =>
    repository.heuristicPatterns?.length
      ? withPatterns(new HeuristicPatterns(repository.heuristicPatterns, repository))
      : references,
  claims: (file) => (mentionsReference(file) && fileKind(file.path) !== "unread") || isDomainFile(file.path),
  read: (file) => factsOf(readReferences(file)),
  linksTree: true,
  link: linkReferences,
};

/** Half of the files that mention one have no reference. */
const factsOf = (facts: ReferenceFacts): ReferenceFacts | undefined =>
  facts.references.length === 0 &&
  facts.site === null &&
  facts.truncatedAt === null &&
  facts.values === undefined
    ? undefined
    : facts;

const withPatterns = (patterns: HeuristicPatterns): Ecosystem<ReferenceFacts> => ({
  ...references,
  claims: (file) =>
    ((mentionsReference(file) || patterns.match(file)) && fileKind(file.path) !== "unread") ||
    isDomainFile(file.path),
  read: (file) => factsOf(readReferences(file, patterns)),
});
