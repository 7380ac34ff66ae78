import { describe, expect, it } from "vitest";
import { SyntaxProblem } from "../ecosystem.ts";
import { cpuMs } from "../testing/cpu-ms.ts";
import { at, entriesOf, itemsOf, scalarAt, textOf, type DataNode } from "./node.ts";
import { parseYaml } from "./yaml.ts";

function parseOne(text: string): DataNode | undefined {
  const documents = parseYaml(text);
  expect(documents).toHaveLength(1);
  return documents[0];
}

/** `key:line=value:line` of a map of scalars. */
const flat = (node: DataNode | undefined): string[] =>
  entriesOf(node).map(
    ({ key, line, value }) => `${key}:${line}=${textOf(value) ?? value.kind}:${value.line}`,
  );

function problemOf(text: string): SyntaxProblem {
  try {
    parseYaml(text);
  } catch (error) {
    if (error instanceof SyntaxProblem) return error;
    throw error;
  }
  throw new Error("No problem was found.");
}

describe("parseYaml: scalars", () => {
  it("keeps scalars as written", () => {
    const root = parseOne(
      "a: 1.10\nb: true\nc: null\nd: ~\ne: 0x1F\nf: 2024-01-01\ng: 'it''s'\nh: \"x\\ty\"\ni: no\nj: 010\n",
    );
    expect(entriesOf(root).map((entry) => textOf(entry.value))).toEqual([
      "1.10",
      "true",
      "null",
      "~",
      "0x1F",
      "2024-01-01",
      "it's",
      "x\ty",
      "no",
      "010",
    ]);
  });

  it("returns the lines of keys and values", () => {
    const root = parseOne("# head\n\na: 1\nb:\n  2\nc: |\n  x\n  y\nd: >-\n  z\ne:\n  - 3\n  -\n    4\n");
    expect(flat(root)).toEqual(["a:3=1:3", "b:4=2:5", "c:6=x\ny\n:6", "d:9=z:9", "e:11=list:12"]);
    expect(itemsOf(at(root, "e")).map((item) => item.line)).toEqual([12, 14]);
  });

  it("returns the line of the key for an empty value", () => {
    const root = parseOne("a: 1\n\nb:\nc: {d, e: 2}\n? f\n-x: 1\n");
    expect(flat(root)).toEqual(["a:1=1:1", "b:3=:3", "c:4=map:4", "f:5=:5", "-x:6=1:6"]);
    expect(flat(at(root, "c"))).toEqual(["d:4=:4", "e:4=2:4"]);
  });

  it("reads CRLF with correct lines and without CR in values", () => {
    const text = "a: 1 # one\nb: |\n  x\n  y\nc: 'q'\nd:\n  - plain\n    folded\n  - e # two\n";
    const crlf = parseYaml(text.replaceAll("\n", "\r\n"));
    expect(crlf).toEqual(parseYaml(text));
    expect(JSON.stringify(crlf)).not.toContain("\\r");
  });
});

describe("parseYaml: comments", () => {
  it.each([
    ["a plain scalar", "a: b # v1\n", "v1"],
    ["a quoted scalar", "a: 'b' # v1", "v1"],
    ["a value on the next line", "a:\n  b # v1\n", "v1"],
    ["a scalar with tabs", "a: b\t#v1\t\n", "v1"],
    ["the last line of a scalar", "a: 'b\n  c' # v1\n", "v1"],
    ["the head of a block scalar", "a: | # v1\n  b\n", "v1"],
    ["the first of two comment lines", "a: b # v1\n     # v2\n", "v1"],
    ["a flow item after its comma", "a: b\nc: [d, # v1\n  e]\n", null],
    ["none: the comment is empty", "a: b #\n", null],
    ["none: the line below", "a: b\n  # v1\nc: d\n", null],
    ["none: a line below at the end", "a: b\n# v1", null],
    ["none: the line above", "a:\n  # v1\n  b\n", null],
    ["none: a # inside the text", "a: b#v1\n", null],
    ["none: a # inside quotes", "a: 'b # v1'\n", null],
    ["none: the text of a block scalar", "a: |\n  b # v1\n", null],
  ])("reads the comment of %s", (_, text, comment) => {
    expect(scalarAt(parseOne(text), "a")?.comment).toBe(comment);
  });

  it("returns the comment of each list item", () => {
    const root = parseOne("- a # 1\n- b\n# 2\n- [c, # 3\n   d] # 4\n- {e: f} # 5\n");
    expect(itemsOf(root).flatMap((item) => (item.kind === "scalar" ? [item.comment] : []))).toEqual([
      "1",
      null,
    ]);
    expect(itemsOf(itemsOf(root)[2])).toMatchObject([{ comment: "3" }, { comment: null }]);
  });
});

describe("parseYaml: documents", () => {
  it("returns every document with lines of the whole file", () => {
    expect(
      parseYaml("a: 1\n---\nb: 2\n...\n---\n# nothing\n---\n- c\n").map((each) => [each.kind, each.line]),
    ).toEqual([
      ["map", 1],
      ["map", 3],
      ["scalar", 5],
      ["list", 8],
    ]);
  });

  it.each(["", "\n\n", "# only a comment\n"])("returns none for %j", (text) => {
    expect(parseYaml(text)).toEqual([]);
  });

  it("does not share anchors between documents", () => {
    expect(problemOf("a: &x 1\n---\nb: *x\n")).toMatchObject({ line: 3 });
  });

  it("keeps both entries of a duplicate key", () => {
    expect(flat(parseOne("a: 1\na: 2\n"))).toEqual(["a:1=1:1", "a:2=2:2"]);
  });

  it("ignores unknown tags", () => {
    const root = parseOne(
      "a: !reference [x, y]\nb: !Sub 'q'\nc: !Foo\n  d: e\nf: !!binary aGk=\ng: !!int 3\nh: !x\n",
    );
    expect(itemsOf(at(root, "a")).map(textOf)).toEqual(["x", "y"]);
    expect(textOf(at(root, "c", "d"))).toBe("e");
    expect(["b", "f", "g", "h"].map((key) => textOf(at(root, key)))).toEqual(["q", "aGk=", "3", ""]);
  });
});

describe("parseYaml: anchors and merge keys", () => {
  it("follows aliases and returns the line of the alias", () => {
    const root = parseOne("a: &x\n  k: v\nb: *x\nc: [*x]\n? &y d\n: *y\n*y : e\n");
    expect(flat(root)).toEqual(["a:1=map:2", "b:3=map:3", "c:4=list:4", "d:5=d:6", "d:7=e:7"]);
    expect(flat(at(root, "b"))).toEqual(["k:2=v:2"]);
  });

  it("resolves an alias to the latest anchor above it", () => {
    const root = parseOne("a: &x 1\nb: &l [*x]\nc: &x 2\nd: *x\ne: *l\n");
    expect(textOf(at(root, "d"))).toBe("2");
    expect(itemsOf(at(root, "e")).map(textOf)).toEqual(["1"]);
  });

  it("merges maps: own keys win, then the first map with the key", () => {
    const root = parseOne(
      "one: &one {x: 1, y: 1}\ntwo: &two {x: 2, y: 2, z: 2}\nm:\n  y: own\n  <<: [*one, *two]\n  w: own\nn:\n  <<: *one\n",
    );
    expect(flat(at(root, "m"))).toEqual(["y:4=own:4", "w:6=own:6", "x:1=1:1", "z:2=2:2"]);
    expect(flat(at(root, "n"))).toEqual(["x:1=1:1", "y:1=1:1"]);
  });

  it("merges maps that contain merges", () => {
    const root = parseOne("a: &a {x: 1}\nb: &b\n  <<: *a\n  y: 2\nc:\n  <<: *b\n  z: 3\n");
    expect(flat(at(root, "c"))).toEqual(["z:7=3:7", "y:4=2:4", "x:1=1:1"]);
  });

  it("accepts an anchor that contains itself", () => {
    expect(parseYaml("a: &a [*a, 1]\nb: &b {c: *b}\nd: &d\n  <<: *d\n  e: 1\n")).toHaveLength(1);
  });
});

describe("parseYaml: problems", () => {
  it.each([
    ["an open list", "a: 1\nb: [1\n", 3],
    ["an open quote", "a: 1\nb: 'x\n", 3],
    ["a tab for indentation", "a:\n\tb: 1\n", 2],
    ["a template", "a: 1\n{{- if .x }}\nb: 2\n{{- end }}\n", 2],
    ["two values", "a: 1\nb: c: d\n", 2],
    ["an alias without anchor", "a: 1\nb: *x\n", 2],
    ["an alias before its anchor", "a: *x\nb: &x 1\n", 1],
    ["a second document", "a: 1\n---\nb: [\n", 4],
  ])("reports the line of %s", (_, text, line) => {
    expect(problemOf(text)).toMatchObject({ line });
  });

  it.each([
    ["lists in flow", `a: ${"[".repeat(10_000)}${"]".repeat(10_000)}`],
    ["maps in flow", `${"{a: ".repeat(10_000)}${"}".repeat(10_000)}`],
    ["lists in block", `${"- ".repeat(10_000)}a`],
    ["keys", `${"? ".repeat(10_000)}a`],
    ["open lists", "[".repeat(10_000)],
    ["brackets after an open quote", `a: "\n${"${".repeat(10_000)}`],
    ["aliases", nestedAliases()],
  ])("rejects too deeply nested %s in less than two seconds", (_, text) => {
    const cpu = cpuMs(() => {
      expect(problemOf(text).message).toBe("The document is nested too deeply.");
    });
    expect(cpu).toBeLessThan(2000);
  });

  it("accepts brackets that are closed, and many on different lines", () => {
    expect(parseYaml(`a: ${"${b} ".repeat(5000)}`)).toHaveLength(1);
    expect(parseYaml(`a: |\n${"  {\n".repeat(5000)}`)).toHaveLength(1);
  });

  it("accepts a hundred levels", () => {
    expect(parseYaml(`${"- ".repeat(100)}a`)).toHaveLength(1);
  });

  it.each([
    ["lists", (name: string, below: string) => `${name}: &${name} [*${below}, *${below}]`],
    ["maps", (name: string, below: string) => `${name}: &${name} {x: *${below}, y: *${below}}`],
    ["merges", (name: string, below: string) => `${name}: &${name} {<<: [*${below}, *${below}]}`],
  ])("rejects exponentially many aliases to %s in less than two seconds", (_, line) => {
    const lines = Array.from({ length: 40 }, (__, index) => line(`a${index + 1}`, `a${index}`));
    const cpu = cpuMs(() => {
      expect(problemOf(["a0: &a0 {x: 1}", ...lines].join("\n")).message).toBe(
        "The document has too many nodes.",
      );
    });
    expect(cpu).toBeLessThan(2000);
  });

  it("reads a scalar before 100,000 tabs in less than two seconds", () => {
    const cpu = cpuMs(() => {
      expect(scalarAt(parseOne(`a: b${"\t".repeat(100_000)}\nc: d\n`), "a")).toMatchObject({ text: "b" });
    });
    expect(cpu).toBeLessThan(2000);
  });

  it("reads 20,000 aliases in less than two seconds", () => {
    const cpu = cpuMs(() => {
      const root = parseOne(`a: &a x\nb:\n${"  - *a\n".repeat(20_000)}`);
      expect(itemsOf(at(root, "b"))).toHaveLength(20_000);
    });
    expect(cpu).toBeLessThan(2000);
  });
});

const nested = (inner: string) => `${"[".repeat(200)}${inner}${"]".repeat(200)}`;

/** 600 levels through aliases: three lists of 200 levels, each inside the next. */
function nestedAliases(): string {
  return `a: &a ${nested("x")}\nb: &b ${nested("*a")}\nc: ${nested("*b")}\n`;
}
