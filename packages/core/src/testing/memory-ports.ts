import type { TreeEntry } from "@knockon/extract/ecosystem";
import { InterfaceExtraction, type Side } from "@knockon/extract/interface-extraction";
import type { Extractor } from "@knockon/extract/isolate/extractor";
import { ECOSYSTEMS } from "@knockon/extract/registry";
import { RepositoryExtraction } from "@knockon/extract/repository-extraction";
import type { FileContent } from "@knockon/extract/snapshot";
import type { BlobStore } from "../ports/blob-store.ts";
import type { Queue, ScanMessage } from "../ports/queue.ts";
import { bucketAt, type RateBucket, type RateCounter, roomIn } from "../ports/rate-counter.ts";

export interface MemoryBlobStore extends BlobStore {
  blobs: Map<string, { bytes: Uint8Array; storedAt: Date }>;
}

export function memoryBlobStore(now: () => Date): MemoryBlobStore {
  const blobs: MemoryBlobStore["blobs"] = new Map();
  return {
    blobs,
    async put(key, bytes) {
      blobs.set(key, { bytes, storedAt: now() });
    },
    async get(key) {
      return blobs.get(key)?.bytes;
    },
    async *list(prefix) {
      for (const [key, { storedAt }] of blobs) if (key.startsWith(prefix)) yield { key, storedAt };
    },
    async delete(key) {
      blobs.delete(key);
    },
  };
}

export interface MemoryQueue extends Queue {
  /** Takes and deletes a message. Returns undefined for an empty queue. */
  take(): ScanMessage | undefined;
  /** Deletes all messages. */
  clear(): void;
  readonly length: number;
}

/** Delivers messages once, first in, first out. */
export function orderlyQueue(): MemoryQueue {
  const waiting: ScanMessage[] = [];
  return {
    async send(messages) {
      waiting.push(...messages);
    },
    take: () => waiting.shift(),
    clear: () => waiting.splice(0),
    get length() {
      return waiting.length;
    },
  };
}

/** A direct implementation of the port for one process. */
export function memoryRateCounter(): RateCounter {
  const buckets = new Map<string, RateBucket>();
  return {
    async count(key, now, limit) {
      const bucket = bucketAt(buckets.get(key), now);
      if (bucket.current >= roomIn(bucket, now, limit)) return { ...bucket, isCounted: false };
      const counted = { ...bucket, current: bucket.current + 1 };
      buckets.set(key, counted);
      return { ...counted, isCounted: true };
    },
  };
}

/** Extracts in the same thread, without protection against hostile files. */
export const inProcessExtractor: Extractor = {
  async extractInterfaces(repository, { before, after }) {
    const extraction = new InterfaceExtraction(repository, ECOSYSTEMS);
    const [old, current] = await Promise.all([before.tree(), after.tree()]);
    const keyOf = ({ path, oid }: TreeEntry): string => `${oid} ${path}`;
    const [inOld, inCurrent] = [new Set(old.map(keyOf)), new Set(current.map(keyOf))];
    const add = (entry: TreeEntry, content: FileContent, side: Side): void => {
      if (typeof content === "string") throw new Error(`${entry.path} is ${content}.`);
      const isShared = inOld.has(keyOf(entry)) && inCurrent.has(keyOf(entry));
      extraction.addFile(entry.path, content, isShared ? undefined : side);
    };
    await before.files(old, (entry, content) => add(entry, content, "before"));
    const added = current.filter((entry) => !inOld.has(keyOf(entry)));
    await after.files(added, (entry, content) => add(entry, content, "after"));
    return extraction.finish({ before: old, after: current });
  },
  async extract(repository, snapshot) {
    const extraction = new RepositoryExtraction(repository, ECOSYSTEMS);
    const counts = { files: 0, bytes: 0, skipped: {} };
    const tree = await snapshot.tree();
    await snapshot.files(tree, ({ path }, content) => {
      if (typeof content === "string") throw new Error(`${path} is ${content}.`);
      counts.files += 1;
      counts.bytes += content.byteLength;
      extraction.addFile(path, content);
    });
    return { ...extraction.finish(tree), counts };
  },
  async close() {},
};
