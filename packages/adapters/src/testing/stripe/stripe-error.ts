import type { ErrorResponse } from "./schema/operations.ts";

/** An error response. */
export class StripeError extends Error {
  readonly status: number;
  readonly error: ErrorResponse["error"];
  constructor(status: number, error: ErrorResponse["error"]) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

export const missing = (what: string, id: string, param: string): StripeError =>
  new StripeError(param === "id" ? 404 : 400, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${what}: '${id}'`,
    param,
  });

export const declined = (declineCode: string): StripeError =>
  new StripeError(402, {
    type: "card_error",
    code: "card_declined",
    decline_code: declineCode,
    message: "Your card was declined.",
  });
