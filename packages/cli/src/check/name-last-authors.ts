import { findRepositories } from "@knockon/adapters/git-host/local/discover";
import { findLastAuthors } from "@knockon/adapters/git-host/local/last-authors";
import type { Check } from "@knockon/contract/resources/check";
import type { LineOwner } from "@knockon/contract/resources/fields";
import type { Report } from "../offline/report.ts";

/** Files in which authors are looked up. */
const MAX_FILES = 100;
const TIME_LIMIT_MS = 10_000;
const CONCURRENCY = 4;

type Found = Pick<Check["breaks"][number], "consumer" | "use" | "owner">;

/**
 * Names the last author of each line in a check that has no owner in CODEOWNERS, from a folder or listing of local repositories. Reads
 * the commits that the report was made from. Returns what it left out as notes.
 */
export async function nameLastAuthors(
  check: Check,
  report: Report,
  clones: string,
): Promise<{ check: Check; notes: string[] }> {
  const unowned = [...check.breaks, ...check.undecided].filter(isWithoutCodeowners);
  const files = Map.groupBy(unowned, fileKey);
  const authors = new Map<string, string>();
  const findCommit = await openClones(report, clones);
  const deadline = performance.now() + TIME_LIMIT_MS;
  const todo = [...files.values()].slice(0, MAX_FILES);
  let skipped = files.size - todo.length;
  const worker = async (): Promise<void> => {
    for (let uses = todo.shift(); uses; uses = todo.shift()) {
      const rest = deadline - performance.now();
      if (rest <= 0) {
        skipped += 1;
        continue;
      }
      for (const [key, name] of await authorsOf(uses, findCommit, rest)) authors.set(key, name);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  const named = <T extends Found>(one: T): T => {
    const name = isWithoutCodeowners(one) ? authors.get(lineKey(one)) : undefined;
    const owner: LineOwner | null = name === undefined ? one.owner : { names: [name], source: "last_author" };
    return { ...one, owner };
  };
  return {
    check: { ...check, breaks: check.breaks.map(named), undecided: check.undecided.map(named) },
    notes:
      skipped === 0
        ? []
        : [`The last authors of lines in ${skipped} files were not looked up: this check has too many.`],
  };
}

type FindCommit = (repository: string) => { gitDir: string; commitSha: string } | undefined;

/** Returns the clone of a repository, with the commit that the report was made from. */
async function openClones(report: Report, clones: string): Promise<FindCommit> {
  const { repositories } = await findRepositories(clones);
  const gitDirs = new Map(repositories.map((one) => [one.fullPath, one.gitDir]));
  const commits = new Map(report.repositories.map((one) => [one.full_path, one.commit_sha]));
  return (repository) => {
    const gitDir = gitDirs.get(repository);
    const commitSha = commits.get(repository) ?? null;
    return gitDir === undefined || commitSha === null ? undefined : { gitDir, commitSha };
  };
}

/** Returns the last authors of lines in one file, by line. */
async function authorsOf(
  uses: readonly Found[],
  findCommit: FindCommit,
  timeoutMs: number,
): Promise<[key: string, name: string][]> {
  const [first] = uses;
  const clone = first && findCommit(first.consumer.full_path);
  if (!clone) return [];
  const lines = uses.map(({ use }) => use.line);
  const { gitDir, commitSha } = clone;
  const authors = await findLastAuthors(gitDir, { commitSha, file: first.use.file, lines }, timeoutMs);
  return uses.flatMap((one) => {
    const name = authors.get(one.use.line);
    return name === undefined ? [] : [[lineKey(one), name]];
  });
}

const isWithoutCodeowners = ({ owner }: Found): boolean => owner?.source !== "codeowners";

const fileKey = ({ consumer, use }: Found): string => JSON.stringify([consumer.full_path, use.file]);

const lineKey = ({ consumer, use }: Found): string =>
  JSON.stringify([consumer.full_path, use.file, use.line]);
