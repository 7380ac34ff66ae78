import { describe, expect, it } from "vitest";
import { SyntaxProblem } from "../ecosystem.ts";
import { SourceFile } from "../source-file.ts";
import { cpuMs } from "../testing/cpu-ms.ts";
import { at, entriesOf, itemsOf, scalarAt, textOf } from "./node.ts";

const parse = (text: string) => new SourceFile("a.toml", text).toml();

function problemOf(text: string): SyntaxProblem {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof SyntaxProblem) return error;
    throw error;
  }
  throw new Error("No problem was found.");
}

const TEXT = `# head
title = "x" # the title

[dependencies]
serde = { version = "1.0", features = ["derive"] }
tokio.version = "1.10"
tokio.optional = true

[dependencies.log]
version = "0.4"

[[bin]]
name = "a"
[[bin]]
name = "b"
[bin.extra]
n = 1.10
list = [
  "one", # first
  'two',
]
`;

describe("parseToml", () => {
  it("reads tables, dotted keys and inline tables as maps, with the line of each key", () => {
    const root = parse(TEXT);
    const dependencies = entriesOf(at(root, "dependencies"));
    expect(dependencies.map(({ key, line }) => [key, line])).toEqual([
      ["serde", 5],
      ["tokio", 6],
      ["log", 9],
    ]);
    expect(entriesOf(at(root, "dependencies", "tokio")).map(({ key, line }) => [key, line])).toEqual([
      ["version", 6],
      ["optional", 7],
    ]);
    expect(textOf(at(root, "dependencies", "serde", "version"))).toBe("1.0");
  });

  it("reads [[tables]] as a list and adds subtables to its last item", () => {
    const [first, second] = itemsOf(at(parse(TEXT), "bin"));
    expect([first?.line, second?.line]).toEqual([12, 14]);
    expect(at(first, "extra")).toBeUndefined();
    expect(textOf(at(second, "extra", "n"))).toBe("1.10");
  });

  it("keeps numbers, booleans and dates as written", () => {
    const root = parse("a = 1.10\nb = true\nc = 1979-05-27 07:32:00Z\nd = 0x1F");
    expect(entriesOf(root).map(({ value }) => textOf(value))).toEqual([
      "1.10",
      "true",
      "1979-05-27 07:32:00Z",
      "0x1F",
    ]);
  });

  it("keeps the comment on the line of a scalar", () => {
    expect(scalarAt(parse(TEXT), "title")).toMatchObject({ line: 2, text: "x", comment: "the title" });
    expect(itemsOf(at(parse(TEXT), "bin"))).toHaveLength(2);
  });

  it("reads CRLF like LF", () => {
    expect(parse(TEXT.replaceAll("\n", "\r\n"))).toEqual(parse(TEXT));
  });

  it("reads names of Object.prototype as ordinary keys", () => {
    const root = parse("[__proto__]\nconstructor = 1\n[toString.a]\nb = 2\n");
    expect(textOf(at(root, "__proto__", "constructor"))).toBe("1");
    expect(textOf(at(root, "toString", "a", "b"))).toBe("2");
  });

  it.each([
    ["a missing value", "a = 1\nb =\n", 3],
    ["a template", "[package]\nname = {{ name }}\n", 2],
    ["an open list", 'a = [\n  "x",\n', 3],
    ["an open string", 'a = 1\nb = "x\n', 2],
    ["a duplicate key", "a = 1\na = 2\n", 2],
    ["CRLF", "a = 1\r\nb\r\n", 3],
  ])("reports the line of %s", (_, text, line) => {
    expect(problemOf(text)).toMatchObject({ line });
  });

  it("reads an empty file as an empty map", () => {
    expect(parse("")).toEqual({ kind: "map", line: 1, entries: [] });
  });

  it.each([
    ["lists", `a = ${"[".repeat(10_000)}${"]".repeat(10_000)}`],
    ["lists within the parser's stack limit", `a = ${"[".repeat(600)}${"]".repeat(600)}`],
    ["maps", `a = ${"{a=".repeat(600)}1${"}".repeat(600)}`],
    ["dotted keys", `a${".a".repeat(10_000)} = 1`],
    ["dotted tables", `[a${".a".repeat(10_000)}]`],
  ])("rejects too deeply nested %s in less than two seconds", (_, text) => {
    const cpu = cpuMs(() => {
      expect(problemOf(text).message).toBe("The document is nested too deeply.");
    });
    expect(cpu).toBeLessThan(2000);
  });

  it("takes linear time for many dotted keys", () => {
    const text = Array.from({ length: 20_000 }, (_, n) => `a.b.k${n} = 1\n`).join("");
    const cpu = cpuMs(() => {
      expect(entriesOf(at(parse(text), "a", "b"))).toHaveLength(20_000);
    });
    expect(cpu).toBeLessThan(4000);
  });
});
