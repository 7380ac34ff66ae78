import { describe, expect, it } from "vitest";
import { findOddProse, splitWords } from "./find-odd-prose.ts";
import { readMarkdown, readSource } from "./passages.ts";

const inSource = (source: string, path = "src/a.tsx"): string[] =>
  findOddProse(source, readSource(path, source)).map(({ line, text }) => `${line}: ${text}`);

const inDocument = (source: string): string[] =>
  findOddProse(source, readMarkdown(source)).map(({ line, text }) => `${line}: ${text}`);

describe("check:prose", () => {
  it("finds odd phrases in comments, strings, templates, JSX text and identifiers", () => {
    const source = [
      "/** To be told of every",
      " * row that nobody reads. */",
      "// It is asked",
      "// anew.",
      'export const message = "leads to an address that is none";',
      "export const template = (name: string) => `${name} looked in vain`;",
      "export const Page = () => <p>This link is no good any more</p>;",
      "export const findSeekers = 1;",
    ].join("\n");
    expect(inSource(source)).toEqual([
      "1: be told",
      "2: nobody",
      "3: is asked",
      "4: anew",
      "5: is none",
      "6: in vain",
      "7: no good any more",
      "8: seekers",
    ]);
  });

  it("finds a phrase that a line break divides", () => {
    expect(inSource("// What the host\n// sends is refused.\nexport {};")).toEqual([
      "1: What the host sends is refused",
    ]);
  });

  it("finds odd words in file names", () => {
    expect(inSource("export {};", "src/whoever-calls.ts")).toEqual(["1: whoever"]);
  });

  it("finds British spelling", () => {
    expect(inSource("// The behaviour of the centre, normalised.\nexport {};")).toEqual([
      "1: behaviour",
      "1: centre",
      "1: normalised",
    ]);
  });

  it("accepts plain English", () => {
    const source = [
      "/** Returns the rows written per push. */",
      'import { x } from "./nobody.ts";',
      "// A peer dependency is optional. See https://example.com/whatever.",
      "export const peerDependencies = x;",
      'export const kind = "peer";',
      'export const lines = "one\\nobody";',
    ].join("\n");
    expect(inSource(source)).toEqual([]);
  });

  it("does not join neighboring strings into a phrase", () => {
    expect(inSource('export const list = ["is", "none"];')).toEqual([]);
  });

  it("reads Markdown without its code and link targets", () => {
    const document = [
      "# Whoever reads this",
      "```sh",
      "echo nobody",
      "```",
      "Run `nobody`, or see [the page](docs/nobody.md). Then",
      "look anew.",
    ].join("\n");
    expect(inDocument(document)).toEqual(["1: Whoever", "6: anew"]);
  });

  it("splits identifiers into words", () => {
    expect(splitWords("readJSONFileOf_whom2")).toBe("read json file of whom2");
  });
});
