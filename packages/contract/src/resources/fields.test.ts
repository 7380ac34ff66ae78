import { describe, expect, it } from "vitest";
import * as z from "zod";
import { booleanQuery, numberQuery, page } from "./fields.ts";

const read = (schema: z.ZodType, text: unknown) => schema.safeParse(text).data;

describe("numberQuery", () => {
  const number = numberQuery(z.number().min(0).max(1));
  const integer = numberQuery(z.int().min(1).max(10));

  it("reads plain decimals", () => {
    expect(["0", "1", "0.4", "1.0", "0.125"].map((text) => read(number, text))).toEqual([
      0, 1, 0.4, 1, 0.125,
    ]);
    expect(["1", "10", "007"].map((text) => read(integer, text))).toEqual([1, 10, 7]);
  });

  it.each([
    "",
    " ",
    "0x1",
    "1e0",
    "0b1",
    "1 ",
    " 1",
    "+1",
    ".5",
    "1.",
    "1_0",
    "1,5",
    "Infinity",
    "NaN",
    "true",
  ])("rejects %j", (text) => {
    expect([number.safeParse(text).success, integer.safeParse(text).success]).toEqual([false, false]);
  });

  it("validates the number against its schema", () => {
    expect(["1.1", "-0.1"].map((text) => number.safeParse(text).success)).toEqual([false, false]);
    expect(["0", "11", "2.5"].map((text) => integer.safeParse(text).success)).toEqual([false, false, false]);
  });
});

describe("page", () => {
  it("defaults to the first 100 items", () => {
    expect(page.parse({})).toEqual({ limit: 100, offset: 0 });
    expect(page.parse({ limit: "500", offset: "1000" })).toEqual({ limit: 500, offset: 1000 });
  });

  it.each([{ limit: "0" }, { limit: "501" }, { offset: "-1" }, { offset: "9".repeat(400) }, { page: "2" }])(
    "refuses %j",
    (query) => {
      expect(page.safeParse(query).success).toBe(false);
    },
  );
});

it("booleanQuery accepts only true and false", () => {
  expect(["true", "false"].map((text) => read(booleanQuery, text))).toEqual([true, false]);
  expect(["", "1", "TRUE", "yes"].map((text) => booleanQuery.safeParse(text).success)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
