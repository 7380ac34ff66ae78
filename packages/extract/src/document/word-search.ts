/** The columns of a state's row. */
const BYTES = 256;

/**
 * Finds which groups of words occur in a file, in one pass over its bytes, however many words there are (Aho and Corasick).
 * Words are ASCII.
 */
export class WordSearch<Group extends string> {
  /** The next state by state and byte. With a column for each class of bytes instead, `find` takes a third longer. */
  readonly #next: Uint16Array;
  /** The groups of the words that end in a state, as bits. */
  readonly #ending: Uint32Array;
  /** The bytes of all words. Others lead to the start. */
  readonly #letters: ReadonlySet<number>;
  readonly #groups: readonly Group[];
  readonly #sets = new Map<number, ReadonlySet<Group>>();

  constructor(words: Readonly<Record<Group, readonly string[]>>) {
    this.#groups = Object.keys(words) as Group[];
    const all = this.#groups.flatMap((group) => words[group]);
    const text = all.join("");
    this.#letters = new Set(Array.from(text, (letter) => letter.charCodeAt(0)));
    const states = text.length + 1;
    this.#next = new Uint16Array(states * BYTES);
    this.#ending = new Uint32Array(states);
    this.#addWords(words);
    this.#addFailures();
  }

  find(bytes: Uint8Array): ReadonlySet<Group> {
    const [next, ending] = [this.#next, this.#ending];
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

  #addWords(words: Readonly<Record<Group, readonly string[]>>): void {
    let last = 0;
    for (const [index, group] of this.#groups.entries()) {
      for (const word of words[group]) {
        let state = 0;
        for (const letter of word) {
          state = this.#next[state * BYTES + letter.charCodeAt(0)] ||= last += 1;
        }
        this.#endGroups(state, 1 << index);
      }
    }
  }

  #endGroups(state: number, groups: number): void {
    this.#ending[state] = (this.#ending[state] ?? 0) | groups;
  }

  /** Lets a state continue as its longest end that starts a word, breadth first: rows of shorter ends are complete. */
  #addFailures(): void {
    const failureOf = new Map<number, number>([[0, 0]]);
    for (const [state, failure] of failureOf) {
      const row = this.#next.subarray(state * BYTES, (state + 1) * BYTES);
      const ofFailure = this.#next.subarray(failure * BYTES, (failure + 1) * BYTES);
      for (const byte of this.#letters) {
        const next = row[byte] ?? 0;
        const other = state === 0 ? 0 : (ofFailure[byte] ?? 0);
        if (next === 0) row[byte] = other;
        else {
          failureOf.set(next, other);
          this.#endGroups(next, this.#ending[other] ?? 0);
        }
      }
    }
  }
}
