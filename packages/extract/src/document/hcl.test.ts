import { array, assert, boolean, constantFrom, property, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { SyntaxProblem } from "../ecosystem.ts";
import { SourceFile } from "../source-file.ts";
import { cpuMs } from "../testing/cpu-ms.ts";
import { parseHcl, parseHclTemplate } from "./hcl.ts";

const parse = (text: string) => parseHcl(new SourceFile("main.tf", text));
const valueOf = (text: string) => parse(text).attributes[0]?.value;

function problemOf(text: string): SyntaxProblem | undefined {
  try {
    parse(text);
    return undefined;
  } catch (error) {
    if (error instanceof SyntaxProblem) return error;
    throw error;
  }
}

describe("parseHcl", () => {
  it("reads an empty file as an empty body", () => {
    expect(parse("")).toEqual({ attributes: [], blocks: [] });
    expect(parse("\n# only a comment")).toEqual({ attributes: [], blocks: [] });
  });

  it("reads quoted and bare labels, and the line of a block's type", () => {
    const { blocks } = parse('\nresource "aws_vpc" main {\n  cidr = 1\n  tags {}\n}\n');
    expect(blocks).toMatchObject([
      {
        type: "resource",
        labels: ["aws_vpc", "main"],
        line: 2,
        body: { attributes: [{ name: "cidr", line: 3 }], blocks: [{ type: "tags", line: 4 }] },
      },
    ]);
  });

  it("splits strings into text and interpolations, which may contain strings and braces", () => {
    expect(valueOf('a = "v${lookup({ x = "}" }, "x")}-${~ b ~}"')).toEqual({
      kind: "template",
      line: 1,
      parts: [{ literal: "v" }, { code: 'lookup({ x = "}" }, "x")' }, { literal: "-" }, { code: "b" }],
    });
  });

  it("resolves escapes, including `$${` and `%%{`", () => {
    expect(valueOf('a = "\\"\\\\\\t\\u0041\\U0001F600 $${x} %%{y} 5% $"')).toMatchObject({
      parts: [{ literal: '"\\\tA\u{1F600} ${x} %{y} 5% $' }],
    });
  });

  it("reads objects and lists with lines", () => {
    expect(valueOf('a = {\n  "k" : "v", # c\n  l = [\n    "x", /* c */ y,\n  ]\n}')).toEqual({
      kind: "object",
      line: 1,
      entries: [
        { name: "k", line: 2, value: { kind: "template", line: 2, parts: [{ literal: "v" }] } },
        {
          name: "l",
          line: 3,
          value: {
            kind: "list",
            line: 3,
            items: [
              { kind: "template", line: 4, parts: [{ literal: "x" }] },
              { kind: "code", line: 4, text: "y" },
            ],
          },
        },
      ],
    });
  });

  it.each([
    "local.x",
    "a == b ? [1] : {}",
    '"a" == b',
    "[for x in y : x]",
    "{ for k, v in m : k => v }",
    "{\n  # by name\n  /* and */ for k, v in m : k => v }",
    '["a"][0]',
    "f(\n  1, # one\n  2\n)",
    "1 / 2",
  ])("keeps %j as code", (code) => {
    expect(parse(`a = ${code} # comment\nb = 1`).attributes).toMatchObject([
      { name: "a", value: { kind: "code", text: code } },
      { name: "b" },
    ]);
  });

  it("ends a heredoc at a line with only its marker", () => {
    const heredoc = '<<-EOT\n  } " # /* $${ EOT\n  ${f(\n"}\\"")}\n  EOT';
    expect(parse(`a = ${heredoc}\nb = [<<X\n]\nX\n]\n`).attributes).toMatchObject([
      { name: "a", line: 1, value: { kind: "code", text: heredoc } },
      { name: "b", line: 6, value: { kind: "list", items: [{ text: "<<X\n]\nX" }] } },
    ]);
  });

  it("reads the comment after the value of an attribute", () => {
    const text = `a = 1 # one
b = [ # no
  2, # no
] // two
x {
  c = "#no"
  # no
  d = { e = 1 } #  four  `;
    const { attributes, blocks } = parse(`${text}\r\n}`);
    const comments = [...attributes, ...(blocks[0]?.body.attributes ?? [])].map(({ comment }) => comment);
    expect(comments).toEqual(["one", "two", undefined, "four"]);
  });

  it("skips comments", () => {
    expect(parse('# a = "1"\n// b {\n/* c = [\n*/ d = 1 // }\n').attributes).toMatchObject([
      { name: "d", line: 4 },
    ]);
  });

  it("reads CRLF", () => {
    const { blocks } = parse('m "x" {\r\n  a = "v"\r\n  b = c\r\n  t = <<E\r\nx\r\nE\r\n  d = 1\r\n}\r\n');
    expect(blocks[0]?.body.attributes).toMatchObject([
      { name: "a", line: 2, value: { parts: [{ literal: "v" }] } },
      { name: "b", line: 3, value: { text: "c" } },
      { name: "t", line: 4 },
      { name: "d", line: 7 },
    ]);
  });

  it.each([
    ["x {\n  a = 1\n", 1, "Unclosed block"],
    ["\n}", 2, "Expected an attribute or a block"],
    ["a = \n", 1, "Expected a value"],
    ["a = [\n1\n", 1, "Unclosed bracket"],
    ["a = f(\n1\n", 1, "Unclosed bracket"],
    ["a = f(]\n)", 1, "Unexpected `]`"],
    ['a = 1\nb = "x\n', 2, "Unterminated string"],
    ['a = "${x"\n', 1, "Unterminated string"],
    ['a = "${x', 1, "Unterminated interpolation"],
    ['a = "\\q"', 1, "Unknown escape in a string"],
    ["a = 1 /* x\n", 1, "Unterminated comment"],
    ["\na = <<EOT\nx\nEOT2\n", 2, "Unterminated heredoc"],
    ["a = {\n  b\n}", 2, "Expected `=` after the key"],
    ["plain words\n", 1, "Expected `=` or a block"],
    ["a = 1\n<<<<<<< HEAD\n", 2, "Expected an attribute or a block"],
  ])("rejects %j on line %i: %s", (text, line, message) => {
    expect(problemOf(text)).toMatchObject({ line, message: `Invalid HCL: ${message}.` });
  });

  it("throws only SyntaxProblem for any text", () => {
    const piece = constantFrom(
      ...'{}[]()"\\$%#=:,.<-/*~ \t\r\na1é_'.split(""),
      "${",
      "%{",
      "<<E\n",
      "\nE\n",
      'b "l" {\n',
      "for ",
      "\u{1F600}",
    );
    assert(
      property(array(piece, { maxLength: 60 }), (pieces) => {
        expect(() => problemOf(pieces.join(""))).not.toThrow();
      }),
      { numRuns: 5000 },
    );
  });

  it("returns the line of every attribute and block", () => {
    const filler = constantFrom("\n", '# { "\n', "/*\n\n*/\n", "// ${\n", "  \r\n");
    const value = constantFrom(
      "1",
      '"a ${f("{")} b"',
      "[\n1,\n2]",
      "{\n a = 1\n}",
      "<<E\n }\n${x}\nE",
      "f(\n)",
    );
    const item = record({ filler: array(filler, { maxLength: 3 }), value, isBlock: boolean() });
    assert(
      property(array(item), (items) => {
        let text = "";
        const lines = items.map((each) => {
          text += each.filler.join("");
          const line = text.split("\n").length;
          text += each.isBlock ? `x "l" {\n\na = ${each.value}\n}\n` : `x = ${each.value}\n`;
          return { line, inner: each.isBlock ? line + 2 : null };
        });
        const body = parse(text);
        expect(body.attributes.map(({ line }) => line)).toEqual(
          lines.filter(({ inner }) => inner === null).map(({ line }) => line),
        );
        expect(body.blocks.map(({ line, body: own }) => ({ line, inner: own.attributes[0]?.line }))).toEqual(
          lines.filter(({ inner }) => inner !== null),
        );
      }),
    );
  });

  it.each(["[", "{", "f(", '"${', "<<E\n${", "<<a", "/*", "a{\n", '"\\', "$${", "x = [for ", "a = {b = "])(
    "takes linear time over half a megabyte of %j",
    (piece) => {
      const cpu = cpuMs(() => {
        const text = piece.repeat(500_000 / piece.length);
        problemOf(`a = ${text}`);
        problemOf(text);
      });
      expect(cpu).toBeLessThan(3000);
    },
  );
});

describe("parseHclTemplate", () => {
  it("reads a string without quotes", () => {
    expect(parseHclTemplate(new SourceFile("", 'a"\\${x}\n$${y}'))).toEqual([
      { literal: 'a"\\' },
      { code: "x" },
      { literal: "\n${y}" },
    ]);
  });
});
