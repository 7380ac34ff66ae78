import { expect, it } from "vitest";
import { inert, inertly } from "./inert.ts";

it("shows line breaks, control, invisible and bidirectional characters", () => {
  expect(inert("a\n- acme/fake: on its next run\r\u2028b")).toBe(
    String.raw`a\u{a}- acme/fake: on its next run\u{d}\u{2028}b`,
  );
  expect(inert("gpj.\u202efdp \u200b\u{e0041} \u001b[31m")).toBe(
    String.raw`gpj.\u{202e}fdp \u{200b}\u{e0041} \u{1b}[31m`,
  );
});

it("keeps visible text and limits its length", () => {
  expect(inert("päckage <b>`@acme/ui`</b> 包")).toBe("päckage <b>`@acme/ui`</b> 包");
  expect(inert("a".repeat(10_000))).toHaveLength(501);
});

it("reaches every string of a value, and nothing else", () => {
  expect(inertly({ a: ["x\ny", null, 1, true], b: { c: "\t" } })).toEqual({
    a: [String.raw`x\u{a}y`, null, 1, true],
    b: { c: String.raw`\u{9}` },
  });
});
