import { ApiError } from "@knockon/contract/client";
import { PlanError, ValidationError } from "@knockon/contract/resources/error";

export interface ErrorText {
  title: string;
  detail: string;
  requestId: string | null;
  /** The plan refuses: another one would not. */
  isOfPlan: boolean;
}

/** Whether the same could be answered otherwise in a moment. */
export const mayPass = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 429;

const TITLES: Readonly<Record<number, string>> = {
  402: "Your plan does not include this",
  403: "Your role does not allow this",
  409: "Not possible right now",
  422: "Something in this is not right",
  429: "Too many changes in a minute",
};

/** What happened, in words that a person can act on. */
export function describeError(error: unknown): ErrorText {
  if (error instanceof ApiError) return { ...describeRefusal(error), requestId: error.requestId };
  if (error instanceof TypeError) {
    return {
      title: "The service cannot be reached",
      detail: "Your connection may be down, or the service is restarting. Nothing was lost.",
      requestId: null,
      isOfPlan: false,
    };
  }
  const detail = "The application could not read what it was given. Reload the page; it may be out of date.";
  return { title: "Something broke in this page", detail, requestId: null, isOfPlan: false };
}

function describeRefusal(error: ApiError): Omit<ErrorText, "requestId"> {
  const isOfPlan = error.status === 402 && !isDeclined(error);
  if (error.status === 503) {
    const detail = "Something that this needs does not answer. Nothing was lost; try again in a moment.";
    return { title: "Not available right now", detail, isOfPlan };
  }
  if (error.status >= 500) {
    const detail = "The service failed. Nothing you entered was changed or lost; try again.";
    return { title: "Something broke on our side", detail, isOfPlan };
  }
  if (error.status === 404) {
    const detail = "It does not exist any more, or is in a workspace that you do not belong to.";
    return { title: "Not found", detail, isOfPlan };
  }
  const title = isDeclined(error) ? "The payment was declined" : (TITLES[error.status] ?? "Refused");
  return { title, detail: sentenceOf(error), isOfPlan };
}

const isDeclined = ({ status, body }: ApiError): boolean =>
  status === 402 && PlanError.safeParse(body).data?.code === "payment_declined";

/** A 422 names each field and what is wrong with it. */
function sentenceOf(error: ApiError): string {
  const issues = ValidationError.safeParse(error.body);
  if (!issues.success) return error.message;
  return issues.data.detail.map(({ loc, msg }) => `${loc.slice(1).join(".")}: ${msg}`).join(" ");
}
