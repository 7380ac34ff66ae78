import type { TreeEntry } from "@knockon/extract/ecosystem";
import type { FileFacts } from "@knockon/extract/repository-extraction";

const NOTHING: FileFacts = { found: [], problems: [] };

/**
 * The facts of files, so that each is read once. Only the names of files without facts are kept. The facts of the others are
 * limited by the size of the files, and those used longest ago are dropped first.
 */
export class FactsCache {
  readonly #maxBytes: number;
  readonly #facts = new Map<TreeEntry, { facts: FileFacts; bytes: number }>();
  readonly #unclaimed = new WeakSet<TreeEntry>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Whether a file that was read before has facts. */
  isClaimed(entry: TreeEntry): boolean {
    return !this.#unclaimed.has(entry);
  }

  get(entry: TreeEntry): FileFacts | undefined {
    if (this.#unclaimed.has(entry)) return NOTHING;
    const known = this.#facts.get(entry);
    if (!known) return undefined;
    this.#facts.delete(entry);
    this.#facts.set(entry, known);
    return known.facts;
  }

  add(entry: TreeEntry, facts: FileFacts, bytes: number): void {
    if (facts.found.length === 0 && facts.problems.length === 0) {
      this.#unclaimed.add(entry);
      return;
    }
    this.#facts.set(entry, { facts, bytes });
    this.#bytes += bytes;
    for (const [oldest, { bytes: freed }] of this.#facts) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#facts.delete(oldest);
      this.#bytes -= freed;
    }
  }
}
