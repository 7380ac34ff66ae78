import { ApiError } from "@knockon/contract/client";
import { UsageError } from "../arguments.ts";

/** Returns the error for the user if a request to a server fails. */
export const serviceError = (url: string, error: unknown): UsageError =>
  new UsageError(error instanceof ApiError ? describeRefusal(error) : describeFailure(url, error));

function describeRefusal({ status, message }: ApiError): string {
  const detail = message === `HTTP ${status}` ? "." : `: ${message}`;
  return `The server returned HTTP ${status}${detail}`;
}

/** `fetch` wraps the reason of a failed connection in `cause`. Other errors come from an invalid response. */
function describeFailure(url: string, error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof Error))
    return `Unexpected response from ${url}. Check that --url is a Knockon server.`;
  const reason = "code" in cause ? String(cause.code) : cause.message;
  return `Can't reach ${url} (${reason}). Check --url.`;
}
