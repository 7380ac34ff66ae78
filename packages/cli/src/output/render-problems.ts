import type { Report } from "../offline/report.ts";
import { type Cell, table } from "./format.ts";

/** A problem of a report, with its repository. */
export interface RepositoryProblem {
  repository: string;
  file: string | null;
  line: number | null;
  code: string;
  message: string;
}

/** Returns a report's problems, ordered by repository, file and line. */
export const problemsOf = ({ repositories }: Pick<Report, "repositories">): RepositoryProblem[] =>
  repositories.flatMap(({ full_path: repository, problems }) =>
    problems.map(({ file, line, code, message }) => ({ repository, file, line, code, message })),
  );

/** Renders the first problems in columns: repository, file and line, code, message. */
export function renderProblems(problems: readonly RepositoryProblem[], limit = Infinity): string {
  const rows = problems.slice(0, limit).map(({ repository, file, line, code, message }): Cell[] => {
    const place = file === null ? "" : line === null ? file : `${file}:${line}`;
    return [repository, place, code, message];
  });
  const more = problems.length - rows.length;
  const hint = `${more} more. See "knockon problems --in FILE" with the report of "knockon scan --json FILE".`;
  return [table(rows), ...(more > 0 ? [hint] : [])].join("\n");
}
