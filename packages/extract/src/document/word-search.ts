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
    const { next, ending } = (this.#tables ??= buildTables(this.#words));
    let state = 0;
    let found = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      state = next[state * BYTES + (bytes[at] ?? 0)] ?? 0;
      found |= ending[state] ?? 0;
    }
    return this.#setOf(found);
  }

  #setOf(found: number): ReadonlySet<Group> {
    const known = this.#sets.get(found);
    if (known) return known;
    const set = new Set(this.#groups.filter((_, index) => (found & (1 << index)) !== 0));
    this.#sets.set(found, set);
    return set;
  }
}

interface Tables {
  /** The next state by state and byte. With a column for each class of bytes instead, `find` takes a third longer. */
  next: Uint16Array;
  /** The groups of the words that end in a state, as bits. */
  ending: Uint32Array;
}

/** Takes the words of each group. */
function buildTables(groups: readonly (readonly string[])[]): Tables {
  const text = groups.flat().join("");
  const states = text.length + 1;
  const tables = { next: new Uint16Array(states * BYTES), ending: new Uint32Array(states) };
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
