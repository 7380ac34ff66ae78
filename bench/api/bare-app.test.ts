import { expect, it } from "vitest";
import { transactionsOf } from "./bare-app.ts";

it("groups statements by transaction", () => {
  const issued = ["select 1", "begin", "select 2", "commit", "begin", "commit"].map((text) => ({
    text,
    values: [],
  }));
  const texts = transactionsOf(issued).map((statements) => statements.map(({ text }) => text));
  expect(texts).toEqual([["select 1"], ["begin", "select 2", "commit"], ["begin", "commit"]]);
});
