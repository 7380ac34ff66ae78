import { at, entriesOf, itemsOf, textOf, type DataNode } from "../../document/node.ts";
import { variablesOf, type Bindings } from "./variables.ts";

/** GitLab's own limit to the jobs of a matrix. */
const MAX_JOBS = 200;

export type Row = readonly (readonly [name: string, values: readonly string[]])[];

/** The rows of `parallel: matrix`; of the nearest that has one. */
export function matrixOf(chain: readonly DataNode[]): Row[] {
  const matrix = chain.map((node) => at(node, "parallel", "matrix")).find((node) => node !== undefined);
  return itemsOf(matrix).map((row) =>
    entriesOf(row).map(({ key, value }) => {
      const texts = [value, ...itemsOf(value)].map(textOf).filter((text) => text !== undefined);
      return [key, texts] as const;
    }),
  );
}

/**
 * What each job of the matrix binds of the variables in `texts`. Of what they do not name, and of a matrix that is too
 * large, nothing is bound: a partial list would pass for the whole.
 */
export function matrixBindings(rows: readonly Row[], texts: readonly string[]): Bindings[] {
  const unknown = new Map(rows.flatMap((row) => row.map(([name]) => [name, undefined] as const)));
  const named = new Set(texts.flatMap(variablesOf).filter((name) => unknown.has(name)));
  if (named.size === 0) return [unknown];
  const relevant = rows.map((row) => row.filter(([name]) => named.has(name)));
  const count = relevant.reduce((sum, row) => sum + jobCount(row), 0);
  if (count > MAX_JOBS) return [unknown];
  return relevant.flatMap(combinations).map((row) => new Map([...unknown, ...row]));
}

const jobCount = (row: Row): number => row.reduce((product, [, { length }]) => product * length, 1);

const combinations = (row: Row): [string, string][][] =>
  row.reduce<[string, string][][]>(
    (before, [name, values]) =>
      before.flatMap((each) => values.map((value): [string, string][] => [...each, [name, value]])),
    [[]],
  );
