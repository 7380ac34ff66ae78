import { expect, it } from "vitest";
import { describeConflict, describeDecline } from "./billing-error.tsx";

it("names exceeded limits and what to remove", () => {
  const exceeded = [
    { limit: "seats" as const, allowed: 3, used: 5 },
    { limit: "org_connections" as const, allowed: 1, used: 2 },
  ];
  expect(describeConflict({ detail: "", code: "plan_limits_exceeded", exceeded })?.sentences).toEqual([
    "Includes 3 seats, but 5 are in use. Remove 2 members or pending invitations first.",
    "Includes 1 organization, but 2 are connected. Disconnect 1 first.",
  ]);
});

it("falls back for unknown codes", () => {
  expect(describeConflict({ detail: "Something new.", code: "something_new" })).toBeUndefined();
  expect(describeDecline("do_not_honor")).toBe("Your bank declined the payment. Try another card.");
});
