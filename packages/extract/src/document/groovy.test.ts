import { describe, expect, it } from "vitest";
import { SourceFile } from "../source-file.ts";
import { tokenizeGroovy, type GroovyToken } from "./groovy.ts";

type Options = Parameters<typeof tokenizeGroovy>[1];
const GROOVY: Options = { language: "groovy" };
const KOTLIN: Options = { language: "kotlin" };
const LENIENT: Options = { language: "groovy", isLenient: true };

const shown = (token: GroovyToken): unknown =>
  token.kind === "string"
    ? token.parts.map((part) => (typeof part === "string" ? part : part.map(shown)))
    : token.text;
const tokens = (text: string, options = GROOVY) =>
  tokenizeGroovy(new SourceFile("a", text), options).map(shown);

describe("tokenizeGroovy", () => {
  it.each([
    ["#!/usr/bin/env groovy\nx // y\n/* z\n*/ 1.2", ["\n", "x", "\n", "1.2"]],
    ["a?.b ?: c\n\n\nd", ["a", "?.", "b", "?:", "c", "\n", "d"]],
    ["a / b / c", ["a", "/", "b", "/", "c"]],
    ["a =~ /it's \"/", ["a", "=~", ["it's \""]]],
    ["a = $/it's/$ + '/$'", ["a", "=", ["it's"], "+", ["/$"]]],
    ["'\\'\\t$a'", [["'\t$a"]]],
    ['"a${b("}")}c$d.e"', [["a", ["b", "(", ["}"], ")"], "c", ["d", ".", "e"], ""]]],
    ['"""a\n"b" \\\nc"""', [['a\n"b" c']]],
  ])("reads Groovy: %j", (text, expected) => {
    expect(tokens(text)).toEqual(expected);
  });

  it.each([
    ["`a b` 'c' '\"'", ["a b", ["c"], ['"']]],
    ["/* /* */ a */ b", ["b"]],
    ['"$a.b" """\\t"""', [["", ["a"], ".b"], ["\\t"]]],
    ["= /a/", ["=", "/", "a", "/"]],
  ])("reads Kotlin: %j", (text, expected) => {
    expect(tokens(text, KOTLIN)).toEqual(expected);
  });

  it.each([
    ["a\n'b\n", "Unterminated string.", 2],
    ["a\n/* b\n", "Unterminated comment.", 2],
    ['a\n"${b\n', "Unterminated interpolation.", 2],
    ["a\n'''b\n\n", "Unterminated string.", 2],
  ])("rejects %j", (text, message, line) => {
    expect(() => tokens(text)).toThrow(expect.objectContaining({ message, line }));
  });

  it.each([
    ["'a\nb", [["a"], "\n", "b"]],
    ['"${a\nb', [["${a"], "\n", "b"]],
    ["\"${x#'}\" b\n'c'", [["${x#'}"], "b", "\n", ["c"]]],
  ])("ends an unterminated string with its line if lenient: %j", (text, expected) => {
    expect(tokens(text, LENIENT)).toEqual(expected);
  });

  it("rejects deeply nested interpolation", () => {
    expect(() => tokens('"${'.repeat(1000))).toThrow("The document is nested too deeply.");
  });
});
