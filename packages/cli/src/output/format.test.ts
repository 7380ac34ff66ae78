import { describe, expect, it } from "vitest";
import { jsonTexts, toJson } from "./format.ts";

describe("jsonTexts", () => {
  const items = Array.from({ length: 1201 }, (_, at) => ({ b: [at, []], a: `\u202e\n${at}`, c: {} }));

  it.each([
    [{}],
    [{ z: 1, a: null, missing: undefined }],
    [{ list: [], map: {}, nested: { y: [1, [2]], x: "\u009b" } }],
    [{ first: items.slice(0, 500), second: items, third: ["a", undefined] }],
  ])("are the text of toJson: %#", (value) => {
    expect([...jsonTexts(value)].join("")).toBe(toJson(value));
  });

  it("are small for a long list", () => {
    const texts = [...jsonTexts({ items })];
    expect(Math.max(...texts.map((text) => text.length))).toBeLessThan(toJson({ items }).length / 2);
  });
});
