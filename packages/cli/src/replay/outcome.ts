import { runGit } from "@knockon/adapters/git-host/local/git";
import { isAncestor } from "@knockon/adapters/git-host/local/history";
import type { ExtractedDeclaration, ExtractionResult } from "@knockon/extract/ecosystem";
import type { Break } from "@knockon/graph/interface/find-breaks";
import type { CheckedUse } from "@knockon/graph/interface/present-check";
import { usedScope } from "@knockon/graph/interface/used-scope";
import type { Reference } from "../check/offline-check.ts";
import type { ProducerCommit } from "./interface-changes.ts";
import type { Fix } from "./replay-report.ts";
import type { Cursor, Timeline } from "./timeline.ts";

export type FoundBreak = Break<CheckedUse<Reference>>;

/** What the consumer did. Both are null if it never got the change. */
export interface Reaction {
  reachedAt: Date | null;
  fix: Fix | null;
}

interface Consumer {
  timeline: Timeline;
  /** Just before the change. */
  cursor: Cursor;
  /** Its declarations then. */
  extraction: ExtractionResult;
}

/**
 * Follows the lines of one warning through the later commits of the consumer: when it gets the change, and which commit ends the
 * break at most `withinMs` later.
 */
export async function followConsumer(
  breaks: readonly [FoundBreak, ...FoundBreak[]],
  change: ProducerCommit,
  { timeline, cursor, extraction }: Consumer,
  withinMs: number,
): Promise<Reaction> {
  const [found] = breaks;
  const origin = findOrigin(found, extraction);
  if (!origin) return { reachedAt: null, fix: null };
  const interfaces = change.changes.flatMap(({ before }) => before ?? []);
  /** Tells the modules of one repository apart. */
  const scopeOf = (one: ExtractedDeclaration): string | undefined =>
    usedScope({ ...one, scope: one.targetScope }, interfaces);
  const known = new Map<string, Promise<boolean | undefined>>();
  const contains: Contains = (one) => {
    const version = one.locked?.version ?? one.versionConstraint;
    if (version === null) return Promise.resolve(undefined);
    const answer = known.get(version) ?? containsChange(change, version, one.artifact);
    known.set(version, answer);
    return answer;
  };
  const names = new Set([
    found.name.toLowerCase(),
    ...(origin.arguments ?? [])
      .filter(({ kind, name }) => kind === found.kind && isRelated(name, found.name))
      .map(({ name }) => name.toLowerCase()),
  ]);
  const { clock } = found.use;
  const isReached = (await contains(origin)) ?? clock !== "bump";
  let reachedAt = isReached ? change.commit.at : null;
  let fix: Fix | null = null;
  const files = new Set(breaks.flatMap(({ use, at }) => [use.file, at.file]));
  if (origin.locked) files.add(origin.locked.file);
  for (const [index, { commitSha, at, changes }] of timeline.commits.entries()) {
    if (index < cursor.index || !changes.some(({ path }) => files.has(path))) continue;
    if (reachedAt && at.getTime() > reachedAt.getTime() + withinMs) break;
    await cursor.advanceTo(index + 1);
    const extracted = await cursor.extract();
    const same = findSame(origin, extracted, cursor.has(origin.sourceFile)).filter(
      (one) => scopeOf(one) === scopeOf(origin),
    );
    const later = found.kind === "peer" ? same.map((one) => withDeclaredPeers(one, extracted)) : same;
    if (!reachedAt) {
      const moved = later.filter((one) => one.versionConstraint !== origin.versionConstraint);
      const reaching = await Promise.all(moved.map(async (one) => (await contains(one)) ?? true));
      if (reaching.includes(true)) reachedAt = at;
    }
    const how = await reactionOf(found, names, origin, later, contains);
    fix = how && (fix ?? { commit: commitSha, at: at.toISOString(), how });
    if (fix && reachedAt) break;
  }
  return reachedAt ? { reachedAt, fix } : { reachedAt: null, fix: null };
}

/** Whether one name is above the other: to pass `ingress` passes `ingress.host`. */
const isRelated = (a: string, b: string): boolean =>
  `${a}.`.startsWith(`${b}.`) || `${b}.`.startsWith(`${a}.`);

type Contains = (declaration: ExtractedDeclaration) => Promise<boolean | undefined>;

/** Returns how a later state ends the break, or null. */
async function reactionOf(
  { kind, change }: FoundBreak,
  names: ReadonlySet<string>,
  origin: ExtractedDeclaration,
  later: readonly ExtractedDeclaration[],
  contains: Contains,
): Promise<Fix["how"] | null> {
  if (later.length === 0) return "removed";
  const wasReached = await contains(origin);
  const reached = [];
  for (const one of later) {
    const isMoved = wasReached !== false && one.versionConstraint !== origin.versionConstraint;
    if (!isMoved || (await contains(one)) !== false) reached.push(one);
  }
  if (reached.length === 0) return "pinned";
  if (change === "artifact_removed") return null;
  const isNamed = (one: ExtractedDeclaration): boolean =>
    one.arguments?.some((each) => each.kind === kind && names.has(each.name.toLowerCase())) === true ||
    (change === "required" && kind !== null && one.openArguments?.[kind] !== undefined);
  if (change === "required") return reached.every(isNamed) ? "passed" : null;
  return reached.some(isNamed) ? null : "dropped";
}

/** The declaration whose use breaks, as the consumer wrote it. */
function findOrigin({ use }: FoundBreak, { declarations }: ExtractionResult) {
  const type = use.scope.slice(0, use.scope.indexOf(":"));
  const onLine = declarations.filter(
    ({ dependencyType, sourceFile, sourceLine }) =>
      dependencyType === type && sourceFile === use.file && sourceLine === use.line,
  );
  return onLine.find((one) => one.versionConstraint === use.versionConstraint) ?? onLine[0];
}

/** The uses of the same artifact in the same file, or anywhere if the file is gone. */
const findSame = (
  origin: ExtractedDeclaration,
  { declarations }: ExtractionResult,
  hasFile: boolean,
): ExtractedDeclaration[] =>
  declarations.filter(
    ({ dependencyType, artifact, sourceFile }) =>
      dependencyType === origin.dependencyType &&
      artifact === origin.artifact &&
      (!hasFile || sourceFile === origin.sourceFile),
  );

/** Adds what its manifest declares to the arguments of a declaration: see `graph/src/interface/peers.ts`. */
const withDeclaredPeers = (
  one: ExtractedDeclaration,
  { declarations }: ExtractionResult,
): ExtractedDeclaration => ({
  ...one,
  arguments: declarations.flatMap(({ sourceFile: file, sourceLine: line, artifact, versionConstraint }) =>
    file === one.sourceFile ? [{ kind: "peer", name: `${artifact} ${versionConstraint}`, file, line }] : [],
  ),
});

const BRANCHES: ReadonlySet<string> = new Set(["main", "master", "trunk", "head"]);
/** A commit, or the end of a Go pseudo-version. */
const COMMIT = /^(?:v\d.*-)?(?<commit>[\da-f]{12}|[\da-f]{7,10}|[\da-f]{40}|[\da-f]{64})$/;

/** Whether a version contains the change. Undefined for ranges and unknown versions. */
async function containsChange(
  { producer, commit }: ProducerCommit,
  written: string,
  artifact: string,
): Promise<boolean | undefined> {
  const version = written.replace(/^refs\/(?:heads|tags)\/|^==?\s*/, "");
  const { gitDir, defaultBranch } = producer.repository;
  if (version === defaultBranch || BRANCHES.has(version.toLowerCase())) return true;
  const revisions = [
    findTag(producer, version, artifact),
    `refs/heads/${version}`,
    `refs/remotes/origin/${version}`,
    COMMIT.exec(version)?.groups?.["commit"],
  ];
  for (const revision of revisions)
    if (revision !== undefined && (await hasCommit(gitDir, revision)))
      return await isAncestor(gitDir, commit.commitSha, revision);
  return undefined;
}

const hasCommit = async (gitDir: string, revision: string): Promise<boolean> =>
  (await runGit(gitDir, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`]))
    .exitCode === 0;

/** Tags of a monorepo have a prefix: `apis/meta/v1.2.0`, `chart-1.2.0`. */
function findTag({ tags }: Timeline, version: string, artifact: string): string | undefined {
  const names = [version, `v${version}`];
  const matching = tags.filter(({ name }) =>
    names.some((one) => name === one || name.endsWith(`/${one}`) || name.endsWith(`-${one}`)),
  );
  const prefixed = matching.filter(({ name }) => {
    const prefix = name.slice(0, name.lastIndexOf(version)).replace(/[-/]?v?$/, "");
    return prefix === "" || artifact.endsWith(`/${prefix}`) || artifact === prefix;
  });
  const [first = matching[0]] = prefixed.toSorted((a, b) => b.name.length - a.name.length);
  return first && `refs/tags/${first.name}`;
}
