import { once } from "node:events";
import { text } from "node:stream/consumers";
import { RepositoryUnreadableError, type History, type HistoryPage } from "@knockon/core/ports/git-host";
import { MAX_CO_AUTHORS, parseCoAuthor, type Commit } from "@knockon/extract/history/commit";
import { describeLimit, getGitOutput, GIT_LIMIT_MS, runGit, spawnGit, unreadable } from "./git.ts";

/** Fields are separated by NUL and co-authors by 0x01, which names cannot contain. */
const FIELDS = ["%ct", "%an", "%ae", "%s", "%(trailers:key=Co-authored-by,valueonly,unfold,separator=%x01)"];

/** The arguments of `git log`. Also used to benchmark Git alone. */
export const logArguments = (commitSha: string, since: string | null): string[] => [
  "log",
  "-z",
  "--no-merges",
  "--no-show-signature",
  "--no-mailmap",
  "--encoding=UTF-8",
  `--format=${FIELDS.join("%x00")}`,
  commitSha,
  ...(since === null ? [] : [`^${since}`]),
  "--",
];

/** Throws RepositoryUnreadableError for a shallow clone. Reading the pages throws it too. */
export async function openHistory(gitDir: string, commitSha: string, since: string | null): Promise<History> {
  if ((await getGitOutput(gitDir, ["rev-parse", "--is-shallow-repository"])).trim() === "true") {
    throw new RepositoryUnreadableError("a shallow clone has only a part of its history");
  }
  const isContinued = since !== null && (await isAncestor(gitDir, since, commitSha));
  return { isContinued, pages: readPages(gitDir, logArguments(commitSha, isContinued ? since : null)) };
}

/** Returns false if one of the commits does not exist. */
export async function isAncestor(gitDir: string, older: string, newer: string): Promise<boolean> {
  return (await runGit(gitDir, ["merge-base", "--is-ancestor", older, newer])).exitCode === 0;
}

/** Streams Git's output with backpressure. Ends Git when it is silent, because it waits forever for an object that is a pipe. */
export async function* readPages(
  gitDir: string,
  args: readonly string[],
  silenceMs = GIT_LIMIT_MS,
): AsyncGenerator<HistoryPage> {
  const git = spawnGit(gitDir, args);
  const waitForGit = () => setTimeout(() => git.kill("SIGKILL"), silenceMs);
  let silence = waitForGit();
  const closed = once(git, "close");
  const stderr = text(git.stderr);
  git.stdin.on("error", () => {}).end();
  git.stdout.setEncoding("utf8");
  let fields: string[] = [];
  try {
    for await (const chunk of git.stdout) {
      clearTimeout(silence);
      const more = String(chunk).split("\0");
      fields.push((fields.pop() ?? "") + (more.shift() ?? ""), ...more);
      const whole = fields.length - 1 - ((fields.length - 1) % FIELDS.length);
      yield { commits: toCommits(fields.slice(0, whole)), cursor: null };
      fields = fields.slice(whole);
      silence = waitForGit();
    }
    const [exitCode, signal] = (await closed) as [number | null, string | null];
    const errors = signal === "SIGKILL" ? describeLimit(silenceMs) : await stderr;
    // If objects are missing, Git prints the other commits as well as an error.
    if (exitCode !== 0 || /^(?:error|fatal):/m.test(errors)) throw unreadable(gitDir, errors);
  } finally {
    clearTimeout(silence);
    git.kill();
  }
}

function toCommits(fields: readonly string[]): Commit[] {
  const commits: Commit[] = [];
  for (let at = 0; at < fields.length; at += FIELDS.length) {
    const [committedAt = "", name = "", email = "", subject = "", coAuthors = ""] = fields.slice(
      at,
      at + FIELDS.length,
    );
    const others = coAuthors === "" ? [] : coAuthors.split("\u0001", MAX_CO_AUTHORS).flatMap(parseCoAuthor);
    commits.push({ authors: [{ name, email }, ...others], committedAt: Number(committedAt), subject });
  }
  return commits;
}
