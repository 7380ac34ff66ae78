/** Groups keys that identify the same person (union-find). */
export class Identities {
  readonly #parents = new Map<string, string>();

  /** Merges the groups of these keys. */
  join(keys: readonly string[]): void {
    const [first, ...others] = keys.map((key) => this.find(key));
    for (const other of others) if (first !== undefined) this.#parents.set(other, first);
  }

  /** Returns the key that represents the group of a key. */
  find(key: string): string {
    const parent = this.#parents.get(key);
    if (parent === key) return key;
    let root = parent ?? key;
    for (let next = this.#parents.get(root) ?? root; next !== root; next = this.#parents.get(root) ?? root) {
      root = next;
    }
    if (root !== parent) this.#parents.set(key, root);
    return root;
  }

  /** Returns the keys of each group by the key that represents it. */
  groups(): Map<string, string[]> {
    return Map.groupBy(this.#parents.keys(), (key) => this.find(key));
  }
}
