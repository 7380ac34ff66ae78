import {
  BadRequestError,
  ConflictError,
  DomainError,
  ForbiddenError,
  InvalidInputError,
  NotConfiguredError,
  NotFoundError,
  TooManyRequestsError,
  PaymentRequiredError,
  UnauthenticatedError,
} from "@knockon/core/errors";
import type { Logger } from "@knockon/core/context";
import { describeFault } from "@knockon/core/describe-fault";
import { OtherModeError, PaymentDeclinedError, PaymentsUnavailableError } from "@knockon/core/ports/payments";
import type { Context as HttpContext, ErrorHandler, NotFoundHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { AppEnv } from "./app-env.ts";
import { routeOf } from "./log-requests.ts";
import { InvalidRequestError } from "./validation-issue.ts";
import { snakeKeys } from "@knockon/contract/wire";

const STATUSES: readonly [kind: new (...args: never[]) => DomainError, status: ContentfulStatusCode][] = [
  [BadRequestError, 400],
  [UnauthenticatedError, 401],
  [PaymentRequiredError, 402],
  [ForbiddenError, 403],
  [NotFoundError, 404],
  [ConflictError, 409],
  [TooManyRequestsError, 429],
  [NotConfiguredError, 503],
  [PaymentDeclinedError, 402],
  [OtherModeError, 400],
  [PaymentsUnavailableError, 503],
];

const RETRY_SECONDS = 5;
/** SQLSTATE of a statement that took longer than its limit. */
const TIMED_OUT = "57014";
/** The server cannot be connected to, closes connections, starts or recovers. */
const UNAVAILABLE = /^(?:08...|57P0.|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/u;
/** Errors of the driver, which have no code. */
const LOST =
  /^(?:Connection terminated|timeout exceeded when trying to connect|The database did not answer|Client (?:has encountered a connection error|was closed) and is not queryable)/u;

/** Returns the message for clients if the database is slow or unavailable, or undefined for other errors. */
function describeDatabaseFault(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = "code" in error ? String(error.code) : "";
  if (code === TIMED_OUT) return "The database took too long. Try again, or request less data.";
  if (UNAVAILABLE.test(code) || LOST.test(error.message)) return "The database is unavailable. Try again.";
  return describeDatabaseFault(error.cause);
}

/** Node.js throws this while it reads a body whose client is gone. The driver of the database has the same code, but no such message. */
const isAbort = (error: Error): boolean =>
  error.message === "aborted" && "code" in error && error.code === "ECONNRESET";

/** Maps errors to responses. Logs unexpected errors, and domain errors that have a cause. */
export const errorHandler =
  (log: Logger): ErrorHandler<AppEnv> =>
  (error, c) => {
    // The client closed the connection and gets no answer.
    if (isAbort(error)) return c.json(bodyOf(new BadRequestError("The request was aborted.")), 400);
    if (error instanceof InvalidRequestError) return c.json({ detail: error.issues }, 422);
    if (error instanceof InvalidInputError) return c.json({ detail: [issueOf(error)] }, 422);
    const status = STATUSES.find(([kind]) => error instanceof kind)?.[1];
    const unavailable = status === undefined ? describeDatabaseFault(error) : undefined;
    if (error instanceof TooManyRequestsError) c.header("Retry-After", String(error.extras["retryAfter"]));
    const requestId = c.get("requestId");
    if (status === undefined || (error instanceof DomainError && error.cause !== undefined))
      log.error("request failed", {
        requestId,
        method: c.req.method,
        route: routeOf(c),
        error: describeFault(error),
      });
    if (error instanceof DomainError && status) return c.json(bodyOf(error), status);
    if (unavailable !== undefined) {
      c.header("Retry-After", String(RETRY_SECONDS));
      return c.json({ detail: unavailable, request_id: requestId }, 503);
    }
    return c.json({ detail: "Internal server error.", request_id: requestId }, 500);
  };

/** Unknown paths and resources of other workspaces have the same response. */
export const notFound: NotFoundHandler<AppEnv> = (c) => c.json(bodyOf(new NotFoundError()), 404);

export const notAllowed = (c: HttpContext<AppEnv>, allowed: string[]): Response =>
  c.json({ detail: "Method not allowed." }, 405, { Allow: allowed.join(", ") });

const bodyOf = ({ message, extras }: DomainError) => ({ detail: message, ...(snakeKeys(extras) as object) });

const issueOf = ({ loc, message }: InvalidInputError) => ({ loc, msg: message, type: "invalid_value" });
