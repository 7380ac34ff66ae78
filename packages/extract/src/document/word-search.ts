/** Bits for the class of a byte. All words together have fewer than 64 different characters. */
const CLASS_BITS = 6;

/**
 * Finds which groups of words occur in a file, in one pass over its bytes, however many words there are (Aho and Corasick).
 * Words are ASCII.
 */
export class WordSearch<Group extends string> {
  /** Bytes that are in the same place of the table. 0 for those in no word. */
  readonly #classOf = new Uint8Array(256);
  /** The next state by state and class. A state is the offset of its row. */
  readonly #next: Uint32Array;
  /** The groups of the words that end in a state, as bits. */
  readonly #ending: Uint32Array;
  readonly #groups: readonly Group[];
  readonly #sets = new Map<number, ReadonlySet<Group>>();

  constructor(words: Readonly<Record<Group, readonly string[]>>) {
    this.#groups = Object.keys(words) as Group[];
    const all = this.#groups.flatMap((group) => words[group]);
    const letters = [...new Set(all.join(""))];
    if (letters.length >= 1 << CLASS_BITS) throw new Error("The words have too many different characters.");
    for (const [index, letter] of letters.entries()) this.#classOf[letter.charCodeAt(0)] = index + 1;
    const states = all.join("").length + 1;
    this.#next = new Uint32Array(states << CLASS_BITS);
    this.#ending = new Uint32Array(states);
    this.#addWords(words);
    this.#addFailures();
  }

  find(bytes: Uint8Array): ReadonlySet<Group> {
    const [classOf, next, ending] = [this.#classOf, this.#next, this.#ending];
    let state = 0;
    let found = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      state = next[state | (classOf[bytes[at] ?? 0] ?? 0)] ?? 0;
      found |= ending[state >> CLASS_BITS] ?? 0;
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
          const place = state | (this.#classOf[letter.charCodeAt(0)] ?? 0);
          state = this.#next[place] ||= (last += 1) << CLASS_BITS;
        }
        this.#endGroups(state, 1 << index);
      }
    }
  }

  #endGroups(state: number, groups: number): void {
    const row = state >> CLASS_BITS;
    this.#ending[row] = (this.#ending[row] ?? 0) | groups;
  }

  /** Lets a state continue as its longest end that starts a word, breadth first: rows of shorter ends are complete. */
  #addFailures(): void {
    const failureOf = new Map<number, number>([[0, 0]]);
    for (const [state, failure] of failureOf) {
      for (let column = 0; column < 1 << CLASS_BITS; column += 1) {
        const next = this.#next[state | column] ?? 0;
        const other = state === 0 ? 0 : (this.#next[failure | column] ?? 0);
        if (next === 0) this.#next[state | column] = other;
        else {
          failureOf.set(next, other);
          this.#endGroups(next, this.#ending[other >> CLASS_BITS] ?? 0);
        }
      }
    }
  }
}
