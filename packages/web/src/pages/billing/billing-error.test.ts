import { expect, it } from "vitest";
import { conflictWords, declineWords } from "./billing-error.tsx";

it("limits that would be exceeded are named with what has to go first", () => {
  const exceeded = [
    { limit: "seats" as const, allowed: 3, used: 5 },
    { limit: "org_connections" as const, allowed: 1, used: 2 },
  ];
  expect(conflictWords({ detail: "", code: "plan_limits_exceeded", exceeded })?.sentences).toEqual([
    "Includes 3 seats, but 5 are in use. Remove 2 members or pending invitations first.",
    "Includes 1 organization, but 2 are connected. Disconnect 1 first.",
  ]);
});

it("what is not known here is left in the service's words", () => {
  expect(conflictWords({ detail: "Something new.", code: "something_new" })).toBeUndefined();
  expect(declineWords("do_not_honor")).toBe("Your bank declined the payment. Try another card.");
});
