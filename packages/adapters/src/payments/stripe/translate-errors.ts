import { PaymentDeclinedError, PaymentsUnavailableError } from "@knockon/core/ports/payments";
import { Stripe } from "stripe";

const { errors } = Stripe;

/** Transient errors. The same request may succeed later. */
const TRANSIENT = [
  errors.StripeConnectionError,
  errors.StripeAPIError,
  errors.StripeRateLimitError,
  errors.StripeAuthenticationError,
  errors.StripePermissionError,
];

/** Converts Stripe's errors to those of the port. Other errors are bugs and pass through. */
export async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof errors.StripeCardError)
      throw new PaymentDeclinedError(error.decline_code ?? error.code ?? "unknown");
    if (TRANSIENT.some((kind) => error instanceof kind))
      throw Object.assign(
        new PaymentsUnavailableError(
          "The payment processor does not respond. Retry with the same Idempotency-Key.",
        ),
        { cause: error },
      );
    throw error;
  }
}

/** Whether Stripe found no object for the ID in a parameter. */
export const isMissing = (error: unknown, parameter: string): boolean =>
  error instanceof errors.StripeInvalidRequestError &&
  error.code === "resource_missing" &&
  error.param === parameter;
