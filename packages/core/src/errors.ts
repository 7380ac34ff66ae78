/** An error of an operation. The API maps classes to HTTP statuses and returns `extras` next to `detail`. */
export class DomainError extends Error {
  readonly extras: Record<string, unknown>;
  constructor(detail: string, extras: Record<string, unknown> = {}) {
    super(detail);
    this.extras = extras;
  }
}

/** The resource does not exist or belongs to another workspace. Both give the same error. */
export class NotFoundError extends DomainError {
  constructor() {
    super("Not found.");
  }
}

/** The request is well-formed but makes no sense. */
export class BadRequestError extends DomainError {}

/** The resource's state does not allow the operation. */
export class ConflictError extends DomainError {}

/** A role change would fix it. */
export class ForbiddenError extends DomainError {}

/** Another plan would fix it. */
export class PaymentRequiredError extends DomainError {}

/** The request has no valid credentials. */
export class UnauthenticatedError extends DomainError {
  constructor() {
    super("Authentication required. Provide X-API-Key, Authorization: Bearer <key>, or log in.");
  }
}

/** The deployment lacks a required setting. */
export class NotConfiguredError extends DomainError {}

/** The limit is exceeded. The request is allowed again after `retryAfter` seconds. */
export class TooManyRequestsError extends DomainError {
  constructor(retryAfter: number) {
    super(`Too many requests. Try again in ${retryAfter} s.`, { retryAfter });
  }
}

/** A value of the right type is invalid. `loc` has the format of validation errors. */
export class InvalidInputError extends DomainError {
  readonly loc: (string | number)[];
  constructor(loc: (string | number)[], detail: string) {
    super(detail);
    this.loc = loc;
  }
}
