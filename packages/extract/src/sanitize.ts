import type { Argument, ArtifactInterface, Member, OpenKinds } from "./interface.ts";
import type { ExtractedDeclaration, ExtractionResult, Problem, ProducedArtifact } from "./ecosystem.ts";

/**
 * In UTF-16 units. Resolving compares names with patterns, some of which take quadratic time. An index entry of Postgres holds 2,700
 * bytes, which is enough for this length in any script.
 */
export const MAX_NAME_LENGTH = 800;

/**
 * Removes passwords and tokens in URLs, and unprintable characters, from every text of a result. Leaves out entries whose name or path
 * is too long, and adds a problem that counts them.
 */
export function sanitize({
  declarations,
  artifacts,
  compositions,
  problems,
  interfaces,
  owners,
}: ExtractionResult): ExtractionResult {
  const keptDeclarations = declarations.filter((one) => isShort(one.artifact) && isShort(one.sourceFile));
  const keptArtifacts = artifacts.filter((one) => isShort(one.name) && isShort(one.sourceFile));
  const leftOut = declarations.length - keptDeclarations.length + artifacts.length - keptArtifacts.length;
  return {
    ...(interfaces && { interfaces: interfaces.map(sanitizeInterface) }),
    declarations: keptDeclarations.map(sanitizeDeclaration),
    artifacts: keptArtifacts.map(sanitizeArtifact),
    compositions: compositions.map(({ outer, inner }) => ({ outer: safe(outer), inner: safe(inner) })),
    problems: [...problems.map(sanitizeProblem), ...(leftOut === 0 ? [] : [leftOutProblem(leftOut)])],
    ...(owners && { owners: owners.map((one) => ({ ...one, owners: one.owners.map(safe) })) }),
  };
}

const isShort = (text: string): boolean => text.length <= MAX_NAME_LENGTH;

const leftOutProblem = (count: number): Problem => ({
  file: null,
  line: null,
  code: "truncated",
  message: `Entries left out because their name or path is longer than ${MAX_NAME_LENGTH} characters: ${count}.`,
});

const sanitizeDeclaration = (declaration: ExtractedDeclaration): ExtractedDeclaration => ({
  ...declaration,
  rawReference: safe(declaration.rawReference),
  artifact: safe(declaration.artifact),
  versionConstraint: safeIfAny(declaration.versionConstraint),
  unbound: safeIfAny(declaration.unbound),
  versionComment: safeIfAny(declaration.versionComment),
  lookups: declaration.lookups.filter(isShort).map(safe),
  scope: safeIfAny(declaration.scope),
  ...(declaration.targetScope !== undefined && { targetScope: safe(declaration.targetScope) }),
  ...(declaration.targetName !== undefined && { targetName: safe(declaration.targetName) }),
  locked: declaration.locked && { ...declaration.locked, version: safeIfAny(declaration.locked.version) },
  ...(declaration.arguments && { arguments: declaration.arguments.map(sanitizeName) }),
  ...(declaration.openArguments && { openArguments: sanitizeReasons(declaration.openArguments) }),
});

const sanitizeName = <T extends Member | Argument>(one: T): T => ({ ...one, name: safe(one.name) });

const sanitizeReasons = (open: OpenKinds): OpenKinds =>
  Object.fromEntries(Object.entries(open).map(([kind, reason]) => [kind, safe(reason)]));

const sanitizeInterface = ({
  scope,
  members,
  strict,
  open,
  ...rest
}: ArtifactInterface): ArtifactInterface => ({
  ...rest,
  scope: safe(scope),
  ...(strict && { strict: strict.map(safe) }),
  ...(open && { open: sanitizeReasons(open) }),
  members: members.map((one) => ({
    ...sanitizeName(one),
    ...(one.type !== undefined && { type: safe(one.type) }),
  })),
});

const sanitizeArtifact = (artifact: ProducedArtifact): ProducedArtifact => ({
  ...artifact,
  name: safe(artifact.name),
  version: safeIfAny(artifact.version),
  registryUrl: safeIfAny(artifact.registryUrl),
  announces: artifact.announces.filter(isShort).map(safe),
});

const sanitizeProblem = (problem: Problem): Problem => ({ ...problem, message: safe(problem.message) });

/** Nearly every text. Credentials end with `@`, or are in the query of a URL. */
const HARMLESS = /^[ ->A-~]*$/;

const safe = (text: string): string => (HARMLESS.test(text) ? text : redact(printable(text)));
const safeIfAny = (text: string | null): string | null => (text === null ? null : safe(text));

/** Replaces control characters and lone surrogates with U+FFFD: Postgres rejects some, and terminals interpret others. */
const printable = (text: string): string => text.toWellFormed().replace(/\p{Cc}/gu, "\ufffd");

/** Parameters of URLs whose values are secret, unless the value is a variable. */
const SECRET_PARAMETER =
  /([?&](?:[a-z]+[_-])*(?:token|secret|password|passwd|api_?key|sig|signature)=)(?![$<{%])[^&\s#"'`)>]+/gi;

/** Over HTTP, a user name can be a token. Over SSH, only the password is secret. */
const redact = (text: string): string =>
  text
    .replace(/(https?:\/\/)[^\s/@]{1,500}@/gi, "$1")
    .replace(/(:\/\/[^\s/@:]{1,100}):[^\s/@]{1,500}@/g, "$1@")
    .replace(SECRET_PARAMETER, "$1");
