import { describe, expect, it } from "vitest";
import { SyntaxProblem } from "../ecosystem.ts";
import { SourceFile } from "../source-file.ts";
import { cpuMs } from "../testing/cpu-ms.ts";
import { elementAt, elementsAt } from "./xml.ts";

const parse = (text: string) => new SourceFile("a.xml", text).xml();

function problemOf(text: string): SyntaxProblem {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof SyntaxProblem) return error;
    throw error;
  }
  throw new Error("No problem was found.");
}

describe("parseXml", () => {
  it.each(["\n", "\r\n"])("returns the line, attributes and text of every element (%j)", (end) => {
    const text = [
      '<?xml version="1.0"?>',
      "<!-- <x/> -->",
      "<a>",
      " é😀 <b",
      '  c="1&amp;2"/>',
      "<d>",
      " x<!-- -->y",
      "</d></a>",
    ];
    const root = parse(text.join(end));
    expect([root.name, root.line, root.text]).toEqual(["a", 3, "é😀"]);
    expect(root.children.map(({ name, line, text: own }) => [name, line, own])).toEqual([
      ["b", 4, ""],
      ["d", 6, "xy"],
    ]);
    expect(root.children[0]?.attributes["c"]).toBe("1&2");
  });

  it("keeps entities defined in a DTD as written and reads CDATA as text", () => {
    expect(parse("<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;<![CDATA[<b/>]]></a>").text).toBe("&x;<b/>");
  });

  it("takes linear time for carriage returns", () => {
    const text = `<a>${"\r".repeat(200_000)}<b/></a>`;
    expect(cpuMs(() => expect(parse(text).children).toHaveLength(1))).toBeLessThan(2000);
  });

  it("returns all elements at a path, or the first", () => {
    const root = parse("<a><b><c>1</c></b><b><c>2</c><c>3</c></b></a>");
    expect(elementsAt(root, "b", "c").map(({ text }) => text)).toEqual(["1", "2", "3"]);
    expect(elementAt(root, "b", "c")?.text).toBe("1");
    expect(elementAt(root, "c")).toBeUndefined();
  });

  it("parses once", () => {
    const file = new SourceFile("a", "<a/>");
    expect(file.xml()).toBe(file.xml());
  });

  it.each([
    ["", 1],
    ["<a>\n<b>\n</a>", 3],
    ["<a>\n<b c=1/>\n</a>", 2],
    ["{}", 1],
    ["<a>\n<<<<<<< HEAD\n</a>", 2],
  ])("reports the line of the error in %j", (text, line) => {
    expect(problemOf(text).line).toBe(line);
  });

  it("rejects any depth beyond the limit", () => {
    for (const depth of [600, 50_000]) {
      expect(problemOf("<a>".repeat(depth) + "</a>".repeat(depth)).message).toContain("too deeply");
    }
  });
});
