import { describe, expect, it } from "vitest";
import { SyntaxProblem } from "../ecosystem.ts";
import { SourceFile } from "../source-file.ts";
import { cpuMs } from "../testing/cpu-ms.ts";
import { at, entriesOf, textOf } from "./node.ts";
import { findPlaceholder, parseTemplatedYaml } from "./templated-yaml.ts";

const parse = (text: string) => parseTemplatedYaml(new SourceFile("helmfile.yaml", text));
const flat = (text: string) =>
  entriesOf(parse(text)[0]).map(({ key, line, value }) => `${key}:${line}=${textOf(value) ?? value.kind}`);

describe("parseTemplatedYaml", () => {
  it("reads templates as text, quoted or not, alone or in a value", () => {
    expect(
      flat(`a: {{ .Values.a | quote }}\nb: "{{ env "B" }}/x"\nc: x-{{ .C }}-y\n{{ .Key }}: d\n`),
    ).toEqual(["a:1={{ .Values.a | quote }}", 'b:2={{ env "B" }}/x', "c:3=x-{{ .C }}-y", "{{ .Key }}:4=d"]);
  });

  it("drops lines of only templates and keeps both branches", () => {
    expect(flat("a: 1\n{{- if eq .x 1 }}\nb: 2\n{{- else }}\r\nb: 3\n  {{ end }} {{ x }}\nc: 4\n")).toEqual([
      "a:1=1",
      "b:3=2",
      "b:5=3",
      "c:7=4",
    ]);
  });

  it("keeps line numbers below a multi-line template", () => {
    expect(flat("{{- /*\na comment: [\n*/ -}}\na: 1\n")).toEqual(["a:4=1"]);
  });

  it("reads YAML without templates, including flow maps", () => {
    expect(textOf(at(parse("a: {b: {c: d}}\n")[0], "a", "b", "c"))).toBe("d");
  });

  it("leaves out invalid blocks, and throws SyntaxProblem if nothing is valid", () => {
    const file = new SourceFile("helmfile.yaml", "a: {{ x }}\nb: [\n");
    expect(
      parseTemplatedYaml(file)
        .flatMap(entriesOf)
        .map(({ key }) => key),
    ).toEqual(["a"]);
    expect(file.skipped).toMatchObject([{ line: 3, from: 2, to: 2 }]);
    expect(() => parse("b: [{{ x }}\n")).toThrow(SyntaxProblem);
  });

  it.each([
    ["open templates", `a: '${"{{ ".repeat(50_000)}'`],
    ["templates", "{{ x }}".repeat(20_000)],
    ["blanks in a template", `a: '{{${" ".repeat(100_000)}'`],
  ])("reads many %s in less than two seconds", (_, text) => {
    const cpu = cpuMs(() => {
      expect(parse(text).length).toBeLessThanOrEqual(1);
    });
    expect(cpu).toBeLessThan(2000);
  });
});

describe("findPlaceholder", () => {
  it.each([
    ["{{ .Values.tag }}", ".Values.tag"],
    ["{{- x -}}", "x"],
    ["${{ inputs.tag }}", "inputs.tag"],
    ["acme/${NAME}:1", "NAME"],
    ["$(TAG)", "TAG"],
    ["v$TAG", "TAG"],
    ["{{}}", "{{}}"],
    ["1.2.3", null],
    [">=1 <2", null],
    ["<2.0 >1.0", null],
  ])("%s: %s", (text, name) => {
    expect(findPlaceholder(text)).toBe(name);
  });
});
