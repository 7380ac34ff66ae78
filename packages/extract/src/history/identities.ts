/** Which keys are one person's. */
export class Identities {
  readonly #parents = new Map<string, string>();

  /** From now on these are all one's. */
  join(keys: readonly string[]): void {
    const [first, ...others] = keys.map((key) => this.find(key));
    for (const other of others) if (first !== undefined) this.#parents.set(other, first);
  }

  /** The key that stands for all that are joined with this one. */
  find(key: string): string {
    let root = key;
    for (let next = this.#parents.get(root) ?? root; next !== root; next = this.#parents.get(root) ?? root) {
      root = next;
    }
    this.#parents.set(key, root);
    return root;
  }

  /** All that were ever asked about, by the key that stands for them. */
  groups(): Map<string, string[]> {
    return Map.groupBy(this.#parents.keys(), (key) => this.find(key));
  }
}
