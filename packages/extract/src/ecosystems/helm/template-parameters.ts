/** What a named template reads of its parameter: `component.affinity`, for `.component.affinity`. */
export interface TemplateReads {
  name: string;
  paths: string[];
  /** Whether it uses the parameter as a whole, for example to pass it on. */
  isWhole: boolean;
}

/** Values that an action passes to a named template: `include "app.image" (dict "image" .Values.web.image)`. */
export interface PassedValues {
  template: string;
  /** The key in the parameter. */
  key: string;
  /** The path of the values. */
  path: string;
  line: number;
}

/** The words that start a block with a template. */
export const DEFINES: ReadonlySet<string> = new Set(["define", "block"]);
/** The words that start a block. */
export const BLOCKS: ReadonlySet<string> = new Set(["if", "with", "range", ...DEFINES]);

/** The code of an action, its first word, and the name of the template that it defines. */
interface Action {
  code: string;
  word: string;
  defined: string | undefined;
}

const STRING = /"[^"]*"|`[^`]*`/g;
/** `.component.affinity`, also with `$` for the parameter of the template. */
const PATH = /(?<![\w.)$])\$?\.(?<path>\w+(?:\.\w+)*)/g;
const WHOLE = /(?<![\w.)$])\.(?![\w.])/;
const WHOLE_ROOT = /(?<![\w)])\$(?![\w.])/;

/** Reads which parts of their parameter the named templates of a file read, action by action. */
export class TemplateParameters {
  /** The open blocks, and whether the dot is another value in them. */
  readonly #blocks: { reads: TemplateReads | undefined; isRebound: boolean }[] = [];
  readonly templates: TemplateReads[] = [];

  add({ code, word, defined: name }: Action): void {
    if (word === "end") {
      this.#blocks.pop();
      return;
    }
    const around = this.#blocks.at(-1);
    if (name !== undefined) {
      const reads = { name, paths: [], isWhole: false };
      this.templates.push(reads);
      this.#blocks.push({ reads, isRebound: false });
      return;
    }
    this.#read(code);
    if (BLOCKS.has(word))
      this.#blocks.push({
        reads: around?.reads,
        isRebound: word !== "if" || (around?.isRebound ?? false),
      });
    // Without a value, the dot stays what it was.
    else if (word === "else" && around) around.isRebound = this.#blocks.at(-2)?.isRebound ?? false;
  }

  #read(code: string): void {
    const { reads, isRebound = false } = this.#blocks.at(-1) ?? {};
    if (!reads) return;
    const text = code.replace(STRING, '""');
    if (WHOLE_ROOT.test(text) || (!isRebound && WHOLE.test(text))) reads.isWhole = true;
    // Below `with`, a path belongs to another value. A name too many is no false alarm.
    for (const { groups } of text.matchAll(PATH)) {
      const path = groups?.["path"] ?? "";
      if (!reads.paths.includes(path)) reads.paths.push(path);
    }
  }
}

const INCLUDED = /\b(?:include|template)\s+"(?<name>[^"]+)"/g;
const ENTRY = /"(?<key>\w+)"\s+[$\w]*\.Values\.(?<path>\w+(?:\.\w+)*)(?=[\s)]|$)/g;

/** Returns the values that an action passes in a `dict` to the only template that it includes, and the code without them. */
export function passedValues(code: string, line: number): { passed: PassedValues[]; rest: string } {
  const [first, second] = Array.from(code.matchAll(INCLUDED), ({ groups }) => groups?.["name"]);
  const dicts = code.match(/\bdict\b/g)?.length ?? 0;
  if (first === undefined || second !== undefined || dicts !== 1) return { passed: [], rest: code };
  const start = code.search(/\bdict\b/);
  const passed = Array.from(code.slice(start).matchAll(ENTRY), ({ groups = {} }) => ({
    template: first,
    key: groups["key"] ?? "",
    path: groups["path"] ?? "",
    line,
  }));
  return { passed, rest: code.slice(0, start) + code.slice(start).replace(ENTRY, "") };
}

/** Returns what a template reads of values that are passed to it, by their paths. Undefined if it may read all of them. */
export function readsOfPassed(
  { template, key, path }: PassedValues,
  templates: ReadonlyMap<string, readonly TemplateReads[]>,
): string[] | undefined {
  const found = templates.get(template) ?? [];
  if (found.length === 0 || found.some(({ isWhole, paths }) => isWhole || paths.includes(key)))
    return undefined;
  return found.flatMap(({ paths }) =>
    paths.filter((each) => each.startsWith(`${key}.`)).map((each) => path + each.slice(key.length)),
  );
}
