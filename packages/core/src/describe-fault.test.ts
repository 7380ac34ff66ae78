import { DrizzleQueryError } from "drizzle-orm";
import { expect, it } from "vitest";
import { describeFault } from "./describe-fault.ts";

it("includes the stack and every cause", () => {
  const refused = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
  const text = describeFault(new Error("outer", { cause: new AggregateError([refused], "inner") }));
  expect(text).toContain("Error: outer\n    at ");
  expect(text).toContain("Caused by: AggregateError: inner");
  expect(text).toMatch(/Caused by: Error: refused[^]*\[ECONNREFUSED\]$/u);
});

it("leaves out the values of a failed query, including those that Postgres repeats", () => {
  const cause = Object.assign(new Error("duplicate key"), { code: "23505", detail: "Key (token)=(s3cret)" });
  const text = describeFault(new DrizzleQueryError("select $1", ["s3cret"], cause));
  expect(text).toMatch(
    /^Failed query: select \$1\n {4}at [^]*Caused by: Error: duplicate key[^]*\[23505\]$/u,
  );
  expect(text).not.toContain("s3cret");
});

it("describes values that are not errors", () => {
  expect(describeFault({ a: 1 })).toBe("{ a: 1 }");
});
