import { posix } from "node:path";
import { at, entriesOf, itemsOf, textOf, type DataNode } from "../../document/node.ts";
import type { Facts } from "../../ecosystem.ts";
import type { ActionsFacts } from "./read.ts";

const START = "${{";

/** Returns the content of the first `${{ … }}` in a text, if any. */
export function findExpression(text: string): string | undefined {
  const start = text.indexOf(START);
  if (start === -1) return undefined;
  const end = text.indexOf("}}", start);
  return text.slice(start + START.length, end === -1 ? undefined : end).trim();
}

export const hasExpression = (text: string): boolean => text.includes(START);

export const MATRIX_EXPRESSION = /\$\{\{\s*matrix\.(?<path>[\w-]+(?:\.[\w-]+)*)\s*\}\}/g;

/** GitHub's limit for the jobs of a matrix. */
const MAX_VALUES = 256;

/** Longer than any name of an image or repository. Bounds the result of substitution. */
export const MAX_MATRIX_TEXT = 1024;

/**
 * Returns the text once for each value of its `matrix.…` expression. Returns the text unchanged if it has no or several
 * such expressions, or if a value is computed, because a partial list would look complete.
 */
export function bindMatrix(text: string, job: DataNode): string[] {
  const paths = new Set(
    Array.from(text.matchAll(MATRIX_EXPRESSION), (match) => match.groups?.["path"] ?? ""),
  );
  const [path] = paths;
  if (path === undefined || paths.size > 1 || text.length > MAX_MATRIX_TEXT) return [text];
  const values = literalValues(at(job, "strategy", "matrix"), path.split("."));
  return values.length === 0
    ? [text]
    : values.map((value) => text.replaceAll(MATRIX_EXPRESSION, () => value));
}

/** Returns no values unless all are literal and within a matrix's limits. */
function literalValues(matrix: DataNode | undefined, path: readonly string[]): string[] {
  const [key = "", ...fields] = path;
  const list = at(matrix, key);
  if (list && list.kind !== "list") return [];
  const listed = itemsOf(list).map((item) => textOf(at(item, ...fields)));
  const included = itemsOf(at(matrix, "include")).filter((row) => at(row, key));
  const values = [...listed, ...included.map((row) => textOf(at(row, ...path)))];
  if (values.length > MAX_VALUES) return [];
  const literals = values.filter(
    (value): value is string =>
      value !== undefined && value.length <= MAX_MATRIX_TEXT && !hasExpression(value),
  );
  return literals.length === values.length ? literals : [];
}

/** Returns the node at a path of keys, in one job of a matrix. */
export type MatrixRow = (path: readonly string[]) => DataNode | undefined;

/** Returns the rows of a matrix in which a key has a value, each with the other values that are certain for it. */
export function matrixRows(matrix: DataNode | undefined, key: string): MatrixRow[] {
  const [items, rows] = [itemsOf(at(matrix, key)), itemsOf(at(matrix, "include"))];
  if (items.length + rows.length > MAX_VALUES) return [];
  const listed = items.map(
    (item): MatrixRow =>
      ([first, ...fields]) =>
        first === key ? at(item, ...fields) : undefined,
  );
  const included = rows
    .filter((row) => at(row, key))
    .map(
      (row): MatrixRow =>
        (path) =>
          at(row, ...path),
    );
  return [...listed, ...included];
}

const INPUT_EXPRESSION = /\$\{\{\s*inputs\.(?<name>[\w-]+)\s*\}\}/g;
/** The events that have inputs. With any other event, every input is empty. */
const EVENTS = new Set(["workflow_call", "workflow_dispatch"]);
/** Longer than any ref or image. Bounds the result of substitution. */
const MAX_INPUT_TEXT = 256;

export interface Input {
  name: string;
  value: string;
}

/** A use of an action or workflow in the same repository, with the inputs that it passes. */
export interface LocalCall {
  target: string;
  inputs: Input[];
}

export const actionDefaults = (document: DataNode | undefined): Input[] => defaultsOf(at(document, "inputs"));

/** Returns the literal defaults of a workflow's inputs on which all of its events agree. */
export function workflowDefaults(on: DataNode | undefined): Input[] {
  const events = entriesOf(on);
  if (events.length === 0 || events.some(({ key }) => !EVENTS.has(key))) return [];
  const [first = [], ...others] = events.map(({ value }) => defaultsOf(at(value, "inputs")));
  return first.filter((input) => others.every((defaults) => defaults.some((each) => isSame(each, input))));
}

const isSame = (a: Input, b: Input): boolean => a.name === b.name && a.value === b.value;

const defaultsOf = (inputs: DataNode | undefined): Input[] =>
  entriesOf(inputs).flatMap(({ key, value }) => {
    const text = textOf(at(value, "default")) ?? "";
    return text === "" || text.length > MAX_INPUT_TEXT || hasExpression(text)
      ? []
      : [{ name: key, value: text }];
  });

/** Returns the calls of a workflow or action to others in the same repository. */
export function localCalls(document: DataNode | undefined): LocalCall[] {
  const jobs = entriesOf(at(document, "jobs")).map(({ value }) => value);
  const steps = [at(document, "runs"), ...jobs].flatMap((each) => itemsOf(at(each, "steps")));
  return [...jobs, ...steps].flatMap((caller) => {
    const target = textOf(at(caller, "uses")) ?? "";
    const inputs = entriesOf(at(caller, "with")).map(({ key, value }) => ({
      name: key,
      value: textOf(value) ?? "",
    }));
    return target.startsWith("./") && inputs.length > 0 ? [{ target, inputs }] : [];
  });
}

/**
 * Returns a function that replaces input expressions in a file's text by the inputs' defaults. An input to which a
 * caller in the same repository passes another value is not replaced.
 */
export function inputBinder(files: readonly Facts<ActionsFacts>[]): (path: string, text: string) => string {
  const callsTo = Map.groupBy(
    files.flatMap(({ facts }) => facts.localCalls),
    ({ target }) => folderOrWorkflow(posix.normalize(target)),
  );
  const defaults = new Map(
    files.map(({ path, facts }) => {
      const passed = (callsTo.get(folderOrWorkflow(path)) ?? []).flatMap((call) => call.inputs);
      const isOverridden = (input: Input): boolean =>
        passed.some(({ name, value }) => name === input.name && value !== input.value);
      return [path, facts.defaults.filter((input) => !isOverridden(input))];
    }),
  );
  return (path, text) =>
    text.length > MAX_INPUT_TEXT
      ? text
      : text.replaceAll(INPUT_EXPRESSION, (expression, name: string) => {
          const bound = defaults.get(path)?.find((input) => input.name === name);
          return bound?.value ?? expression;
        });
}

/** An action is called by its folder, a workflow by its file. */
export const folderOrWorkflow = (path: string): string =>
  path.replace(/(?:^|\/)action\.ya?ml$/i, "").replace(/\/$/, "") || ".";
