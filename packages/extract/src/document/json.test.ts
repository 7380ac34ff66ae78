import { describe, expect, it } from "vitest";
import { SyntaxProblem } from "../ecosystem.ts";
import { SourceFile } from "../source-file.ts";
import { cpuMs } from "../testing/cpu-ms.ts";
import { entriesOf, itemsOf, textOf, at } from "./node.ts";

const parse = (text: string) => new SourceFile("a.json", text).json();

function problemOf(text: string): SyntaxProblem {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof SyntaxProblem) return error;
    throw error;
  }
  throw new Error("No problem was found.");
}

describe("parseJson", () => {
  it("keeps scalars as written and unescapes strings", () => {
    const root = parse(
      '{"a": 1.10, "b": 1e3, "c": 12345678901234567890, "d": true, "e": null, "f": "x\\u0041\\n", "g": -0}',
    );
    expect(entriesOf(root).map((entry) => textOf(entry.value))).toEqual([
      "1.10",
      "1e3",
      "12345678901234567890",
      "true",
      "",
      "xA\n",
      "-0",
    ]);
  });

  it("returns the lines of keys and values, with LF and CRLF", () => {
    const text = '{\n  "a":\n    "x",\n  "b": [\n    1,\n    {"c": 2}\n  ]\n}\n';
    const root = parse(text);
    expect(root).toEqual({
      kind: "map",
      line: 1,
      entries: [
        { key: "a", line: 2, value: { kind: "scalar", line: 3, text: "x", comment: null } },
        { key: "b", line: 4, value: expect.objectContaining({ kind: "list", line: 4 }) },
      ],
    });
    expect(itemsOf(at(root, "b")).map((item) => item.line)).toEqual([5, 6]);
    expect(parse(text.replaceAll("\n", "\r\n"))).toEqual(root);
  });

  it("accepts comments and trailing commas", () => {
    const root = parse('// head\n{\n  /* "x": 1, */ "a": 1, // one\n  "b": [1,],\n}\n// end');
    expect(entriesOf(root).map(({ key, line }) => [key, line])).toEqual([
      ["a", 3],
      ["b", 4],
    ]);
    expect(itemsOf(at(root, "b"))).toHaveLength(1);
  });

  it("keeps both entries of a duplicate key", () => {
    expect(entriesOf(parse('{"a": 1,\n"a": 2}')).map(({ key, line }) => [key, line])).toEqual([
      ["a", 1],
      ["a", 2],
    ]);
  });

  it.each(["[]", "{}", '"a"', "1", "null"])("accepts %s as a whole document", (text) => {
    expect(parse(text).line).toBe(1);
  });

  it.each([
    ["an empty file", "", 1],
    ["a comment alone", "// a\n", 2],
    ["a missing comma", '{\n  "a": 1\n  "b": 2\n}', 3],
    ["a missing colon", '{\n  "a" 1\n}', 2],
    ["a missing end", '{\n  "a": [1,\n', 3],
    ["a key without quotes", "{\n\n  a: 1\n}", 3],
    ["an open string", '{\n  "a": "x\n}', 2],
    ["a second value", "{}\n{}", 2],
    ["a template", "{\n  {{ a }}\n}", 2],
    ["CRLF", '{\r\n  "a": 1\r\n  "b": 2\r\n}', 3],
  ])("reports the line of %s", (_, text, line) => {
    expect(problemOf(text)).toMatchObject({ line });
  });

  it.each([
    ["lists", "[".repeat(10_000) + "]".repeat(10_000)],
    ["maps", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`],
    // More than any stack allows: fewer would be an ordinary mistake if the stack is large.
    ["open lists", "[".repeat(200_000)],
    ["lists within the parser's stack limit", "[".repeat(600) + "]".repeat(600)],
  ])("rejects too deeply nested %s in less than two seconds", (_, text) => {
    const cpu = cpuMs(() => {
      expect(problemOf(text).message).toBe("The document is nested too deeply.");
    });
    expect(cpu).toBeLessThan(2000);
  });

  it("accepts a hundred levels", () => {
    expect(parse("[".repeat(100) + "]".repeat(100)).kind).toBe("list");
  });
});
