import { describe, expect, it } from "vitest";
import { SourceFile } from "./source-file.ts";

const thrownBy = (action: () => unknown): unknown => {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
};

describe("SourceFile", () => {
  it("returns the line of every offset, with LF and CRLF", () => {
    const file = new SourceFile("a", "ab\n\ncd\r\ne");
    expect([0, 1, 2, 3, 4, 5, 6, 7, 8].map((offset) => file.lineAt(offset))).toEqual([
      1, 1, 1, 2, 3, 3, 3, 3, 4,
    ]);
  });

  it("returns the last line for an offset beyond the text", () => {
    expect(new SourceFile("a", "a\nb").lineAt(99)).toBe(2);
    expect(new SourceFile("a", "a\n").lineAt(2)).toBe(2);
    expect(new SourceFile("a", "").lineAt(0)).toBe(1);
  });

  it("returns the same lines as counting newlines in a long text", () => {
    const text = Array.from({ length: 200 }, (_, index) => "x".repeat(index % 7)).join("\n");
    const file = new SourceFile("a", text);
    for (let offset = 0; offset < text.length; offset += 1) {
      expect(file.lineAt(offset)).toBe(text.slice(0, offset).split("\n").length);
    }
  });

  it("returns no documents and reports nothing for invalid YAML on request", () => {
    expect(new SourceFile("a", "{").yamlWithoutProblems()).toEqual([]);
    const partly = new SourceFile("a", "a: 1\nb: {\n");
    expect(partly.yamlWithoutProblems()).toHaveLength(1);
    expect(partly.skipped).toEqual([]);
    partly.yaml();
    expect(partly.skipped).toHaveLength(1);
  });

  it("parses each format once", () => {
    const file = new SourceFile("a", '{"a": 1}');
    expect(file.yaml()).toBe(file.yaml());
    expect(file.yamlWithoutProblems()).toBe(file.yaml());
    expect(file.json()).toBe(file.json());
    const toml = new SourceFile("a", "a = 1");
    expect(toml.toml()).toBe(toml.toml());
  });

  it("throws the same error again without parsing again", () => {
    const file = new SourceFile("a", "[");
    expect(thrownBy(() => file.yaml())).toBeInstanceOf(Error);
    expect(thrownBy(() => file.yaml())).toBe(thrownBy(() => file.yaml()));
    expect(thrownBy(() => file.json())).toBe(thrownBy(() => file.json()));
    expect(thrownBy(() => file.toml())).toBe(thrownBy(() => file.toml()));
  });
});
