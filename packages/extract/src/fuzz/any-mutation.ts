import * as fc from "fast-check";
import { CORPUS } from "./corpus.ts";

/** Positions are fractions of the text length, so that a mutation applies to any text. */
export type Mutation =
  | { kind: "truncate"; at: number }
  | { kind: "delete"; from: number; length: number }
  | { kind: "splice"; at: number; other: number; from: number }
  | { kind: "repeat"; from: number; length: number; times: number }
  | { kind: "insert"; at: number; text: string; times: number }
  | { kind: "bytes"; at: number; bytes: number[] }
  | { kind: "alias bomb"; at: number }
  | { kind: "lines"; end: string }
  | { kind: "encode"; as: Encoding };

export type Encoding = "utf16le" | "latin1" | "utf8";

/** Enough to overflow a stack and to reveal quadratic time. */
const MANY = [10_000, 60_000];
/** Opening brackets of the languages, which can be nested. */
const BRACKETS = '[ { ( ${ $( ${{ {{ " \' ` # <!-- /* <<A << "${ ${A:-'.split(" ");
const BLOCKS = ['{"a":', "a {\n", "- ", "? ", "! ", "- a:\n  ", "<<: ", "FROM a AS a\n", "\\\n"];
/** Characters that are ignored, invisible or ambiguous. */
const CHARACTERS = Array.from("\0\r\n\t\u007f\u0085\u00a0\u2028\u202e\ufeff\uffffé😀=:@$");
const ESCAPES = '\u001b[0m \\u0000 \\ud800 \\x00 "\\u0000" %00 %0a *a !!binary --- // ..'.split(" ");
/** Properties that every JavaScript object inherits. */
const INHERITED = [
  " constructor ",
  "\ntoString\n",
  "\n__proto__: valueOf\n",
  "\nconstructor = toString\n",
  "$constructor",
];

const share = fc.nat({ max: 1000 }).map((thousandths) => thousandths / 1000);
const smallShare = share.map((value) => value ** 3);
const bytes = fc.array(fc.nat({ max: 255 }), { minLength: 1, maxLength: 12 });
const fileIndex = fc.nat({ max: CORPUS.length - 1 });

const inserted = fc.oneof(
  fc.tuple(fc.constantFrom(...BRACKETS, ...BLOCKS), fc.constantFrom(1, 1, 1, ...MANY)),
  fc.tuple(fc.constantFrom(...CHARACTERS, ...ESCAPES, ...INHERITED), fc.constantFrom(1, 1, 1, 100_000)),
);

const anyMutation: fc.Arbitrary<Mutation> = fc.oneof(
  share.map((at) => ({ kind: "truncate" as const, at })),
  fc.tuple(share, smallShare).map(([from, length]) => ({ kind: "delete" as const, from, length })),
  fc
    .tuple(share, fileIndex, share)
    .map(([at, other, from]) => ({ kind: "splice" as const, at, other, from })),
  fc
    .tuple(share, smallShare, fc.constantFrom(2, 50, 3000))
    .map(([from, length, times]) => ({ kind: "repeat" as const, from, length, times })),
  {
    arbitrary: fc
      .tuple(share, inserted)
      .map(([at, [text, times]]) => ({ kind: "insert" as const, at, text, times })),
    weight: 4,
  },
  fc.record({ kind: fc.constant("bytes" as const), at: share, bytes }),
  fc.record({ kind: fc.constant("alias bomb" as const), at: share }),
  fc.constantFrom("\r\n", "\r", "", " ", "\n\n").map((end) => ({ kind: "lines" as const, end })),
  fc.constantFrom<Encoding>("utf16le", "latin1", "utf8").map((as) => ({ kind: "encode" as const, as })),
);

/** One to three files of the corpus, each mutated up to four times. */
export const anyMutatedFiles = fc.uniqueArray(
  fc.record({ file: fileIndex, mutations: fc.array(anyMutation, { minLength: 1, maxLength: 4 }) }),
  { selector: ({ file }) => file, minLength: 1, maxLength: 3 },
);
