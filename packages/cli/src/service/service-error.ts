import { ApiError } from "@knockon/contract/client";
import { UsageError } from "../arguments.ts";

/** Returns the error for the user if a request to a server fails. */
export const serviceError = (url: string, error: unknown): UsageError =>
  new UsageError(error instanceof ApiError ? describeRefusal(url, error) : describeFailure(url, error));

function describeRefusal(url: string, { status, message }: ApiError): string {
  const detail = message === `HTTP ${status}` ? "." : `: ${message}`;
  return `The server returned HTTP ${status}${detail}${REMEDIES[status]?.(url) ?? ""}`;
}

const REMEDIES: Record<number, (url: string) => string> = {
  401: () => " Check the API key, or create another one in Settings, API keys.",
  404: (url) => (/\/api(?:\/|$)/u.test(url) ? ` Use --url ${url.replace(/\/api(?:\/.*)?$/u, "")}.` : ""),
};

/** `fetch` wraps the reason of a failed connection in `cause`. Other errors come from an invalid response. */
function describeFailure(url: string, error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof Error))
    return `Unexpected response from ${url}. Check that --url is a Knockon server.`;
  const reason = "code" in cause ? String(cause.code) : cause.message;
  return `Can't reach ${url} (${reason}). Check --url.`;
}
