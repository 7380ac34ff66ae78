import { RepositoryUnreadableError } from "@knockon/core/ports/git-host";
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

/** Pages per listing of a repository's branches, comments or check runs. A host can claim another page forever. */
export const MAX_PAGES = 100;

export const tooManyPages = (host: string): Error =>
  new RepositoryUnreadableError(`${host} returned more than ${MAX_PAGES} pages of a listing.`);
