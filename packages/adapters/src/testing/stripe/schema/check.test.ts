import { describe, expect, it } from "vitest";
import { priceObject } from "../objects/catalog-objects.ts";
import { customerObject } from "../objects/customer-object.ts";
import { listObject } from "../objects/wire-format.ts";
import { checkResponse, checkEvent, checkParams, checkErrorResponse } from "./check.ts";

const NONE = "no deviation";

const price = priceObject({
  id: "price_1",
  product: "prod_1",
  created: 1,
  currency: "usd",
  metadata: {},
  unit_amount: 100,
});
const customer = customerObject({ id: "cus_1", created: 1, metadata: {} });
const { active: _, ...lacking } = price;

describe("a check against Stripe's published API", () => {
  it.each([
    [{ active: "true", limit: "10", type: "recurring" }, NONE],
    [{ active: "yes" }, "/active must be boolean"],
    [{ limit: "ten" }, "/limit must be number"],
    [{ type: "weekly" }, "/type must be equal to one of the allowed values"],
    [{ sold: "true" }, 'must NOT have additional properties {"additionalProperty":"sold"}'],
  ])("converts and checks the parameters %j", (params, deviation) => {
    expect(checkParams("GET /v1/prices", params) ?? NONE).toContain(deviation);
  });

  it.each([
    ["that is valid", price, NONE],
    ["without a field", lacking, "/data/0 must have required property 'active'"],
    [
      "with an additional field",
      { ...price, color: "red" },
      '/data/0 must NOT have additional properties {"additionalProperty":"color"}',
    ],
    ["with a value of another type", { ...price, created: "now" }, "/data/0/created must be number"],
    [
      "with an unknown member",
      { ...price, billing_scheme: "per_moon" },
      "/data/0/billing_scheme must be equal",
    ],
    [
      "with a number in place of a decimal",
      { ...price, unit_amount_decimal: 1 },
      "/data/0/unit_amount_decimal must be string",
    ],
  ])("checks a response %s", (_what, item, deviation) => {
    expect(checkResponse("GET /v1/prices", listObject([item], "/v1/prices")) ?? NONE).toContain(deviation);
  });

  it("accepts only the expanded object of the right type", () => {
    const answer = { ...price, product: customer };
    const found = checkResponse("GET /v1/prices", listObject([answer], "/v1/prices"));
    expect(found).toContain("/data/0/product");
  });

  it("checks an error response and an event", () => {
    expect(checkErrorResponse({ error: { type: "card_error", code: "card_declined" } })).toBeUndefined();
    expect(checkErrorResponse({ error: { type: "card_trouble" } })).toContain("/error/type");
    expect(checkEvent("customer.created", { object: "event" })).toContain("must have required property");
  });
});
