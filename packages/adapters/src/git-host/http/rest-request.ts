import type { HttpRequest, HttpResponse } from "./guarded-http.ts";

/** A request to a REST API. GET by default. */
export interface RestRequest {
  method?: HttpRequest["method"] & string;
  accept?: string;
  timeoutMs?: number;
  /** Sent as JSON. */
  body?: object;
  /** What the credential needs, as the host calls it. Named in the error if the credential lacks it. */
  permission?: string;
  /** Failures that the caller handles. Any success is expected. */
  expected?: readonly number[];
}

export const isExpected = ({ status }: HttpResponse, { expected = [] }: RestRequest): boolean =>
  (status >= 200 && status < 300) || expected.includes(status);
