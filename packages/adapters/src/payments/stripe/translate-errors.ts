import { PaymentDeclinedError, PaymentsUnavailableError } from "@knockon/core/ports/payments";
import { Stripe } from "stripe";

const { errors } = Stripe;

/** Not of the request: the same one may be answered later. */
const TRANSIENT = [
  errors.StripeConnectionError,
  errors.StripeAPIError,
  errors.StripeRateLimitError,
  errors.StripeAuthenticationError,
  errors.StripePermissionError,
];

/** What Stripe refuses, in words of the port. Everything else is a fault of ours, and stays what it is. */
export async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof errors.StripeCardError)
      throw new PaymentDeclinedError(error.decline_code ?? error.code ?? "unknown");
    if (TRANSIENT.some((kind) => error instanceof kind))
      throw Object.assign(
        new PaymentsUnavailableError(
          "The payment processor does not answer. Try again: with the same Idempotency-Key nothing is done twice.",
        ),
        { cause: error },
      );
    throw error;
  }
}

/** Stripe knows nothing under the id that a parameter has. */
export const isMissing = (error: unknown, parameter: string): boolean =>
  error instanceof errors.StripeInvalidRequestError &&
  error.code === "resource_missing" &&
  error.param === parameter;
