import { member, type Member } from "../../interface.ts";
import type { Program } from "./program.ts";

/** Bounds the search for the end of brackets. */
const MAX_TOKENS = 500;
export const OPEN = new Set(["(", "[", "{"]);
export const CLOSE = new Set([")", "]", "}"]);

/** Calls with the key as a string: `config.get('key')`. */
const READERS = new Set(["get", "getOrDefault", "getAt", "containsKey", "remove"]);
/** Calls that tell nothing about keys. */
const NEUTRAL = new Set(["put", "isEmpty", "size", "clone", "toString", "asBoolean"]);
/** Calls that read every key. */
const ITERATORS = new Set(
  "each eachWithIndex collect collectEntries collectMany find findAll any every inject keySet entrySet values sort subMap inspect".split(
    " ",
  ),
);

interface Method {
  name: string;
  line: number;
  /** The index of its name. */
  at: number;
  parameters: { name: string; isMap: boolean }[];
}

/** What a step or method reads from the map of its caller. */
interface MapReads {
  keys: { name: string; line: number }[];
  /** The steps and methods of steps (`utils.run`) that get the whole map. */
  receivers: string[];
  isPassedOn: boolean;
}

/** A step as its file in `vars` defines it. */
export interface Step extends MapReads {
  name: string;
  line: number;
  methods: ({ name: string; line: number } & MapReads)[];
  /** Only its name is known. */
  isUnread?: true;
}

export const unreadStep = (name: string): Step => ({
  name,
  line: 1,
  methods: [],
  keys: [],
  receivers: [],
  isPassedOn: true,
  isUnread: true,
});

export function readStep(program: Program, name: string): Step {
  const methods = methodsOf(program);
  const maps = mapsOf(program, methods);
  const { keys, receivers, isPassedOn } = keysRead(program, maps, methods);
  const defaults = defaultsOf(program, maps);
  const own = new Set(methods.map((method) => method.name));
  return {
    name,
    line: methods.find((method) => method.name === "call")?.line ?? 1,
    methods: methods.flatMap((method, index) =>
      method.name === "call"
        ? []
        : [
            {
              name: method.name,
              line: method.line,
              ...methodReads(program, method, methods[index + 1]?.at, (called) =>
                own.has(called) ? `${name}.${called}` : called,
              ),
            },
          ],
    ),
    keys: Array.from(keys, ([key, line]) => ({ name: key, line: defaults.get(key) ?? line })),
    receivers: [...receivers],
    isPassedOn,
  };
}

/** Returns what one method reads. It ends where the next one starts. `qualify` adds the step to a method of the same file. */
function methodReads(
  program: Program,
  { at }: Method,
  next: number | undefined,
  qualify: (called: string) => string,
): MapReads {
  const part = program.part(at - 1, next === undefined ? program.tokens.length : next - 1);
  const [method] = methodsOf(part);
  if (!method) return { keys: [], receivers: [], isPassedOn: true };
  const maps = mapsOf(part, [{ ...method, name: "call" }]);
  const { keys, receivers, isPassedOn } = keysRead(part, maps, [method]);
  return {
    keys: Array.from(keys, ([key, line]) => ({ name: key, line })),
    receivers: [...receivers].map(qualify),
    isPassedOn,
  };
}

/** Returns the steps of a library, their methods and parameters. A step has the parameters of steps that get its map. */
export function libraryMembers(steps: readonly { file: string; step: Step }[]): Member[] {
  const byName = new Map(
    steps.flatMap(({ file, step }): [string, { file: string; reads: MapReads }][] => [
      [step.name, { file, reads: step }],
      ...step.methods.map((method): [string, { file: string; reads: MapReads }] => [
        `${step.name}.${method.name}`,
        { file, reads: method },
      ]),
    ]),
  );
  return steps.flatMap(({ file, step }) => {
    const reached = new Set([{ file, reads: step as MapReads }]);
    let isOpen = false;
    for (const { reads } of reached) {
      isOpen ||= reads.isPassedOn;
      for (const name of reads.receivers) {
        const next = byName.get(name);
        if (!next) isOpen = true;
        else if (next.reads !== step) reached.add(next);
      }
    }
    const place = { file, line: step.line };
    return [
      member(place, "step", step.name, { acceptsAny: step.isUnread ?? false }),
      ...step.methods.map(({ name, line }) => member({ file, line }, "step", `${step.name}.${name}`)),
      ...[...reached].flatMap((each) =>
        each.reads.keys.map(({ name, line }) =>
          member({ file: each.file, line }, "parameter", `${step.name}.${name}`),
        ),
      ),
      ...(isOpen ? [member(place, "parameter", step.name, { acceptsAny: true })] : []),
    ];
  });
}

/** Returns the methods at the top level: `def call(Map config = [:]) {`. */
function methodsOf(program: Program): Method[] {
  const { tokens } = program;
  const methods: Method[] = [];
  let depth = 0;
  tokens.forEach((token, at) => {
    if (token.kind === "punctuation" && OPEN.has(token.text)) depth += 1;
    if (token.kind === "punctuation" && CLOSE.has(token.text)) depth -= 1;
    const before = tokens[at - 1];
    const isTyped = before !== undefined && (before.kind === "word" || /^[>\]]$/.test(before.text));
    if (depth !== 0 || token.kind !== "word" || !isTyped || !program.is(at + 1, "(")) return;
    const end = endOf(program, at + 1);
    if (program.is(end + 1, "{"))
      methods.push({
        name: token.text,
        line: token.line,
        at,
        parameters: parametersOf(program, at + 2, end),
      });
  });
  return methods;
}

/** Returns the index of the bracket that closes the one at `start`. */
export function endOf(program: Program, start: number): number {
  let depth = 0;
  const limit = Math.min(program.tokens.length, start + MAX_TOKENS);
  for (let at = start; at < limit; at++) {
    const { kind, text } = program.tokens[at] ?? { kind: "string", text: "" };
    if (kind !== "punctuation") continue;
    if (OPEN.has(text)) depth += 1;
    if (CLOSE.has(text)) depth -= 1;
    if (depth === 0) return at;
  }
  return limit;
}

function parametersOf(program: Program, start: number, end: number): Method["parameters"] {
  const found: Method["parameters"] = [];
  let from = start;
  for (let at = start; at <= end; at++) {
    if (program.tokens[at]?.kind === "punctuation" && OPEN.has(program.tokens[at]?.text ?? ""))
      at = endOf(program, at);
    else if (at === end || program.is(at, ",")) {
      const part = program.tokens.slice(from, at);
      const equals = part.findIndex(({ kind, text }) => kind === "punctuation" && text === "=");
      const named = equals === -1 ? part : part.slice(0, equals);
      const name = named.findLast(({ kind }) => kind === "word")?.text;
      const types = named.slice(0, -1).map(({ text }) => text);
      const isMap =
        types.some((type) => type.endsWith("Map")) || (equals !== -1 && part[equals + 1]?.text === "[");
      const isUntyped = types.every((type) => type === "def" || type === "final");
      if (name !== undefined) found.push({ name, isMap: isMap || (isUntyped && equals === -1) });
      from = at + 1;
    }
  }
  return found;
}

/**
 * Returns the variables that hold the map of the caller: a parameter of `call`, the delegate of its closure, what either is
 * merged into, and parameters of methods of the file that get it.
 */
function mapsOf(program: Program, methods: readonly Method[]): Set<string> {
  const calls = methods.filter(({ name }) => name === "call");
  const maps = new Set(
    calls.flatMap(({ parameters }) => parameters.filter(({ isMap }) => isMap).map(({ name }) => name)),
  );
  program.tokens.forEach((_, at) => {
    const delegate = program.tokens[at + 2];
    if (program.is(at, "delegate", "=") && delegate?.kind === "word") maps.add(delegate.text);
  });
  const named = new Map(methods.map((method) => [method.name, method]));
  // An alias may be declared before the map that it takes over is known.
  for (let known = -1; known !== maps.size;) {
    known = maps.size;
    program.tokens.forEach((token, at) => {
      if (token.kind !== "word" || !maps.has(token.text) || program.isMember(at)) return;
      const alias = mergedInto(program, at);
      if (alias !== undefined) maps.add(alias);
      const receiver = named.get(receiverOf(program, at) ?? "");
      for (const { name } of receiver?.parameters ?? []) maps.add(name);
    });
  }
  return maps;
}

/** Returns the variable that is assigned a merge with the map: `x = defaults << map`, `x = [a: 1] + map`, `x = map ?: [:]`. */
function mergedInto(program: Program, at: number): string | undefined {
  const { line } = program.tokens[at] ?? { line: 0 };
  // A part of the map is another map.
  if ([".", "?.", "["].some((text) => program.is(at + 1, text))) return undefined;
  const isMerged = ["<", "+", "?:"].some((text) => program.is(at - 1, text) || program.is(at + 1, text));
  const isWhole = program.is(at - 1, "=") && (program.tokens[at + 1]?.line ?? Infinity) > line;
  if (!isMerged && !isWhole) return undefined;
  for (let before = at; before > Math.max(0, at - MAX_TOKENS); before--) {
    if (program.is(before, "{") || program.is(before, ";")) return undefined;
    if (program.is(before, "=") && program.tokens[before - 1]?.kind === "word")
      return program.tokens[before - 1]?.text;
  }
  return undefined;
}

/** Returns the name of the step or method that gets a variable as an argument: `run(config)`, `utils.run(config)`. */
function receiverOf(program: Program, at: number): string | undefined {
  const isStart = program.is(at - 1, "(") || program.is(at - 1, ",");
  if (!isStart || !(program.is(at + 1, ")") || program.is(at + 1, ","))) return undefined;
  const open = openBefore(program, at);
  const name = program.tokens[open - 1];
  if (!program.is(open, "(") || name?.kind !== "word") return undefined;
  const start = program.isMember(open - 1) ? open - 3 : open - 1;
  const first = program.tokens[start];
  if (first?.kind !== "word" || program.isMember(start) || program.is(start - 1, "new")) return undefined;
  return start === open - 1 ? name.text : `${first.text}.${name.text}`;
}

/** Returns the index of the bracket that a token is in, or -1. */
function openBefore(program: Program, at: number): number {
  let depth = 0;
  for (let before = at - 1; before > Math.max(-1, at - MAX_TOKENS); before--) {
    const { kind, text } = program.tokens[before] ?? { kind: "string", text: "" };
    if (kind !== "punctuation") continue;
    if (CLOSE.has(text)) depth += 1;
    if (OPEN.has(text)) depth -= 1;
    if (depth < 0) return before;
  }
  return -1;
}

const IN_STRING = /\b(?<map>[A-Za-z_]\w*)\??\.(?<key>[A-Za-z_]\w*)/g;
/** What follows or precedes a map that is only tested. */
const TESTS = new Set(["==", "!=", "&&", "||", "?", "!", "instanceof", "=~"]);

interface Reads {
  keys: Map<string, number>;
  /** The steps that get the whole map. */
  receivers: Set<string>;
  /** Whether anything else gets the whole map. */
  isPassedOn: boolean;
}

/** Finds the keys that are read, each with its first line, and what gets the whole map. */
function keysRead(program: Program, maps: ReadonlySet<string>, methods: readonly Method[]): Reads {
  const { tokens } = program;
  const keys = new Map<string, number>();
  const declared = new Set(methods.flatMap(({ parameters }) => parameters.map(({ name }) => name)));
  const names = new Set(methods.map(({ name }) => name));
  const receivers = new Set<string>();
  let isPassedOn = false;
  const read = (key: string, line: number): void => {
    if (!keys.has(key)) keys.set(key, line);
  };
  tokens.forEach((token, at) => {
    if (token.kind === "string") {
      for (const { groups = {} } of token.text.matchAll(IN_STRING))
        if (maps.has(groups["map"] ?? "")) read(groups["key"] ?? "", token.line);
      if (Array.from(token.text.matchAll(/\$\{\s*(\w+)\s*[}[]/g)).some(([, name = ""]) => maps.has(name)))
        isPassedOn = true;
      return;
    }
    if (token.kind !== "word" || !maps.has(token.text) || program.isMember(at)) return;
    const key = tokens[at + 2];
    if (program.is(at + 1, ".") || program.is(at + 1, "?.")) {
      if (!key) return;
      if (!program.is(at + 3, "(")) {
        if (key.kind === "word" && program.is(at + 3, "{") && ITERATORS.has(key.text)) isPassedOn = true;
        else if (!isWritten(program, at + 3)) read(key.text, key.line);
      } else if (READERS.has(key.text)) {
        const name = tokens[at + 4];
        if (name?.kind === "string") read(name.text, name.line);
        else isPassedOn = true;
      } else if (key.text === "plus" || key.text === "putAll" || ITERATORS.has(key.text)) isPassedOn = true;
      else if (!NEUTRAL.has(key.text)) read(key.text, key.line);
    } else if (program.is(at + 1, "[")) {
      if (key?.kind !== "string") isPassedOn = true;
      else if (!isWritten(program, at + 4)) read(key.text, key.line);
    } else if (!isHarmless(program, at, declared)) {
      const receiver = receiverOf(program, at);
      if (receiver === undefined) isPassedOn = true;
      else if (!names.has(receiver)) receivers.add(receiver);
    }
  });
  return { keys, receivers, isPassedOn };
}

const isWritten = (program: Program, at: number): boolean => program.is(at, "=");

/** Whether a map is declared, tested, assigned or merged into another that is known. */
function isHarmless(program: Program, at: number, declared: ReadonlySet<string>): boolean {
  const [before, token, next] = [program.tokens[at - 1], program.tokens[at], program.tokens[at + 1]];
  if (program.is(at + 1, "=") || program.is(at + 1, "<", "<") || program.is(at + 1, "+=")) return true;
  if (program.is(at - 1, "delegate") || mergedInto(program, at) !== undefined) return true;
  if ([before, next].some((one) => one !== undefined && TESTS.has(one.text))) return true;
  if (program.is(at - 2, "if", "(") && program.is(at + 1, ")")) return true;
  if (program.is(at - 2, "delegate", "=")) return true;
  // A parameter of a method.
  const isTyped = before?.kind === "word" && before.line === token?.line;
  const isParameter =
    (isTyped || program.is(at - 1, "(") || program.is(at - 1, ",") || program.is(at - 1, ">")) &&
    declared.has(token?.text ?? "");
  return isParameter && (program.is(at + 1, ",") || program.is(at + 1, ")")) && isDefinition(program, at);
}

/** Whether a token is in the parameters of a method: the bracket around it ends before `{`. */
function isDefinition(program: Program, at: number): boolean {
  const open = openBefore(program, at);
  return open > 1 && program.is(endOf(program, open) + 1, "{") && program.tokens[open - 2]?.kind === "word";
}

/** Returns the lines of the keys of maps that the caller's map is merged into: `def defaults = [key: 1]`. */
function defaultsOf(program: Program, maps: ReadonlySet<string>): Map<string, number> {
  const lines = new Map<string, number>();
  const merged = namesMergedWith(program, maps);
  program.tokens.forEach((token, at) => {
    const isLiteral = token.kind === "word" && program.is(at + 1, "=", "[");
    if (!isLiteral) return;
    const end = endOf(program, at + 2);
    if (maps.has(token.text) || merged.has(token.text))
      for (const { name, line } of keysBetween(program, at + 2, end, 1))
        if (!lines.has(name)) lines.set(name, line);
  });
  return lines;
}

/** Returns the names before `+` or `<<` and one of the maps. */
const namesMergedWith = (program: Program, maps: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(
    program.tokens.flatMap(({ kind, text }, at) =>
      kind === "word" &&
      ["+", "<"].some((sign) => program.is(at + 1, sign)) &&
      [2, 3].some((distance) => maps.has(program.tokens[at + distance]?.text ?? ""))
        ? [text]
        : [],
    ),
  );

/** Returns the keys `name:` between two tokens that are nested in this many brackets. */
function keysBetween(
  program: Program,
  start: number,
  end: number,
  level: number,
): { name: string; line: number }[] {
  const found: { name: string; line: number }[] = [];
  let depth = 0;
  for (let at = start; at < end; at++) {
    const token = program.tokens[at];
    if (!token) break;
    if (token.kind === "punctuation") {
      if (OPEN.has(token.text)) depth += 1;
      if (CLOSE.has(token.text)) depth -= 1;
    } else if (depth === level && program.is(at + 1, ":") && (at === start || isKeyPlace(program, at)))
      found.push({ name: token.text, line: token.line });
  }
  return found;
}

export const isKeyPlace = (program: Program, at: number): boolean =>
  ["(", "[", ","].some((text) => program.is(at - 1, text));
