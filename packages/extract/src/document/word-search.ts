/** The columns of a state's row. */
const BYTES = 256;

/**
 * Finds which groups of words occur in a file, in one pass over its bytes, however many words there are (Aho and Corasick).
 * Words are ASCII.
 */
export class WordSearch<Group extends string> {
  readonly #words: readonly (readonly string[])[];
  readonly #groups: readonly Group[];
  readonly #sets = new Map<number, ReadonlySet<Group>>();
  /** Built at the first search, because not every process searches. */
  #tables: Tables | undefined;

  constructor(words: Readonly<Record<Group, readonly string[]>>) {
    this.#groups = Object.keys(words) as Group[];
    this.#words = this.#groups.map((group) => words[group]);
  }

  find(bytes: Uint8Array): ReadonlySet<Group> {
    const tables = (this.#tables ??= buildTables(this.#words));
    return this.#setOf(bytes.length < SHORT ? search(tables, bytes) : searchQuarters(tables, bytes));
  }

  #setOf(found: number): ReadonlySet<Group> {
    const known = this.#sets.get(found);
    if (known) return known;
    const set = new Set(this.#groups.filter((_, index) => (found & (1 << index)) !== 0));
    this.#sets.set(found, set);
    return set;
  }
}

/** Files of which the quarters are not worth their borders, in bytes. */
const SHORT = 1024;

/** Returns the groups of the words from `start` to `end`, as bits. */
function search({ next, ending }: Tables, bytes: Uint8Array, start = 0, end = bytes.length): number {
  let state = 0;
  let found = 0;
  for (let at = start; at < end; at += 1) {
    state = next[state * BYTES + (bytes[at] ?? 0)] ?? 0;
    found |= ending[state] ?? 0;
  }
  return found;
}

/**
 * Searches the quarters of a file side by side. A step waits for the state before it, so four independent chains take less than half
 * the time of one.
 */
function searchQuarters(tables: Tables, bytes: Uint8Array): number {
  const { next, ending, longest } = tables;
  const quarter = bytes.length >>> 2;
  let [first, second, third, fourth, found] = [0, 0, 0, 0, 0];
  for (let at = 0; at < quarter; at += 1) {
    first = next[first * BYTES + (bytes[at] ?? 0)] ?? 0;
    second = next[second * BYTES + (bytes[at + quarter] ?? 0)] ?? 0;
    third = next[third * BYTES + (bytes[at + 2 * quarter] ?? 0)] ?? 0;
    fourth = next[fourth * BYTES + (bytes[at + 3 * quarter] ?? 0)] ?? 0;
    found |= (ending[first] ?? 0) | (ending[second] ?? 0) | (ending[third] ?? 0) | (ending[fourth] ?? 0);
  }
  // Words across two quarters, and those that end in the bytes after the last one.
  for (const border of [quarter, 2 * quarter, 3 * quarter, 4 * quarter])
    found |= search(tables, bytes, border - longest, Math.min(border + longest, bytes.length));
  return found;
}

interface Tables {
  /** The length of the longest word. */
  longest: number;
  /** The next state by state and byte. With a column for each class of bytes instead, `find` takes a third longer. */
  next: Uint16Array;
  /** The groups of the words that end in a state, as bits. */
  ending: Uint32Array;
}

/** Takes the words of each group. */
function buildTables(groups: readonly (readonly string[])[]): Tables {
  const text = groups.flat().join("");
  const states = text.length + 1;
  const longest = Math.max(0, ...groups.flat().map((word) => word.length));
  const tables = { longest, next: new Uint16Array(states * BYTES), ending: new Uint32Array(states) };
  addWords(tables, groups);
  // Other bytes than those of words lead to the start.
  addFailures(tables, new Set(Array.from(text, (letter) => letter.charCodeAt(0))));
  return tables;
}

function addWords({ next, ending }: Tables, groups: readonly (readonly string[])[]): void {
  let last = 0;
  for (const [index, words] of groups.entries()) {
    for (const word of words) {
      let state = 0;
      for (const letter of word) {
        state = next[state * BYTES + letter.charCodeAt(0)] ||= last += 1;
      }
      endGroups(ending, state, 1 << index);
    }
  }
}

function endGroups(ending: Uint32Array, state: number, groups: number): void {
  ending[state] = (ending[state] ?? 0) | groups;
}

/** Lets a state continue as its longest end that starts a word, breadth first: rows of shorter ends are complete. */
function addFailures({ next, ending }: Tables, letters: ReadonlySet<number>): void {
  const failureOf = new Map<number, number>([[0, 0]]);
  for (const [state, failure] of failureOf) {
    const row = next.subarray(state * BYTES, (state + 1) * BYTES);
    const ofFailure = next.subarray(failure * BYTES, (failure + 1) * BYTES);
    for (const byte of letters) {
      const following = row[byte] ?? 0;
      const other = state === 0 ? 0 : (ofFailure[byte] ?? 0);
      if (following === 0) row[byte] = other;
      else {
        failureOf.set(following, other);
        endGroups(ending, following, ending[other] ?? 0);
      }
    }
  }
}
