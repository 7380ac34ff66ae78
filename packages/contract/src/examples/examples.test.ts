import { describe, expect, it } from "vitest";
import { openApiDocument } from "../openapi.ts";
import { errorExample, ERRORS, errorStatuses } from "../openapi/errors.ts";
import { OPERATIONS } from "../operations/all.ts";
import { BODIES } from "./bodies.ts";
import { findExample } from "./find-example.ts";

const byId = OPERATIONS.map((operation) => [operation.id, operation] as const);

/** Parsing leaves out what a schema does not declare: an example has nothing that no answer has. */
describe("the example of an answer", () => {
  it.each(byId)("%s is what its schema says", (_id, { status, response }) => {
    if (status === 204) return;
    const example = findExample(response);
    expect(response.parse(example)).toEqual(example);
  });
});

describe("the example of a body", () => {
  it("is made for every operation that takes one, and for no other", () => {
    const bodied = OPERATIONS.filter(({ body }) => body).map(({ id }) => id);
    expect(Object.keys(BODIES).toSorted()).toEqual(bodied.toSorted());
  });

  it.each(byId.filter(([, { body }]) => body))("%s is what its schema says", (id, { body }) => {
    expect(body?.parse(BODIES[id])).toEqual(BODIES[id]);
  });
});

it.each(byId)("the examples of the errors of %s are what their schemas say", (_id, operation) => {
  for (const status of errorStatuses(operation)) {
    const example = errorExample(status, operation);
    expect(ERRORS[status].schema.parse(example)).toEqual(example);
  }
});

it("no example shows a credential that is one", () => {
  const text = JSON.stringify(openApiDocument(OPERATIONS));
  expect(text.match(/svc_live_\w+/gu)?.filter((key) => !key.includes("EXAMPLE"))).toEqual([]);
  expect(text.match(/gh[a-z]_\w+|github_pat_\w+/gu)?.filter((key) => !key.includes("EXAMPLE"))).toEqual([]);
});
