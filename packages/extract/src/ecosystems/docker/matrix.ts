import { at, entriesOf, itemsOf, textOf, type DataNode } from "../../document/node.ts";

/** Bounds the combinations of a matrix. */
const MAX_COMBINATIONS = 64;

type Values = ReadonlyMap<string, string>;

/**
 * Returns the environment of each combination of a job's matrix, with its values by expression: `matrix.image`. Axes that
 * are computed have no values. Returns the outer environment alone for a job without a matrix.
 */
export function matricesOf(job: DataNode, outer: Values): Values[] {
  const matrix = at(job, "strategy", "matrix");
  const axes = matrix ? entriesOf(matrix).filter(({ key }) => key !== "include" && key !== "exclude") : [];
  let combinations: Values[] = [new Map()];
  for (const { key, value } of axes) {
    const values = itemsOf(value).map((item) => flatten(`matrix.${key}`, item));
    if (values.length === 0) continue;
    combinations = combinations
      .flatMap((known) => values.map((own) => new Map([...known, ...own])))
      .slice(0, MAX_COMBINATIONS);
  }
  const keys = new Set(combinations.flatMap((known) => [...known.keys()]));
  for (const item of itemsOf(matrix && at(matrix, "include")).slice(0, MAX_COMBINATIONS)) {
    const own = flatten("matrix", item);
    const isExtended = (known: Values): boolean =>
      [...own].every(([key, value]) => !keys.has(key) || known.get(key) === value);
    const isNew = keys.size === 0 || !combinations.some(isExtended);
    combinations = isNew
      ? [...combinations, own]
      : combinations.map((known) => (isExtended(known) ? new Map([...known, ...own]) : known));
  }
  return combinations.map((own) => new Map([...outer, ...own]));
}

/** Returns the texts of a value and of the fields of an object by expression. */
function flatten(name: string, value: DataNode): Map<string, string> {
  const text = textOf(value);
  if (text !== undefined) return new Map([[name, text]]);
  return new Map(entriesOf(value).flatMap((entry) => [...flatten(`${name}.${entry.key}`, entry.value)]));
}
