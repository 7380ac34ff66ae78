import { join } from "node:path";
import { runMeasured, type Cost } from "../measure/run-measured.ts";
import type { Commit } from "../measure/commits.ts";

/** Arguments: triples of git directory, commit and folder. Fails if either side of the pipe fails. */
const ARCHIVE = `
set -o pipefail
while [ $# -gt 0 ]; do
  mkdir -p "$3" && git -c safe.directory='*' --git-dir="$1" archive "$2" | tar x -C "$3" || exit 1
  shift 3
done`;

/** Unpacks commits into subfolders. Fails if an object is absent; fetches nothing. */
export const archive = (commits: readonly Commit[], folder: string): Promise<Cost> =>
  runMeasured(
    [
      "bash",
      "-c",
      ARCHIVE,
      "bash",
      ...commits.flatMap(({ repository: { gitDir, fullPath }, commitSha }) => [
        gitDir,
        commitSha,
        join(folder, fullPath),
      ]),
    ],
    { env: { ...process.env, GIT_NO_LAZY_FETCH: "1", GIT_TERMINAL_PROMPT: "0" } },
  );
