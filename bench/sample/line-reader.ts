import type { LocalRepository } from "@knockon/adapters/git-host/local/discover";
import { runGit } from "@knockon/adapters/git-host/local/git";
import type { Report, ReportDeclaration } from "../../packages/cli/src/offline/report.ts";

/** Reads the line of a declaration from the commit that was scanned; undefined where there is none. */
export function lineReader(
  report: Report,
  repositories: readonly LocalRepository[],
): (declaration: ReportDeclaration) => Promise<string | undefined> {
  const gitDirs = new Map(repositories.map(({ fullPath, gitDir }) => [fullPath, gitDir]));
  const commits = new Map(report.repositories.map((one) => [one.full_path, one.commit_sha]));
  return async ({ repository, source_file, source_line }) => {
    const gitDir = gitDirs.get(repository);
    if (gitDir === undefined) throw new Error(`The report was not scanned from there: no ${repository}.`);
    const { stdout } = await runGit(gitDir, [
      "cat-file",
      "blob",
      `${commits.get(repository)}:${source_file}`,
    ]);
    return stdout.toString("utf8").split("\n")[(source_line ?? 0) - 1];
  };
}
