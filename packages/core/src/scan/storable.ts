import type { LinkResult, Problem } from "@knockon/extract/ecosystem";

/** In UTF-16 units; what an index entry of 2,700 bytes holds in any script. */
const MAX_INDEXED_LENGTH = 800;
/** How JSON writes what Postgres refuses: NUL and half a surrogate pair. */
const REFUSED = /\\u(?:0000|d[89a-f])/i;

/**
 * The extraction as Postgres can take it, so that no repository's content fails its scan, or worse, its workspace's
 * publish: characters that it refuses are replaced, entries whose name or path no index holds are left out, with a
 * problem that says so.
 */
export function storable({ declarations, artifacts, problems }: LinkResult): LinkResult {
  const keptDeclarations = declarations.filter((one) => isIndexable(one.artifact, one.sourceFile));
  const keptArtifacts = artifacts.filter((one) => isIndexable(one.name));
  const leftOut = declarations.length - keptDeclarations.length + (artifacts.length - keptArtifacts.length);
  return replaceRefused({
    declarations: keptDeclarations,
    artifacts: keptArtifacts,
    problems: leftOut === 0 ? problems : [...problems, leftOutProblem(leftOut)],
  });
}

const isIndexable = (...texts: string[]): boolean => texts.every((text) => text.length <= MAX_INDEXED_LENGTH);

const leftOutProblem = (count: number): Problem => ({
  file: null,
  line: null,
  code: "truncated",
  message: `Left out for a name or path of over ${MAX_INDEXED_LENGTH} characters: ${count}.`,
});

function replaceRefused<T>(value: T): T {
  if (!REFUSED.test(JSON.stringify(value))) return value;
  const replaced = JSON.stringify(value, (_, one: unknown) =>
    typeof one === "string" ? one.toWellFormed().replaceAll("\0", "\uFFFD") : one,
  );
  return JSON.parse(replaced) as T;
}
