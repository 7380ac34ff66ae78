import type { Report } from "../offline/report.ts";
import { outputWidth } from "./fit.ts";
import { printLines, table } from "./format.ts";

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

/**
 * Renders the first problems in columns: repository, file and line, code, message. In a terminal that is too narrow for them, the
 * message has a separate line.
 */
export function renderProblems(
  problems: readonly RepositoryProblem[],
  limit = Infinity,
  width = outputWidth(),
): string {
  const rows = problems.slice(0, limit).map(({ repository, file, line, code, message }) => {
    const place = file === null ? "" : line === null ? file : `${file}:${line}`;
    return [repository, place, code, message] as const;
  });
  const columns = table(rows, Infinity);
  const isTooWide = columns.split("\n").some((line) => line.length > width);
  const lines = rows.flatMap(([repository, place, code, message]) => [
    [repository, place, code].filter((part) => part !== "").join("  "),
    `    ${message}`,
  ]);
  const shown = isTooWide ? printLines(lines, width).trimEnd() : columns;
  const more = problems.length - rows.length;
  const hint = `${more} more. See "knockon problems --in FILE" with the report of "knockon scan --json FILE".`;
  return [shown, ...(more > 0 ? [hint] : [])].join("\n");
}
