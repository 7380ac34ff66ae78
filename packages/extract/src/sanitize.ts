import type { Declaration, LinkResult, Problem, ProducedArtifact } from "./ecosystem.ts";

/** What no ecosystem may let out, wherever it was written: passwords and tokens in URLs, and unprintable text. */
export function sanitize({ declarations, artifacts, problems }: LinkResult): LinkResult {
  return {
    declarations: declarations.map(sanitizeDeclaration),
    artifacts: artifacts.map(sanitizeArtifact),
    problems: problems.map(sanitizeProblem),
  };
}

const sanitizeDeclaration = (declaration: Declaration): Declaration => ({
  ...declaration,
  rawReference: safe(declaration.rawReference),
  artifact: safe(declaration.artifact),
  versionConstraint: safeIfAny(declaration.versionConstraint),
  unbound: safeIfAny(declaration.unbound),
  versionComment: safeIfAny(declaration.versionComment),
  lookups: declaration.lookups.map(safe),
});

const sanitizeArtifact = (artifact: ProducedArtifact): ProducedArtifact => ({
  ...artifact,
  name: safe(artifact.name),
  version: safeIfAny(artifact.version),
  registryUrl: safeIfAny(artifact.registryUrl),
  announces: artifact.announces.map(safe),
});

const sanitizeProblem = (problem: Problem): Problem => ({ ...problem, message: safe(problem.message) });

const safe = (text: string): string => redact(printable(text));
const safeIfAny = (text: string | null): string | null => (text === null ? null : safe(text));

/** A database refuses NUL and half a surrogate pair, a terminal obeys the other controls: they become U+FFFD. */
const printable = (text: string): string => text.toWellFormed().replace(/\p{Cc}/gu, "\ufffd");

/** Over http a user name can be a token; over ssh it is only a name. */
const redact = (text: string): string =>
  text
    .replace(/(https?:\/\/)[^\s/@]{1,500}@/gi, "$1")
    .replace(/(:\/\/[^\s/@:]{1,100}):[^\s/@]{1,500}@/g, "$1@");
