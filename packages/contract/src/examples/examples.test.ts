import { describe, expect, it } from "vitest";
import { openApiDocument } from "../openapi.ts";
import { errorExample, ERRORS, errorStatuses } from "../openapi/errors.ts";
import { OPERATIONS } from "../operations/all.ts";
import { BODIES } from "./bodies.ts";
import { findExample } from "./find-example.ts";

const byId = OPERATIONS.map((operation) => [operation.id, operation] as const);

/** Parsing drops undeclared fields, so equality also detects those. */
describe("the example of a response", () => {
  it.each(byId)("%s matches its schema", (_id, { status, response }) => {
    if (status === 204) return;
    const example = findExample(response);
    expect(example, "Add an example of the response to RESOURCES in find-example.ts").toBeDefined();
    expect(response.parse(example)).toEqual(example);
  });
});

describe("the example of a body", () => {
  it("exists for exactly the operations with a body", () => {
    const bodied = OPERATIONS.filter(({ body }) => body).map(({ id }) => id);
    expect(Object.keys(BODIES).toSorted()).toEqual(bodied.toSorted());
  });

  it.each(byId.filter(([, { body }]) => body))("%s matches its schema", (id, { body }) => {
    expect(body?.parse(BODIES[id])).toEqual(BODIES[id]);
  });
});

it.each(byId)("the error examples of %s match their schemas", (_id, operation) => {
  for (const status of errorStatuses(operation)) {
    const example = errorExample(status, operation);
    expect(ERRORS[status].schema.parse(example)).toEqual(example);
  }
});

it("contains no real credentials", () => {
  const text = JSON.stringify(openApiDocument(OPERATIONS));
  expect(text.match(/svc_live_\w+/gu)?.filter((key) => !key.includes("EXAMPLE"))).toEqual([]);
  expect(text.match(/gh[a-z]_\w+|github_pat_\w+/gu)?.filter((key) => !key.includes("EXAMPLE"))).toEqual([]);
});
