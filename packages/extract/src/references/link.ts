import type { EvidenceClass } from "@knockon/contract/vocabulary/evidence";
import { fileUse } from "../scope.ts";
import type { Declaration, LinkInput, LinkResult, Problem, RepositoryIdentity } from "../ecosystem.ts";
import { parseGitUrl } from "../git-url.ts";
import { capDataDirectories } from "./data-directory.ts";
import { fileKind, isCode } from "./file-kind.ts";
import { placeOfUse } from "./role.ts";
import { MAX_REFERENCES_PER_FILE, type ReferenceFacts } from "./read.ts";
import type { Reference } from "./reference.ts";

export const MAX_REFERENCES_PER_REPOSITORY = 10_000;

/** Declares the references of a repository, except those to itself, up to the limit. Uses by name have a separate limit. */
export function linkReferences({ files, repository, tree }: LinkInput<ReferenceFacts>): LinkResult {
  const isSelf = createSelfTest(repository);
  const written = files.flatMap(({ path, facts }) =>
    facts.references
      .filter((reference) => !isSelf(reference))
      .map((reference) => ({ reference, evidence: evidenceClass(path, facts, reference) }))
      .filter(({ reference, evidence }) => evidence !== "prose" || reference.position !== "sentence")
      .map(({ reference, evidence }) => declaration(path, reference, evidence)),
  );
  const problems = files.flatMap(({ path, facts }) =>
    facts.truncatedAt === null ? [] : [truncatedFile(path, facts.truncatedAt)],
  );
  const [owner = ""] = repository.fullPath.split("/");
  const { kept: found, problems: capped } = capDataDirectories(written, tree, owner);
  problems.push(...capped);
  const declarations = [false, true].flatMap((isByName) =>
    found
      .filter(({ requiresProducer = false }) => requiresProducer === isByName)
      .slice(0, MAX_REFERENCES_PER_REPOSITORY),
  );
  const omitted = found.length - declarations.length;
  if (omitted > 0) problems.push(truncatedRepository(omitted));
  return { declarations, artifacts: [], problems };
}

/** Returns whether a reference is to the own repository, or to a mirror with the same path on another host. */
function createSelfTest({ fullPath, cloneUrl }: RepositoryIdentity): (reference: Reference) => boolean {
  const own = cloneUrl === null ? undefined : parseGitUrl(cloneUrl)?.location;
  const ownPath = `/${fullPath.toLowerCase()}`;
  return ({ repository }) =>
    repository !== null && (repository === own || repository.slice(repository.indexOf("/")) === ownPath);
}

function declaration(path: string, reference: Reference, evidence: EvidenceClass): Declaration {
  const { line, rule, rawReference, artifact, versionConstraint } = reference;
  const { dependencyType, versioning, unbound, lookups, requiresProducer } = reference;
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
    evidence: { class: evidence, rule: `references.${rule}` },
    ...fileUse(reference.file),
    ...(evidence === "prose" ? {} : placeOfUse(path, reference)),
    ...(requiresProducer && { requiresProducer }),
  };
}

const truncatedFile = (file: string, line: number): Problem => ({
  file,
  line,
  code: "truncated",
  message: `More than ${MAX_REFERENCES_PER_FILE} references. This line and the rest of the file are skipped.`,
});

const truncatedRepository = (omitted: number): Problem => ({
  file: null,
  line: null,
  code: "truncated",
  message: `More than ${MAX_REFERENCES_PER_REPOSITORY} references. ${omitted} are skipped.`,
});

/** Fields in which a manifest describes its own project. */
const DESCRIPTION: readonly { path: RegExp; field: RegExp }[] = [
  { path: /(?:^|\/)package\.json$/, field: /^(?:repository|homepage|bugs|author|funding|url)$/ },
  {
    path: /(?:^|\/)(?:pom\.xml|\w+\.nuspec|setup\.(?:py|cfg))$/,
    field: /^(?:url|\w*connection|projecturl|project_urls|download_url|scm)$/,
  },
  {
    path: /\.(?:toml|json|ya?ml|gemspec|podspec|cabal|py|cfg|nix)$/,
    field:
      /^(?:homepage|bugs|documentation|changelog|bug[-_]?tracker|issues|funding|license|author|\w+_uri|tracker|(?:runbook|docs|documentation|help|dashboard)(?:_?url)?)$/,
  },
  {
    path: /\.(?:toml|json|ya?ml|tf|tofu|hcl)$/,
    field:
      /^(?:\$schema|description|summary|title|message|note|help|link|see|about|source-(?:code|repo|repository))$/,
  },
  {
    path: /(?:^|\/)(?:cargo|pyproject)\.toml$|(?:^|\/)(?:galaxy|pubspec)\.ya?ml$/i,
    field: /^(?:repository|source)$/,
  },
];

/** Returns the evidence class of a reference by its file and context. */
function evidenceClass(path: string, facts: ReferenceFacts, reference: Reference): EvidenceClass {
  const kind = fileKind(path);
  const isProse = facts.isGenerated || reference.isProse || reference.isDiscussion || kind === "prose";
  if (isProse || isDescription(path, reference.field)) return "prose";
  // Programs that name a command usually print it.
  if (isCode(path) && kind !== "build_file" && isTextInCode(reference)) return "prose";
  const isScript = facts.isScript && !isCode(path);
  if (kind === "build_file" || isScript || reference.isFetched) return "build_file";
  return reference.isInSentence ? "prose" : "unclassified";
}

const isTextInCode = ({ position }: Reference): boolean => position === "start" || position === "sentence";

const isDescription = (path: string, field: string | null): boolean =>
  field !== null && DESCRIPTION.some((place) => place.path.test(path) && place.field.test(field));
