import { expect, it } from "vitest";
import { windowOf } from "./page.ts";
import { ToolError } from "./tool-error.ts";

const question = { repository: "acme/base-image", limit: 20 };
const other = { repository: "acme/ui", limit: 20 };

it("returns cursors until the last page", () => {
  const first = windowOf(question);
  expect([first.offset, first.limit]).toEqual([0, 20]);
  const second = windowOf({ ...question, cursor: first.nextCursor(41) ?? "" });
  expect(second.offset).toBe(20);
  const third = windowOf({ ...question, cursor: second.nextCursor(41) ?? "", limit: 50 });
  expect([third.offset, third.limit, third.nextCursor(41)]).toEqual([40, 50, null]);
});

it("rejects a cursor of another question, and text that is no cursor", () => {
  const cursor = windowOf(question).nextCursor(41) ?? "";
  expect(() => windowOf({ ...other, cursor })).toThrow(ToolError);
  for (const text of ["", "x", "🙂", btoa("-1.abc"), btoa("20"), btoa(`1e3.${cursor}`)])
    expect(() => windowOf({ ...question, cursor: text })).toThrow("Invalid cursor.");
});
