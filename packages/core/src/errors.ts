/** Why an operation refuses. HTTP statuses are the transport's business. `extras` stand beside `detail` in the answer. */
export class DomainError extends Error {
  readonly extras: Record<string, unknown>;
  constructor(detail: string, extras: Record<string, unknown> = {}) {
    super(detail);
    this.extras = extras;
  }
}

/** Absent, or another workspace's: the two are never told apart. */
export class NotFoundError extends DomainError {
  constructor() {
    super("Not found.");
  }
}

/** The request is well-formed, and asks for something that has no meaning. */
export class BadRequestError extends DomainError {}

/** The resource's state does not allow it now. */
export class ConflictError extends DomainError {}

/** A role change would fix it. */
export class ForbiddenError extends DomainError {}

/** Another plan would fix it. */
export class PaymentRequiredError extends DomainError {}

/** Nobody is known to be asking. */
export class UnauthenticatedError extends DomainError {
  constructor() {
    super("Authentication required. Provide X-API-Key, Authorization: Bearer <key>, or log in.");
  }
}

/** Whoever runs this deployment has not set up what it needs. */
export class NotConfiguredError extends DomainError {}

/** Too much at once; the same is allowed after so many seconds. */
export class TooManyRequestsError extends DomainError {
  constructor(retryAfter: number) {
    super(`Too many requests. Try again in ${retryAfter} s.`, { retryAfter });
  }
}

/** A value has the right type and is still not acceptable; `loc` as in the validation error shape. */
export class InvalidInputError extends DomainError {
  readonly loc: (string | number)[];
  constructor(loc: (string | number)[], detail: string) {
    super(detail);
    this.loc = loc;
  }
}
