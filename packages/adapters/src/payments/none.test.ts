import { PaymentsUnavailableError } from "@knockon/core/ports/payments";
import { expect, it } from "vitest";
import { noPayments } from "./none.ts";

const { isConfigured, ...calls } = noPayments;

it.each(Object.entries(calls))("%s throws PaymentsUnavailableError", async (_name, call) => {
  await expect((call as () => Promise<unknown>)()).rejects.toThrow(PaymentsUnavailableError);
});

it("is not configured", () => expect(isConfigured).toBe(false));
