/**
 * Lock files are scanned line by line, not parsed: they are the largest text files of many repositories, and package
 * managers write one entry per line. A file in another layout has no readable entries.
 */
import { posix } from "node:path";
import type { Lock, TreeEntry } from "./ecosystem.ts";

/** A locked package: its key in the lock file, its version or commit, and its line. */
export type LockEntry = [key: string, version: string | null, line: number];

/** More packages than any known lock file has. */
const MAX_ENTRIES = 20_000;

/** The facts of a lock file. */
export interface LockFacts {
  /** Null if the file has an unknown format. */
  entries: LockEntry[] | null;
}

/** Collects the entries of a lock file. */
export class LockEntries {
  readonly entries: LockEntry[] = [];
  #isKnown = false;

  /** Call when the file turns out to have the expected format. */
  recognize(): void {
    this.#isKnown = true;
  }

  /** Adds an entry, whose version a later line may set. Returns undefined if there are too many. */
  add(key: string, version: string | null, line: number): LockEntry | undefined {
    this.#isKnown = true;
    if (this.entries.length === MAX_ENTRIES) return undefined;
    const entry: LockEntry = [key, version, line];
    this.entries.push(entry);
    return entry;
  }

  facts(): LockFacts {
    return { entries: this.#isKnown ? this.entries : null };
  }
}

/** A lock file that governs a manifest. Not read, if it is too large or has an unknown format. */
export class LockFile {
  readonly path: string;
  readonly #entries: ReadonlyMap<string, LockEntry> | undefined;

  /** Of several entries with one key, the last counts: lock files list the versions of a package in ascending order. */
  constructor(path: string, facts: LockFacts | undefined) {
    this.path = path;
    this.#entries = facts?.entries ? new Map(facts.entries.map((entry) => [entry[0], entry])) : undefined;
  }

  get isRead(): boolean {
    return this.#entries !== undefined;
  }

  get keys(): Iterable<string> {
    return this.#entries?.keys() ?? [];
  }

  has(key: string): boolean {
    return this.#entries?.has(key) ?? false;
  }

  /** Returns the first entry that exists. Null if the file has none of them; without a version if the file was not read. */
  find(...keys: readonly string[]): Lock | null {
    if (!this.#entries) return this.unknown();
    for (const key of keys) {
      const entry = this.#entries.get(key);
      if (entry) return { version: entry[1], file: this.path, line: entry[2] };
    }
    return null;
  }

  /** Returns a lock without a version. */
  unknown(): Lock {
    return { version: null, file: this.path, line: null };
  }
}

/** The lock files of a repository, by path. */
export class LockFiles {
  readonly #tree: readonly TreeEntry[];
  readonly #names: RegExp;
  #paths: ReadonlySet<string> | undefined;
  readonly #facts: ReadonlyMap<string, LockFacts>;
  readonly #opened = new Map<string, LockFile>();

  /** `names` matches the paths of lock files. Those without facts were not read. */
  constructor(
    tree: readonly TreeEntry[],
    names: RegExp,
    facts: Iterable<readonly [path: string, facts: LockFacts]>,
  ) {
    this.#tree = tree;
    this.#names = names;
    this.#facts = new Map(facts);
  }

  /** Returns the first of `names` in a folder. */
  in(folder: string, names: readonly string[]): LockFile | undefined {
    for (const name of names) {
      const path = posix.join(folder, name);
      if (this.#facts.has(path) || this.#isInTree(path)) return this.#open(path);
    }
    return undefined;
  }

  #isInTree(path: string): boolean {
    this.#paths ??= new Set(
      this.#tree.filter((entry) => this.#names.test(entry.path)).map((entry) => entry.path),
    );
    return this.#paths.has(path);
  }

  #open(path: string): LockFile {
    const known = this.#opened.get(path);
    if (known) return known;
    const file = new LockFile(path, this.#facts.get(path));
    this.#opened.set(path, file);
    return file;
  }
}

/** Returns the folders from `folder` up to the root, which is `.`. */
export function* foldersUpFrom(folder: string): Generator<string> {
  for (let at = folder; ; at = posix.dirname(at)) {
    yield at;
    if (at === "." || at === "/") return;
  }
}

/** Calls `visit` with each line, without its end, and its number. Stops if `visit` returns false. */
export function eachLine(text: string, visit: (line: string, number: number) => boolean | void): void {
  let number = 0;
  for (let start = 0; start <= text.length;) {
    const found = text.indexOf("\n", start);
    const next = found === -1 ? text.length : found;
    const end = next > start && text.charCodeAt(next - 1) === 13 ? next - 1 : next;
    number += 1;
    if (visit(text.slice(start, end), number) === false) return;
    start = next + 1;
  }
}

/** A line of a JSON text that starts with a key. */
export interface Member {
  /** The number of objects and lists around it. */
  depth: number;
  key: string;
  /** The rest of the line, without the comma. */
  value: string;
  line: number;
}

const KEY = /^"((?:[^"\\]|\\.)*)"\s*:\s*/;

/** Calls `visit` for each line of an indented JSON text that starts with a key. Stops if `visit` returns false. */
export function eachMember(text: string, visit: (member: Member) => boolean | void): void {
  let depth = 0;
  eachLine(text, (line, number) => {
    const content = line.trim();
    const first = content.charCodeAt(0);
    if (first === CLOSING_BRACE || first === CLOSING_BRACKET) depth -= 1;
    else if (first === QUOTE) {
      const match = KEY.exec(content);
      const value = content.slice(match?.[0].length, content.endsWith(",") ? -1 : undefined);
      if (match && visit({ depth, key: match[1] ?? "", value, line: number }) === false) return false;
    }
    const last = content.charCodeAt(content.length - 1);
    if (last === OPENING_BRACE || last === OPENING_BRACKET) depth += 1;
    return true;
  });
}

const [QUOTE, OPENING_BRACE, CLOSING_BRACE, OPENING_BRACKET, CLOSING_BRACKET] = [34, 123, 125, 91, 93];

/** Returns the content of a quoted string, or undefined if the text does not start with one. */
export const unquoted = (text: string): string | undefined => /^"([^"]*)"/.exec(text)?.[1];

const COMMIT = /(?:^|[#/=@])([\da-f]{40})(?:$|[#&?)"])/i;

/** Returns the commit in the URL of a locked package. The fragment of a tarball is its checksum. */
export const commitIn = (text: string): string | undefined =>
  /\.(?:tgz|tar\.gz)#/.test(text) ? undefined : COMMIT.exec(text)?.[1];
