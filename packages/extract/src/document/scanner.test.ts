import { describe, expect, it } from "vitest";
import { SourceFile } from "../source-file.ts";
import { BracketCheck, Scanner } from "./scanner.ts";

const at = (position: number, text: string): Scanner => {
  const scanner = new Scanner(new SourceFile("a", text));
  scanner.position = position;
  return scanner;
};

describe("Scanner", () => {
  it("moves past what matches at its position", () => {
    const scanner = at(2, "a\nbc d");
    expect(scanner.line).toBe(2);
    expect(scanner.take(/\w+/y)).toBe("bc");
    expect(scanner.match(/ (?<name>\w)/y)?.groups?.["name"]).toBe("d");
    expect(scanner.ended).toBe(true);
    expect(scanner.peek()).toBe("");
  });

  it("stays where it is if only later text matches", () => {
    const scanner = at(0, "a b");
    expect([scanner.skip("b"), scanner.skip(/b/y), scanner.take(/b/y), scanner.match(/b/y)]).toEqual([
      false,
      false,
      undefined,
      undefined,
    ]);
    expect(scanner.position).toBe(0);
  });

  it("moves past the end of a comment and to the end of a line", () => {
    const scanner = at(0, "/* a */ b\nc");
    scanner.skipPast("*/", "Unterminated comment.", 1);
    expect(scanner.position).toBe(7);
    scanner.skipLine();
    expect(scanner.peek()).toBe("\n");
    expect(() => scanner.skipPast("*/", "Unterminated comment.", 2)).toThrow(
      expect.objectContaining({ message: "Unterminated comment.", line: 2 }),
    );
  });
});

describe("BracketCheck", () => {
  const check = (...texts: string[]) => {
    const brackets = new BracketCheck();
    texts.forEach((text, index) => brackets.add({ text, line: index + 1 }));
    brackets.end();
  };

  it("accepts matching brackets and other tokens", () => {
    expect(() => check("(", "[", "constructor", "]", "{", "}", ")")).not.toThrow();
  });

  it.each([
    [["(", "]"], 'Unexpected "]".', 2],
    [["a", "}"], 'Unexpected "}".', 2],
    [["(", "{", "}"], 'Unclosed "(".', 1],
  ])("rejects %j", (texts, message, line) => {
    expect(() => check(...texts)).toThrow(expect.objectContaining({ message, line }));
  });
});
