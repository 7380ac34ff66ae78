import type { Row } from "../row.ts";

const EVERY = "acceptance/src/service/every-operation.test.ts";
const TENANT = "acceptance/src/service/every-tenant.test.ts > what is another workspace's does not exist";
const LOOKUP = "acceptance/src/service/lookup.test.ts";
const EXPORT = "acceptance/src/service/export.test.ts > GET /workspaces/{id}/export";

/** Errors. */
export const ERRORS: readonly Row[] = [
  {
    says: "400: lookup with both, with neither, or with any other parameter",
    test: `${LOOKUP} > 400 > for the query %j`,
  },
  {
    says: "401: no valid credential, or a revoked key; the detail names the three ways",
    test: `${EVERY} > 401 > %s without a valid credential, in whatever header`,
  },
  {
    says: "404: absent, or another workspace's",
    test: `${TENANT} > %s: for nobody, in the bytes of what is nobody's`,
  },
  {
    says: "404: lookup with no match",
    test: [
      `${LOOKUP} > GET /repositories/lookup by url > 404 for %s`,
      `${LOOKUP} > GET /repositories/lookup by full_path > 404 for %s`,
    ],
  },
  {
    says: "409: lookup matching more than one repository",
    test: `${LOOKUP} > 409 for %j, which is two, with both as candidates`,
  },
  {
    says: "422: request validation failure, in the validation error shape",
    test: "acceptance/src/service/fields.test.ts > 422 is the list of what is wrong: where, in which words, of which type",
  },
  {
    says: "429: {detail, retry_after} and the header Retry-After in seconds",
    test: [
      "acceptance/src/service/rate-limit.test.ts > 500 mutations at once > let exactly 60 through, %i times, and touch no other key and no read",
      `${EXPORT} > 429 until an hour after the last one`,
    ],
  },
  {
    says: "Retry-After and X-Request-ID are exposed through CORS",
    test: [
      "acceptance/src/service/every-response.test.ts > the headers of every answer, of errors too > %i %s %s",
      `${EXPORT} > 429 until an hour after the last one`,
    ],
  },
];
