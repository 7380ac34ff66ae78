import { ApiError } from "@knockon/contract/client";
import { PlanError, ValidationError } from "@knockon/contract/resources/error";

interface ErrorText {
  title: string;
  detail: string;
  requestId: string | null;
  /** Whether another plan would allow the request. */
  isOfPlan: boolean;
}

/** Whether a retry may succeed. */
export const isRetryable = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 429;

const TITLES: Readonly<Record<number, string>> = {
  402: "Not included in your plan",
  403: "Permission denied",
  409: "Conflict",
  422: "Invalid input",
  429: "Too many requests",
};

/** Describes an error and what to do about it. */
export function describeError(error: unknown): ErrorText {
  if (error instanceof ApiError) return { ...describeRefusal(error), requestId: error.requestId };
  if (error instanceof TypeError) {
    return {
      title: "Can't reach the server",
      detail: "Check your network connection and try again. No data was lost.",
      requestId: null,
      isOfPlan: false,
    };
  }
  const detail = "The page received an unexpected response. Reload it to get the latest version.";
  return { title: "Unexpected error", detail, requestId: null, isOfPlan: false };
}

function describeRefusal(error: ApiError): Omit<ErrorText, "requestId"> {
  const isOfPlan = error.status === 402 && !isDeclined(error);
  if (error.status === 503) {
    const detail = "A required service isn't responding. No data was lost. Try again in a moment.";
    return { title: "Service unavailable", detail, isOfPlan };
  }
  if (error.status >= 500) {
    const detail = "Something went wrong on our end. No data was lost. Try again.";
    return { title: "Server error", detail, isOfPlan };
  }
  if (error.status === 404) {
    const detail = "It doesn't exist, or you don't have access to it.";
    return { title: "Not found", detail, isOfPlan };
  }
  const title = isDeclined(error) ? "Your payment was declined" : (TITLES[error.status] ?? "Request failed");
  return { title, detail: describeDetail(error), isOfPlan };
}

const isDeclined = ({ status, body }: ApiError): boolean =>
  status === 402 && PlanError.safeParse(body).data?.code === "payment_declined";

/** Joins the field errors of a 422. */
function describeDetail(error: ApiError): string {
  const issues = ValidationError.safeParse(error.body);
  if (!issues.success) return error.message;
  return issues.data.detail.map(({ loc, msg }) => `${loc.slice(1).join(".")}: ${msg}`).join(" ");
}

/** Returns the messages of a 422 by field path, such as `heuristic_patterns.0.pattern`. Empty for other errors. */
export function fieldErrors(error: unknown): ReadonlyMap<string, string> {
  if (!(error instanceof ApiError) || error.status !== 422) return new Map();
  const issues = ValidationError.safeParse(error.body).data?.detail ?? [];
  return new Map(issues.map(({ loc, msg }) => [loc.slice(1).join("."), msg]));
}
