import { describe, expect, it } from "vitest";
import { CORPUS } from "../fuzz/corpus.ts";
import { isYamlPath } from "./first-look.ts";
import { parseValidYaml } from "./yaml-events.ts";
import { parseTolerantly } from "./yaml.ts";

/** Every form of YAML that has a line, a comment or a name. */
const FORMS = [
  "a: &x !t v # 1\nb:\nc: |  # 2\n  text\n\n  more\nd: *x\ne:\n  - 1\n  - {k, l: [1, 'q''r']}\n? z\n: y\n",
  "a: &a {b: 1, c: &c [2]}\nd: {<<: *a, b: 3}\ne: [*c, *a]\nf: {<<: [*a, {g: 4}]}\n",
  "a: &x 1\nb: &x 2\nc: *x\n*x : d\n",
  "a: \"x\\n\n  y\" # 1\n'b': >-\n\n  fold\n  ed\nc: plain\n  more # 2\n",
  "a: !reference [x, y]\n!t &a k: v\n? [complex]\n: 1\n",
  "%YAML 1.2\n---\na: 1\n...\n---\n# nothing\n---\n---\n- b\n",
  "- - a\n  - b # 1\n-\n  c: |+\n    d\n\n- |2\n   e\n- >",
  "a: 1\r\nb: |\r\n  x\r\n  y\r\nc: 'q' # 1\r\n",
];

describe("parseValidYaml", () => {
  it.each(FORMS)("reads %j like the tolerant parser", (text) => {
    expect(parseValidYaml(text)).toEqual(parseTolerantly(text).documents);
  });

  it("reads the files of all ecosystems like the tolerant parser", () => {
    const valid = CORPUS.filter(({ path, text }) => isYamlPath(path) && parseValidYaml(text) !== undefined);
    expect(valid.length).toBeGreaterThan(50);
    for (const { text } of valid) expect(parseValidYaml(text)).toEqual(parseTolerantly(text).documents);
  });

  it.each(["a: [", "a: 'b\n", "a: b: c\n", "a: *unknown\n", "*host: 1\n", "\ta: 1\n"])(
    "leaves %j to the tolerant parser",
    (text) => {
      expect(parseValidYaml(text)).toBeUndefined();
    },
  );

  it("limits what aliases repeat", () => {
    const levels = Array.from({ length: 20 }, (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i}, `.repeat(10)}]`);
    expect(() => parseValidYaml(["a0: &a0 x", ...levels].join("\n"))).toThrow("too many nodes");
    const deep = Array.from(
      { length: 60 },
      (_, i) => `a${i + 1}: &a${i + 1} ${"[".repeat(10)}*a${i}${"]".repeat(10)}`,
    );
    expect(() => parseValidYaml(["a0: &a0 x", ...deep].join("\n"))).toThrow("nested too deeply");
  });
});
