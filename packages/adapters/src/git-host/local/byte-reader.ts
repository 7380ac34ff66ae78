/** Reads a stream as a protocol needs it; undefined when the stream ends first. */
export interface ByteReader {
  /** Up to the next line feed, without it. */
  line(): Promise<string | undefined>;
  /** Exactly `length` bytes; a view where they lie together. */
  bytes(length: number): Promise<Buffer | undefined>;
}

const LINE_FEED = 0x0a;

/** Takes a chunk from the source only when what is buffered does not suffice. */
export function createByteReader(source: AsyncIterable<Buffer>): ByteReader {
  const chunks = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);

  async function nextChunk(): Promise<Buffer | undefined> {
    const { done, value } = await chunks.next();
    return done ? undefined : value;
  }

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
