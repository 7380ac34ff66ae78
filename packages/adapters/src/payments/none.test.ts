import { PaymentsUnavailableError } from "@knockon/core/ports/payments";
import { expect, it } from "vitest";
import { noPayments } from "./none.ts";

const { isConfigured, ...calls } = noPayments;

it.each(Object.entries(calls))("%s: says that nothing can be bought", async (_name, call) => {
  await expect((call as () => Promise<unknown>)()).rejects.toThrow(PaymentsUnavailableError);
});

it("knows that nobody is there", () => expect(isConfigured).toBe(false));
