import { posix } from "node:path";
import { at, entriesOf, itemsOf, textOf, type DataNode } from "../../document/node.ts";
import { SyntaxProblem, type Facts } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";
import { isTestInput } from "../../repository-path.ts";
import { bindExpressions } from "./expand-variables.ts";
import { emptyFacts, type DockerFacts } from "./facts.ts";

type Values = ReadonlyMap<string, string>;

/** A matrix, or an axis of one, whose values a job computes: `matrix`, `matrix.image`. */
export interface ComputedMatrix {
  prefix: string;
  /** The JSON files that the workflow names, from which the values may come. */
  files: string[];
}

/** The items of a list in a JSON file: the texts of their fields by name, or their own text by an empty name. */
export interface MatrixList {
  /** The key of the list, or an empty text for the whole file. */
  key: string;
  items: Record<string, string>[];
}

const MAX_LENGTH = 64 * 1024;
/** GitHub's limit for the jobs of a matrix. */
const MAX_ITEMS = 256;
const MAX_FILES = 20;
const LIST = /^\s*\[\s*[{"]/;
/** Large collections of data are in deeper folders. */
const PLACE = /^(?:[^/]+\/){0,2}[^/]+\.json$/;
/** A whole matrix. */
const MATRIX = /^\s*\{\s*"[\w-]+"\s*:\s*\[/;
const COMPUTED = /\bfromJSON\s*\(/i;
const JSON_FILE = /(?<![\w/.-])[\w./-]{1,200}\.json\b/g;
const USES_MATRIX = /\$\{\{[^{}]*\bmatrix\./;

/** Whether a JSON file may list the values of a matrix. */
export const isMatrixData = ({ path, text }: { path: string; text: string }): boolean =>
  PLACE.test(path) &&
  text.length <= MAX_LENGTH &&
  !isTestInput(path) &&
  (LIST.test(text) || MATRIX.test(text));

/** Reads the lists of a JSON file. A broken file has none. */
export function readMatrixData(file: SourceFile): DockerFacts {
  return { ...emptyFacts("matrix_data"), lists: listsOf(file) };
}

function listsOf(file: SourceFile): MatrixList[] {
  let root: DataNode;
  try {
    root = file.json();
  } catch (error) {
    if (error instanceof SyntaxProblem) return [];
    throw error;
  }
  const lists = root.kind === "list" ? [{ key: "", value: root }] : entriesOf(root);
  return lists
    .map(({ key, value }) => ({ key, items: itemsOf(value).slice(0, MAX_ITEMS).map(fieldsOf) }))
    .filter(({ items }) => items.length > 0);
}

function fieldsOf(item: DataNode): Record<string, string> {
  const text = textOf(item);
  if (text !== undefined) return { "": text };
  return Object.fromEntries(
    entriesOf(item).flatMap(({ key, value }) => {
      const field = textOf(value);
      return field === undefined ? [] : [[key, field]];
    }),
  );
}

/** Returns what the jobs of a workflow compute of their matrices. */
export function computedMatrices(document: DataNode, text: string): ComputedMatrix[] {
  const isComputed = (node: DataNode | undefined): boolean => COMPUTED.test(textOf(node) ?? "");
  const prefixes = entriesOf(at(document, "jobs")).flatMap(({ value: job }) => {
    const matrix = at(job, "strategy", "matrix");
    if (!matrix) return [];
    if (isComputed(matrix)) return ["matrix"];
    return entriesOf(matrix)
      .filter(({ value }) => isComputed(value))
      .map(({ key }) => (key === "include" ? "matrix" : `matrix.${key}`));
  });
  if (prefixes.length === 0) return [];
  const files = [...new Set(text.match(JSON_FILE))].slice(0, MAX_FILES);
  return [...new Set(prefixes)].map((prefix) => ({ prefix, files }));
}

/** Adds to workflows the images of matrices that the only list among the JSON files that they name has the values of. */
export function bindMatrixData(files: readonly Facts<DockerFacts>[]): Facts<DockerFacts>[] {
  const lists = new Map(
    files.flatMap(({ path, facts }) => (facts.lists.length > 0 ? [[path, facts.lists]] : [])),
  );
  return files.map(({ path, facts }) => {
    const rows = facts.matrices.flatMap((matrix) => valuesOf(matrix, lists));
    if (rows.length === 0) return { path, facts };
    const builds = facts.builds.flatMap((build) =>
      rows.flatMap((row) => {
        const text = bind(build.text, row);
        return text === undefined ? [] : [{ ...build, text }];
      }),
    );
    const dockerfiles = facts.dockerfiles.flatMap((use) =>
      rows.flatMap((row) => {
        const [images, paths] = [use.images, use.paths].map((texts) =>
          texts.map((each) => bind(each, row) ?? each),
        );
        const isBound = [...use.images, ...use.paths].some((each) => bind(each, row) !== undefined);
        const target = use.target === null ? null : (bind(use.target, row) ?? use.target);
        return isBound && images && paths ? [{ images, paths: paths.map(posix.normalize), target }] : [];
      }),
    );
    return {
      path,
      facts: {
        ...facts,
        builds: [...facts.builds, ...builds],
        dockerfiles: [...facts.dockerfiles, ...dockerfiles],
      },
    };
  });
}

/** Returns the values of a matrix by expression, one map for each item of the list. */
function valuesOf({ prefix, files }: ComputedMatrix, lists: ReadonlyMap<string, MatrixList[]>): Values[] {
  const [only, second] = files.flatMap((file) => lists.get(posix.normalize(file)) ?? []);
  if (!only || second) return [];
  const isWhole = prefix === "matrix" && only.key !== "" && only.key !== "include";
  const start = isWhole ? `matrix.${only.key}` : prefix;
  return only.items.map(
    (item) =>
      new Map(
        Object.entries(item).map(([field, text]) => [field === "" ? start : `${start}.${field}`, text]),
      ),
  );
}

/** Returns a text with the values of one item, or undefined if they do not bind it. */
function bind(written: string, row: Values): string | undefined {
  if (!USES_MATRIX.test(written)) return undefined;
  const text = bindExpressions(written, (expression) =>
    expression
      .split("||")
      .map((alternative) => row.get(alternative.trim()))
      .find((value) => value !== undefined && value !== ""),
  );
  return USES_MATRIX.test(text) ? undefined : text;
}
