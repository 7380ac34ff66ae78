import { describe, expect, it } from "vitest";
import { precommit } from "../ecosystems/precommit/index.ts";
import { gitlabci } from "../ecosystems/gitlabci/index.ts";
import { SyntaxProblem } from "../ecosystem.ts";
import { extractFiles } from "../repository-extraction.ts";
import { cpuMs } from "../testing/cpu-ms.ts";
import { at, entriesOf, itemsOf, textOf } from "./node.ts";
import { parseReadableYaml } from "./yaml.ts";

/** The keys and lines of the root maps, and the lines left out. */
const readable = (text: string) => {
  const { documents, skipped } = parseReadableYaml(text);
  return {
    keys: documents.flatMap((document) => entriesOf(document).map(({ key, line }) => `${key}:${line}`)),
    skipped: skipped.map(({ line, from, to }) => `${line} in ${from}-${to}`),
  };
};

describe("YAML that other parsers accept", () => {
  it.each([
    ['a:\n  - b: "x\n  y"\nc: 1\n', "x y"],
    ["a:\n  - b: 'x''s\n\n  y'\nc: 1\n", "x's\ny"],
    ['a:\r\n  - b: "x \\"\r\n  y"\r\nc: 1\r\n', 'x " y'],
  ])("reads quoted values whose further lines are not indented: %j", (text, expected) => {
    const { documents, skipped } = parseReadableYaml(text);
    expect(textOf(at(itemsOf(at(documents[0], "a"))[0], "b"))).toBe(expected);
    expect(textOf(at(documents[0], "c"))).toBe("1");
    expect(skipped).toEqual([]);
  });

  it("reads aliases as keys without a space before the colon", () => {
    const text = "a: &name web\nb:\n  *name:\n    image: x\n  other: 1\nc: 2\n";
    const { documents, skipped } = parseReadableYaml(text);
    expect(textOf(at(documents[0], "b", "web", "image"))).toBe("x");
    expect(entriesOf(documents[0]).map(({ key, line }) => `${key}:${line}`)).toEqual(["a:1", "b:2", "c:6"]);
    expect(skipped).toEqual([]);
  });

  it("reads flow collections whose further lines are not indented", () => {
    const { documents, skipped } = parseReadableYaml('a:\n  b: {\n    c: "}", # }\n  d: [x]\n}\ne: 1\n');
    expect(textOf(itemsOf(at(documents[0], "a", "b", "d"))[0])).toBe("x");
    expect(textOf(at(documents[0], "e"))).toBe("1");
    expect(skipped).toEqual([]);
  });
});

describe("invalid YAML", () => {
  it.each([
    ["a: 1\nb:\n  c: d: e\n  f: 2\ng: 3\n", ["a:1", "b:2", "g:5"], ["3 in 3-3"]],
    ["a: 1\nb: [x\nc: 2\n", ["a:1"], ["3 in 2-3"]],
    ["a: 1\n\tb: 2\nc: 3\n", ["a:1", "c:3"], ["2 in 2-2"]],
    ["a: 1\n---\nb: [\n---\nc: 3\n", ["a:1", "c:5"], ["3 in 3-3"]],
  ])("loses only the block of a mistake: %j", (text, keys, skipped) => {
    expect(readable(text)).toEqual({ keys, skipped });
  });

  it("leaves out the whole item of a list", () => {
    const { documents } = parseReadableYaml("a:\n- b: c: d\n  e: 1\n- f: 2\n");
    expect(
      itemsOf(at(documents[0], "a"))
        .flatMap(entriesOf)
        .map(({ key }) => key),
    ).toEqual(["f"]);
  });

  it("leaves out aliases without an anchor", () => {
    expect(readable("a: *x\nb: 1\n")).toEqual({ keys: ["a:1", "b:2"], skipped: ["1 in 1-1"] });
  });

  it.each(["a: [\n", "\t\n- [", "{"])("is rejected if nothing is valid: %j", (text) => {
    expect(() => parseReadableYaml(text)).toThrow(SyntaxProblem);
  });

  it("takes limited time", () => {
    const outcomes: unknown[] = [];
    const cpu = cpuMs(() => {
      for (const line of ["a: b: c\n", '- "x\ny\n', "- {\n", "b: 'x\n\n", "}: [\n"])
        try {
          outcomes.push(parseReadableYaml(line.repeat(3_000)));
        } catch (error) {
          outcomes.push(error);
        }
    });
    expect(outcomes).toHaveLength(5);
    expect(cpu).toBeLessThan(10_000);
  });

  it("is reported with its lines, and the rest of the file is read", () => {
    const repo = (name: string) => `- repo: https://github.com/acme/${name}\n  rev: v1\n  hooks: []\n`;
    const text = `repos:\n${repo("a")}${repo("b").replace("v1", "v1: x")}${repo("c")}`;
    const { declarations, problems } = extractFiles({ ".pre-commit-config.yaml": text }, [precommit]);
    expect(declarations.map((each) => `${each.artifact} ${each.versionConstraint}`)).toEqual([
      "github.com/acme/a v1",
      "github.com/acme/b null",
      "github.com/acme/c v1",
    ]);
    expect(problems).toEqual([
      {
        file: ".pre-commit-config.yaml",
        line: 6,
        code: "invalid_syntax",
        message: expect.stringMatching(/^precommit: .+ \(line 6 skipped\)$/),
      },
    ]);
  });

  it("is not reported in a file that may belong to another tool", () => {
    const text = "include: []\nx: y: z\n";
    expect(extractFiles({ "other.yml": text }, [gitlabci]).problems).toEqual([]);
    expect(extractFiles({ ".gitlab-ci.yml": text }, [gitlabci]).problems).toHaveLength(1);
  });
});
