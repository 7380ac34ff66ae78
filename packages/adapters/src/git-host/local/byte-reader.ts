/** Reads lines and byte counts from a stream. Returns undefined if the stream ends first. */
export interface ByteReader {
  /** Reads up to the next line feed, excluding it. */
  line(): Promise<string | undefined>;
  /** Reads exactly `length` bytes, without copying if they are contiguous. */
  bytes(length: number): Promise<Buffer | undefined>;
}

const LINE_FEED = 0x0a;

/** Calls `nextChunk`, which returns undefined at the end, only if the buffer is too short. */
export function createByteReader(nextChunk: () => Promise<Buffer | undefined>): ByteReader {
  let rest: Buffer = Buffer.alloc(0);

  function take(length: number): Buffer {
    const taken = rest.subarray(0, length);
    rest = rest.subarray(length);
    return taken;
  }

  return {
    async line() {
      let end = rest.indexOf(LINE_FEED);
      while (end === -1) {
        const chunk = await nextChunk();
        if (!chunk) return undefined;
        rest = Buffer.concat([rest, chunk]);
        end = rest.indexOf(LINE_FEED);
      }
      return take(end + 1).toString("utf8", 0, end);
    },

    async bytes(length) {
      if (rest.length >= length) return take(length);
      const all = Buffer.allocUnsafe(length);
      let filled = take(rest.length).copy(all);
      while (filled < length) {
        const chunk = await nextChunk();
        if (!chunk) return undefined;
        rest = chunk;
        filled += take(length - filled).copy(all, filled);
      }
      return all;
    },
  };
}
