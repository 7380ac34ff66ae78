import { at, itemsOf, textOf, type DataNode } from "../../document/node.ts";
import { hasExpression } from "./expression.ts";

const MATRIX_EXPRESSION = /\$\{\{\s*matrix\.(?<path>[\w-]+(?:\.[\w-]+)*)\s*\}\}/g;

/** GitHub's own limit to the jobs of a matrix. */
const MAX_VALUES = 256;

/** Longer than any image's name; bounds what substitution can build. */
const MAX_LENGTH = 1024;

/**
 * The text once for each value that the job's matrix gives its one `matrix.…` expression. The text as it stands where
 * it has none or several of them, or where a value is computed: a partial list would pass for the whole.
 */
export function bindMatrix(text: string, job: DataNode): string[] {
  const paths = new Set(
    Array.from(text.matchAll(MATRIX_EXPRESSION), (match) => match.groups?.["path"] ?? ""),
  );
  const [path] = paths;
  if (path === undefined || paths.size > 1 || text.length > MAX_LENGTH) return [text];
  const values = literalValues(at(job, "strategy", "matrix"), path.split("."));
  return values.length === 0
    ? [text]
    : values.map((value) => text.replaceAll(MATRIX_EXPRESSION, () => value));
}

/** Empty unless every value is literal and their number and size are what a matrix can have. */
function literalValues(matrix: DataNode | undefined, path: readonly string[]): string[] {
  const [key = "", ...fields] = path;
  const list = at(matrix, key);
  if (list && list.kind !== "list") return [];
  const listed = itemsOf(list).map((item) => textOf(at(item, ...fields)));
  const included = itemsOf(at(matrix, "include")).filter((row) => at(row, key));
  const values = [...listed, ...included.map((row) => textOf(at(row, ...path)))];
  if (values.length > MAX_VALUES) return [];
  const literals = values.filter(
    (value): value is string => value !== undefined && value.length <= MAX_LENGTH && !hasExpression(value),
  );
  return literals.length === values.length ? literals : [];
}
