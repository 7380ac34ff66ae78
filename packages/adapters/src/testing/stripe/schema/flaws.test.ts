import { describe, expect, it } from "vitest";
import { priceObject } from "../objects/catalog-objects.ts";
import { customerObject } from "../objects/customer-object.ts";
import { listObject } from "../objects/wire-format.ts";
import { flawsOfAnswer, flawsOfEvent, flawsOfParams, flawsOfRefusal } from "./flaws.ts";

const NONE = "nothing is otherwise";

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

describe("held against what Stripe publishes", () => {
  it.each([
    [{ active: "true", limit: "10", type: "recurring" }, NONE],
    [{ active: "yes" }, "/active must be boolean"],
    [{ limit: "ten" }, "/limit must be number"],
    [{ type: "weekly" }, "/type must be equal to one of the allowed values"],
    [{ sold: "true" }, 'must NOT have additional properties {"additionalProperty":"sold"}'],
  ])("the parameters %j, which come as text", (params, flaw) => {
    expect(flawsOfParams("GET /v1/prices", params) ?? NONE).toContain(flaw);
  });

  it.each([
    ["as it is", price, NONE],
    ["that lacks a field", lacking, "/data/0 must have required property 'active'"],
    [
      "with a field more",
      { ...price, color: "red" },
      '/data/0 must NOT have additional properties {"additionalProperty":"color"}',
    ],
    ["with another kind of value", { ...price, created: "now" }, "/data/0/created must be number"],
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
  ])("an answer %s", (_what, item, flaw) => {
    expect(flawsOfAnswer("GET /v1/prices", listObject([item], "/v1/prices")) ?? NONE).toContain(flaw);
  });

  it("what stands in place of an id is the whole object", () => {
    const answer = { ...price, product: customer };
    const found = flawsOfAnswer("GET /v1/prices", listObject([answer], "/v1/prices"));
    expect(found).toContain("/data/0/product");
  });

  it("a refusal and an event", () => {
    expect(flawsOfRefusal({ error: { type: "card_error", code: "card_declined" } })).toBeUndefined();
    expect(flawsOfRefusal({ error: { type: "card_trouble" } })).toContain("/error/type");
    expect(flawsOfEvent("customer.created", { object: "event" })).toContain("must have required property");
  });
});
