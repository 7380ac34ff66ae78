import type { Refused } from "./schema/operations.ts";

/** An error response. */
export class Refusal extends Error {
  readonly status: number;
  readonly error: Refused["error"];
  constructor(status: number, error: Refused["error"]) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

export const missing = (what: string, id: string, param: string): Refusal =>
  new Refusal(param === "id" ? 404 : 400, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${what}: '${id}'`,
    param,
  });

export const declined = (declineCode: string): Refusal =>
  new Refusal(402, {
    type: "card_error",
    code: "card_declined",
    decline_code: declineCode,
    message: "Your card was declined.",
  });
