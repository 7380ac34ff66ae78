import { DrizzleQueryError } from "drizzle-orm";
import { expect, it } from "vitest";
import { describeFault } from "./describe-fault.ts";

it("tells where a fault comes from, and every cause", () => {
  const refused = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
  const told = describeFault(new Error("outer", { cause: new AggregateError([refused], "inner") }));
  expect(told).toContain("Error: outer\n    at ");
  expect(told).toContain("Caused by: AggregateError: inner");
  expect(told).toMatch(/Caused by: Error: refused[^]*\[ECONNREFUSED\]$/u);
});

it("tells no value of a query that failed, nor what Postgres repeats of them", () => {
  const cause = Object.assign(new Error("duplicate key"), { code: "23505", detail: "Key (token)=(s3cret)" });
  const told = describeFault(new DrizzleQueryError("select $1", ["s3cret"], cause));
  expect(told).toMatch(
    /^Failed query: select \$1\n {4}at [^]*Caused by: Error: duplicate key[^]*\[23505\]$/u,
  );
  expect(told).not.toContain("s3cret");
});

it("tells what is no error, too", () => {
  expect(describeFault({ a: 1 })).toBe("{ a: 1 }");
});
