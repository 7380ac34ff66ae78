import { expect, it } from "vitest";
import { transactionsOf } from "./issued.ts";

it("statements are kept with their transaction, and those without one alone", () => {
  const issued = ["select 1", "begin", "select 2", "commit", "begin", "commit"].map((text) => ({
    text,
    values: [],
  }));
  const texts = transactionsOf(issued).map((statements) => statements.map(({ text }) => text));
  expect(texts).toEqual([["select 1"], ["begin", "select 2", "commit"], ["begin", "commit"]]);
});
