import type { ArtifactInterface } from "@knockon/extract/interface";
import {
  diffInterfaces,
  type InterfaceChange,
  type MemberChange,
} from "@knockon/graph/interface/diff-interfaces";
import { isUnlimited, isWidened } from "@knockon/graph/interface/supported-versions";
import { isVersioned } from "@knockon/contract/vocabulary/interface";
import type { BranchCommit } from "@knockon/adapters/git-host/local/first-parents";
import type { Timeline } from "./timeline.ts";

/** A commit that changes what its repository offers. */
export interface ProducerCommit {
  producer: Timeline;
  commit: BranchCommit;
  /** The number of commits before it. */
  index: number;
  changes: InterfaceChange[];
}

/** Commits whose files are read together. */
const READ_AHEAD = 64;

/**
 * Finds the commits that change an interface, oldest first. `onCommit` is called for each commit. Ends early if the repository
 * cannot be read: see `Timeline.error`.
 */
export async function* findProducerCommits(
  producer: Timeline,
  onCommit: () => void,
): AsyncGenerator<ProducerCommit> {
  try {
    yield* readProducerCommits(producer, onCommit);
  } catch (error) {
    producer.fail(error);
  }
}

async function* readProducerCommits(
  producer: Timeline,
  onCommit: () => void,
): AsyncGenerator<ProducerCommit> {
  const cursor = producer.start();
  let { interfaces: before } = await cursor.extractInterfaces();
  for (const [index, commit] of producer.commits.entries()) {
    if (index % READ_AHEAD === 0) {
      const ahead = producer.commits.slice(index, index + READ_AHEAD);
      await producer.factsOf(ahead.flatMap(({ changes }) => changes.flatMap(({ after }) => after ?? [])));
    }
    const isRelevant = await cursor.advanceTo(index + 1);
    onCommit();
    if (!isRelevant) continue;
    const after = await readInterfaces(cursor, before);
    const changes = diffInterfaces(before, after);
    before = after;
    if (changes.length > 0) yield { producer, commit, index, changes };
  }
}

/** An artifact in a file that cannot be read at this commit stays as it was. */
async function readInterfaces(
  cursor: ReturnType<Timeline["start"]>,
  before: readonly ArtifactInterface[],
): Promise<ArtifactInterface[]> {
  const { interfaces, problems } = await cursor.extractInterfaces();
  const unreadable = new Set(problems.flatMap(({ file }) => file ?? []));
  const scopes = new Set(interfaces.map(({ scope }) => scope));
  return [
    ...interfaces,
    ...before.filter(({ scope, file }) => !scopes.has(scope) && unreadable.has(file) && cursor.has(file)),
  ];
}

/** Whether a change removes or newly requires anything, or supports fewer versions. */
export const isBreaking = ({ before, after, members }: InterfaceChange): boolean =>
  before !== null &&
  (after === null ||
    members.some(
      (one) =>
        isRemoved(one) ||
        (one.after?.required === true && one.before?.required !== true) ||
        (one.after && isVersioned(one.after.kind) && !(one.before && isWidened(one.before, one.after))),
    ));

/** Whether a name is gone that consumers may pass. */
export const isRemoved = ({ before, after }: MemberChange): boolean =>
  !after && !(before && isUnlimited(before.kind));

/** Merges the commits of all repositories by time. Each repository is read up to its next such commit, concurrently. */
export async function* mergeByTime(
  sources: readonly AsyncGenerator<ProducerCommit>[],
): AsyncGenerator<ProducerCommit> {
  const waiting = await Promise.all(sources.map(async (source) => ({ source, next: await source.next() })));
  for (;;) {
    let first: (typeof waiting)[number] | undefined;
    for (const one of waiting)
      if (!one.next.done && (first === undefined || timeOf(one.next.value) < timeOf(first.next.value)))
        first = one;
    if (!first || first.next.done) return;
    yield first.next.value;
    first.next = await first.source.next();
  }
}

const timeOf = (one: ProducerCommit | undefined): number => one?.commit.at.getTime() ?? Infinity;
