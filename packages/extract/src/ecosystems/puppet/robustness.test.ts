import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SyntaxProblem } from "../../ecosystem.ts";
import { SourceFile } from "../../source-file.ts";
import { cpuMs } from "../../testing/cpu-ms.ts";
import { mentionsInstall, readAcceptanceTest } from "./read-acceptance.ts";
import { readPuppetfile } from "./read-puppetfile.ts";

/** Pieces of Puppetfiles and tests, joined in any order. */
const piece = fc.oneof(
  fc.constantFrom(
    ..."mod |'acme/kit'|\"acme-kit\"|, |:git => |git: |'https://github.com/acme/kit'|:latest|#{x}|{|}|(|)|[|]|do\n|end\n|if |=begin\n|\\|=".split(
      "|",
    ),
    ..."install_puppet_module_via_pmt_on(|puppet module install |puppet('module', 'install', |--version |'>= 1'|host|# |\n|\r\n".split(
      "|",
    ),
  ),
  fc.string({ maxLength: 10 }),
);
const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(""));

describe("any text", () => {
  it("readPuppetfile throws nothing but SyntaxProblem, and returns lines of the file", () => {
    fc.assert(
      fc.property(text, (source) => {
        expect(linesOf(source).filter((line) => !isWithin(line, source))).toEqual([]);
      }),
    );
  });

  it("readAcceptanceTest throws nothing, agrees with mentionsInstall, and returns lines of the file", () => {
    fc.assert(
      fc.property(text, (source) => {
        const { uses } = readAcceptanceTest(new SourceFile("spec/x_spec.rb", source));
        expect(uses.length === 0 || mentionsInstall(source)).toBe(true);
        expect(uses.filter(({ line }) => !isWithin(line, source))).toEqual([]);
      }),
    );
  });
});

/** Returns the lines of everything found. A SyntaxProblem is expected, other errors are not. */
function linesOf(source: string): number[] {
  try {
    const { uses, problems, readLines } = readPuppetfile(new SourceFile("Puppetfile", source));
    return [...uses, ...problems].map(({ line }) => line).concat(readLines);
  } catch (error) {
    if (error instanceof SyntaxProblem) return [];
    throw error;
  }
}

const isWithin = (line: number, source: string): boolean => line >= 1 && line <= source.split("\n").length;

describe("long texts take linear time", () => {
  it.each([
    ["install_puppet_module_via_pmt_on("],
    ["puppet module install "],
    ["puppet "],
    ["puppet\t\t\t\t"],
    ["install_module_from_forge '"],
    ["puppet('module', 'install', '(("],
  ])("readAcceptanceTest: %j repeated", (part) => {
    const source = (length: number) => new SourceFile("x_spec.rb", part.repeat(length / part.length));
    readAcceptanceTest(source(10_000));
    const run = (length: number) => cpuMs(() => readAcceptanceTest(source(length)));
    expect(run(200_000)).toBeLessThan(100 + 20 * run(20_000));
  });
});
