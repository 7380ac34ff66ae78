import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WordSearch } from "./word-search.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("WordSearch", () => {
  it("finds the groups of all words, also of those within others", () => {
    const search = new WordSearch({ a: ["he", "hers"], b: ["she"], c: ["is", " "] });
    expect([...search.find(bytesOf("ushers"))]).toEqual(["a", "b"]);
    expect([...search.find(bytesOf("é hß"))]).toEqual(["c"]);
    expect([...search.find(bytesOf(""))]).toEqual([]);
  });

  it("finds a word wherever it begins in a long file", () => {
    const search = new WordSearch({ word: ["needle"], end: ["z"] });
    for (const length of [1023, 1024, 1025, 1026, 1027]) {
      expect([...search.find(bytesOf("-".repeat(length)))]).toEqual([]);
      for (let at = 0; at <= length - 6; at += 1)
        expect([...search.find(bytesOf(`${"-".repeat(at)}needle`.padEnd(length, "-")))]).toEqual(["word"]);
      expect([...search.find(bytesOf("z".padStart(length, "-")))]).toEqual(["end"]);
    }
  });

  it("finds what a search for each word finds", () => {
    const word = fc.stringMatching(/^[abc]{1,5}$/);
    const groups = fc.record({ x: fc.array(word), y: fc.array(word), z: fc.array(word) });
    const text = fc.stringMatching(/^[abcdé]{0,30}$/);
    fc.assert(
      fc.property(groups, text, (words, source) => {
        const expected = (["x", "y", "z"] as const).filter((group) =>
          words[group].some((one) => source.includes(one)),
        );
        expect([...new WordSearch(words).find(bytesOf(source))]).toEqual(expected);
      }),
      { numRuns: 2_000 },
    );
  });
});
