import * as z from "zod";
import { describe, expect, it } from "vitest";
import { columnsOf, csvRow } from "./csv.ts";

describe("a CSV row", () => {
  it("quotes separators, quotes and line breaks", () => {
    expect(csvRow(["a,b", 'say "hi"', "two\nlines", "plain"])).toBe(
      '"a,b","say ""hi""","two\nlines",plain\r\n',
    );
  });

  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "\uff1d1+1", "\uff20A1"])(
    "does not run %j as a formula",
    (text) => {
      expect(csvRow([text]).replace(/^"/u, "")).toMatch(/^'/u);
    },
  );

  it("leaves numbers, also negative ones, and writes null as an empty value", () => {
    expect(csvRow([-1, 0.5, true, null, undefined])).toBe("-1,0.5,true,,\r\n");
  });

  it("joins lists of text, and neutralizes the first one", () => {
    expect(csvRow([["=a", "b"], [{ a: 1 }]])).toBe(`'=a; b,"[{""a"":1}]"\r\n`);
  });
});

it("a schema has a column per field of nested objects, also of optional ones", () => {
  const reference = z.object({ id: z.string(), path: z.string() });
  const schema = z.object({ a: z.int(), of: reference.nullable(), some: z.array(reference).optional() });
  expect(columnsOf(schema).map(({ name }) => name)).toEqual(["a", "of.id", "of.path", "some"]);
});
