import { array, assert, asyncProperty, integer, uint8Array } from "fast-check";
import { describe, expect, it } from "vitest";
import { createByteReader, type ByteReader } from "./byte-reader.ts";

/** Yields the bytes in chunks of the given sizes, repeated as needed. */
function* chunksOf(bytes: Buffer, sizes: readonly number[]): Generator<Buffer> {
  for (let start = 0, turn = 0; start < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield bytes.subarray(start, start + size);
    start += size;
  }
}

function readerOf(chunks: Iterable<Buffer>): ByteReader {
  const iterator = Iterator.from(chunks);
  return createByteReader(async () => iterator.next().value);
}

describe("createByteReader", () => {
  it("returns the same records for any chunking", async () => {
    await assert(
      asyncProperty(
        array(uint8Array({ maxLength: 40 }), { maxLength: 8 }),
        array(integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
        async (contents, sizes) => {
          const stream = Buffer.concat(
            contents.flatMap((content) => [Buffer.from(`${content.length}\n`), content]),
          );
          const reader = readerOf(chunksOf(stream, sizes));
          for (const content of contents) {
            expect(await reader.line()).toBe(String(content.length));
            expect(await reader.bytes(content.length)).toEqual(Buffer.from(content));
          }
          expect(await reader.line()).toBeUndefined();
        },
      ),
    );
  });

  it("returns undefined for a truncated record", async () => {
    expect(await readerOf([Buffer.from("half a li")]).line()).toBeUndefined();
    expect(await readerOf([Buffer.from("half")]).bytes(8)).toBeUndefined();
  });
});
