import { ApiError } from "@knockon/contract/client";
import { expect, it } from "vitest";
import { fieldErrors } from "./errors.ts";

const refusal = (status: number, detail: unknown) => new ApiError(status, "Refused.", null, { detail });
const issue = { loc: ["body", "heuristic_patterns", 0, "pattern"], msg: "missing closing )", type: "value" };

it("returns the messages of a 422 by field path", () => {
  expect([...fieldErrors(refusal(422, [issue]))]).toEqual([
    ["heuristic_patterns.0.pattern", "missing closing )"],
  ]);
});

it("returns nothing for other errors", () => {
  const others = [refusal(422, "Refused."), refusal(402, [issue]), new TypeError("offline"), null];
  expect(others.map((error) => fieldErrors(error).size)).toEqual([0, 0, 0, 0]);
});
