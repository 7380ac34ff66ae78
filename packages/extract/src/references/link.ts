import type { Declaration, LinkInput, LinkResult, Problem, RepositoryIdentity } from "../ecosystem.ts";
import { parseGitUrl } from "../git-url.ts";
import { evidenceClass } from "./classify.ts";
import { MAX_REFERENCES_PER_FILE, type ReferenceFacts } from "./read.ts";
import type { Reference } from "./reference.ts";

export const MAX_REFERENCES_PER_REPOSITORY = 10_000;

/** References of the whole repository, without those to itself, up to the limits. */
export function linkReferences({ files, repository }: LinkInput<ReferenceFacts>): LinkResult {
  const isSelf = selfTest(repository);
  const found = files.flatMap(({ path, facts }) =>
    facts.references
      .filter((reference) => !isSelf(reference))
      .map((reference) => declaration(path, facts, reference)),
  );
  const problems = files.flatMap(({ path, facts }) =>
    facts.truncatedAt === null ? [] : [truncatedFile(path, facts.truncatedAt)],
  );
  const omitted = found.length - MAX_REFERENCES_PER_REPOSITORY;
  if (omitted > 0) problems.push(truncatedRepository(omitted));
  return { declarations: found.slice(0, MAX_REFERENCES_PER_REPOSITORY), artifacts: [], problems };
}

/** A mirror of the repository on another host is the repository too. */
function selfTest({ fullPath, cloneUrl }: RepositoryIdentity): (reference: Reference) => boolean {
  const own = cloneUrl === null ? undefined : parseGitUrl(cloneUrl)?.location;
  const ownPath = `/${fullPath.toLowerCase()}`;
  return ({ repository }) =>
    repository !== null && (repository === own || repository.slice(repository.indexOf("/")) === ownPath);
}

function declaration(path: string, facts: ReferenceFacts, reference: Reference): Declaration {
  const { line, rule, rawReference, artifact, versionConstraint } = reference;
  const { dependencyType, versioning, unbound, lookups } = reference;
  return {
    ecosystem: "references",
    dependencyType,
    sourceFile: path,
    sourceLine: line,
    rawReference,
    artifact,
    versionConstraint,
    versioning,
    unbound,
    versionComment: null,
    lookups,
    evidence: { class: evidenceClass(path, facts, reference), rule: `references.${rule}` },
  };
}

const truncatedFile = (file: string, line: number): Problem => ({
  file,
  line,
  code: "truncated",
  message: `More than ${MAX_REFERENCES_PER_FILE} references; this line and the rest are left out.`,
});

const truncatedRepository = (omitted: number): Problem => ({
  file: null,
  line: null,
  code: "truncated",
  message: `More than ${MAX_REFERENCES_PER_REPOSITORY} references; ${omitted} are left out.`,
});
