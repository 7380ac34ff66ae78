import { at, entriesOf, itemsOf, textOf, type DataNode } from "../../document/node.ts";
import { rootKeys } from "../../document/first-look.ts";
import { SyntaxProblem, type UnreadFile } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";

/** A name that a document offers. */
export interface OpenapiName {
  kind: "definition" | "operation" | "parameter";
  name: string;
  line: number;
  /** Only of parameters, of which only the required ones are read. */
  required?: true;
}

/** A `$ref` with a URL. */
export interface RemoteReference {
  url: string;
  /** The fragment: `/components/schemas/Pet`. Empty for the whole document. */
  pointer: string;
  line: number;
}

export interface OpenapiFacts {
  /** The line of `openapi` or `swagger`. */
  documentAt?: number;
  names?: OpenapiName[];
  references?: RemoteReference[];
  problem?: { line: number | null; message: string };
}

const VERSION = /^[ \t{]*["']?(?:openapi|swagger)["']?[ \t]*:[ \t]*["']?[23]/m;
const REMOTE = /["']?\$ref["']?[ \t]*:[ \t]*["']?https?:\/\//;

const isDocument = ({ path, text }: UnreadFile): boolean =>
  (text.includes("openapi") || text.includes("swagger")) &&
  VERSION.test(text) &&
  (path.endsWith(".json") || isRootKey(text));

function isRootKey(text: string): boolean {
  const keys = rootKeys(text);
  return keys.has("openapi") || keys.has("swagger");
}

const hasReferences = ({ text }: UnreadFile): boolean => text.includes("$ref") && REMOTE.test(text);

export const isOpenapiFile = (file: UnreadFile): boolean => hasReferences(file) || isDocument(file);

/** Reads one file. Names that a document offers are only read for a comparison. */
export function readOpenapiFile(file: SourceFile, withNames: boolean): OpenapiFacts | undefined {
  const found = isDocument(file) ? VERSION.exec(file.text) : null;
  const document = found && { documentAt: file.lineAt(found.index) };
  if (!hasReferences(file) && !(document && withNames)) return document ?? undefined;
  try {
    const [root] = file.path.endsWith(".json") ? [file.json()] : file.yaml();
    const [skipped] = file.skipped;
    const references = referencesIn(root, document !== null);
    return {
      ...document,
      ...(document && withNames && { names: namesIn(root) }),
      ...(references.length > 0 && { references }),
      ...(skipped && { problem: { line: skipped.line, message: skipped.message } }),
    };
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error;
    return { ...document, problem: { line: error.line, message: error.message } };
  } finally {
    // Whether a problem matters depends on how the file is used.
    file.skipped = [];
  }
}

/** Maps of version 2 whose entries others refer to. */
const MAPS = ["definitions", "parameters", "responses", "securityDefinitions"];
const METHODS = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"]);

function namesIn(root: DataNode | undefined): OpenapiName[] {
  const definitions = [
    ...MAPS.map((key) => ({ path: key, map: at(root, key) })),
    ...entriesOf(at(root, "components")).map(({ key, value }) => ({
      path: `components/${escaped(key)}`,
      map: value,
    })),
    { path: "paths", map: at(root, "paths") },
  ].flatMap(({ path, map }) =>
    entriesOf(map).map(({ key, line }): OpenapiName => ({
      kind: "definition",
      name: `#/${path}/${escaped(key)}`,
      line,
    })),
  );
  const operations = entriesOf(at(root, "paths")).flatMap(({ key: path, value }) =>
    entriesOf(value).flatMap(({ key, line, value: operation }): OpenapiName[] => {
      if (!METHODS.has(key)) return [];
      const name = `${key.toUpperCase()} ${path}`;
      return [
        { kind: "operation", name, line },
        ...requiredParameters(root, [at(value, "parameters"), at(operation, "parameters")], name),
        ...(isRequired(at(operation, "requestBody"))
          ? [parameterOf(name, "body", at(operation, "requestBody")?.line ?? line)]
          : []),
      ];
    }),
  );
  return [...definitions, ...operations];
}

const isRequired = (node: DataNode | undefined): boolean => textOf(at(node, "required")) === "true";

const parameterOf = (operation: string, name: string, line: number): OpenapiName => ({
  kind: "parameter",
  name: `${operation}: ${name}`,
  line,
  required: true,
});

/** Returns the required parameters in lists, also those that a list refers to. The path contains those of the path. */
function requiredParameters(
  root: DataNode | undefined,
  lists: readonly (DataNode | undefined)[],
  operation: string,
): OpenapiName[] {
  return lists.flatMap(itemsOf).flatMap((item) => {
    const pointer = textOf(at(item, "$ref"));
    const found = pointer === undefined ? item : findLocal(root, pointer);
    const name = textOf(at(found, "name"));
    return name !== undefined && isRequired(found) && textOf(at(found, "in")) !== "path"
      ? [parameterOf(operation, name, item.line)]
      : [];
  });
}

/** Finds what a reference within the document names. */
function findLocal(root: DataNode | undefined, pointer: string): DataNode | undefined {
  if (!pointer.startsWith("#/")) return undefined;
  const keys = pointer.slice(2).split("/", MAX_POINTER_DEPTH);
  return keys.reduce<DataNode | undefined>((node, key) => at(node, unescaped(key)), root);
}

/** Pointers to components have three keys. */
const MAX_POINTER_DEPTH = 10;

/** https://www.rfc-editor.org/rfc/rfc6901#section-3 */
const escaped = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1");
const unescaped = (key: string): string => key.replaceAll("~1", "/").replaceAll("~0", "~");

/** Pointers that only OpenAPI and AsyncAPI documents have. */
const OPENAPI_POINTER = /^\/(?:components|paths)\//;

/** Finds the references to other documents, as far as they are OpenAPI documents. */
function referencesIn(root: DataNode | undefined, isInDocument: boolean): RemoteReference[] {
  const found: RemoteReference[] = [];
  const rest = root ? [root] : [];
  for (let node = rest.pop(); node; node = rest.pop()) {
    for (const { key, line, value } of entriesOf(node).toReversed()) {
      rest.push(value);
      const text = key === "$ref" ? (textOf(value)?.trim() ?? "") : "";
      const [url = "", pointer = ""] = text.split("#", 2);
      if (/^https?:\/\//.test(url) && (isInDocument || OPENAPI_POINTER.test(pointer)))
        found.push({ url, pointer, line });
    }
    rest.push(...itemsOf(node).toReversed());
  }
  return found.toSorted((a, b) => a.line - b.line).slice(0, MAX_REFERENCES);
}

/** More than handwritten documents have. */
const MAX_REFERENCES = 5000;
