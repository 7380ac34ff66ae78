import type { Part } from "../row.ts";

const ORDER =
  "acceptance/src/service/order-of-checks.test.ts > of two faults the first in the order 401, 429, 422, 404, 403, 402, 409 is told";
const ERRORS = "acceptance/src/service/errors.test.ts";
const OPERATIONS = "acceptance/src/service/every-operation.test.ts";
const KEYS = "acceptance/src/service/api-keys.test.ts > the first credential that is there decides";

export const ORDER_OF_CHECKS: Part = {
  title: "Order of checks",
  rows: [
    { says: "401 before 429", test: `${ORDER} > 401 before 429: a revoked key that has used up its minute` },
    {
      says: "429 before 422",
      test: `${ORDER} > 429 before 422, 404 and 403: what is malformed, foreign or a person's`,
    },
    {
      says: "429 is of mutations only",
      test: "acceptance/src/service/rate-limit.test.ts > 500 mutations at once > let exactly 60 through, 5 times, and touch no other key and no read",
    },
    { says: "422 before 404", test: `${ORDER} > 422 before 404: a malformed change of another's org` },
    {
      says: "404 before 403",
      test: `${ORDER} > 404 before 403: another's scan for a viewer, another's workspace for a key`,
    },
    {
      says: "403 before 402",
      test: `${ORDER} > 403 before 402: one org, one key more than the plan has, for who may not add any`,
    },
    {
      says: "404 before 402",
      test: [
        `${ORDER} > 404 before 402: another's artifact, and nobody's, in the same bytes`,
        "acceptance/src/service/schedules.test.ts > the schedule of a connected org, where plans are enforced > 404 comes before 402, and 422 before both",
      ],
    },
    {
      says: "402 before 409",
      test: `${ORDER} > 402 before 409: a member invited again where no seat is left`,
    },
    {
      says: "403 and 404 before 409",
      test: [
        `${ORDER} > 403 before 409: a second scan, for a viewer`,
        `${ORDER} > 404 before 409: a scan of another's org that is under way`,
      ],
    },
    {
      says: "403 = a role change would fix it",
      test: "acceptance/src/service/every-role.test.ts > every operation answers every caller as it declares > $id: $status for $caller",
    },
    {
      says: "402 = paying would fix it",
      test: [
        "acceptance/src/service/every-role.test.ts > where plans are enforced > a plan that includes the features lets them through",
        "acceptance/src/service/plan-limits.test.ts > POST /connected-orgs, where plans are enforced > 402 for one more than the plan includes, until one is deleted or the plan is another",
      ],
    },
    {
      says: "404 = not yours or not there, byte-identical in both cases",
      test: [
        "acceptance/src/service/every-tenant.test.ts > what is another workspace's does not exist > listRepositories: for nobody, in the bytes of what is nobody's",
        `${ERRORS} > a 404 that hides has the headers of one that does not, but for the time`,
      ],
    },
    {
      says: 'Error bodies are always {"detail": string} plus named extras, the framework\'s own 404, 405 and 500 included',
      test: [
        `${ERRORS} > an error > 405 is its detail, and no more than is declared`,
        `${ERRORS} > the sign-in tells its refusals as the service does`,
        "acceptance/src/service/fuzz.test.ts > whatever is sent, the answer is one that the OpenAPI document describes, and never a fault",
      ],
    },
    {
      says: "422 is the array {loc, msg, type, ctx?, input?}",
      test: `${ERRORS} > an error > 422 is its detail, and no more than is declared`,
    },
    {
      says: "loc starts with path, query, header or body",
      test: [
        `${OPERATIONS} > 422 > getScan for an id that is no UUID`,
        `${OPERATIONS} > 422 > getScan for a workspace id that is no UUID`,
        `${OPERATIONS} > 422 > triggerScan for a body that is not JSON, not an object, not declared, or of another type`,
      ],
    },
    {
      says: "Malformed JSON and a wrong content type are 422",
      test: `${OPERATIONS} > 422 > triggerScan for a body that is not JSON, not an object, not declared, or of another type`,
    },
    {
      says: "A 500 carries a fixed text and the request id, never the cause",
      test: [
        `${ERRORS} > an error > 500 never tells the cause, which is logged under the id that it tells`,
        `${ERRORS} > an error > 500 is its detail, and no more than is declared`,
      ],
    },
    {
      says: "The text of 401",
      test: `${OPERATIONS} > 401 > getScan without a valid credential, in whatever header`,
    },
    {
      says: "Every response carries X-Request-ID; an incoming well-formed one is kept",
      test: [
        `${ERRORS} > an error > 404 keeps the request's id, or gets one`,
        "acceptance/src/service/every-response.test.ts > the headers of every answer, of errors too > 200 GET /api/v1/repositories",
        "api/src/app.test.ts > every response > keeps the X-Request-ID of the request if it is well-formed",
      ],
    },
    {
      says: "CORS: origins from an allow-list, errors carry the headers too",
      test: `${ERRORS} > an error > 404 is read by an allowed origin's scripts alone`,
    },
    {
      says: "Exposes Retry-After, X-Request-ID, X-Total-Count",
      test: "acceptance/src/service/every-response.test.ts > the headers of every answer, of errors too > 200 GET /api/v1/repositories",
    },
    {
      says: "The first non-empty credential decides: X-API-Key, Bearer svc_…, cookie",
      test: `${KEYS} > by X-API-Key, Bearer svc_, cookie; an invalid one is 401, however good the next`,
    },
    {
      says: "If it is invalid the answer is 401, never the next one",
      test: `${KEYS} > by X-API-Key, Bearer svc_, cookie; an invalid one is 401, however good the next`,
    },
    {
      says: "A Bearer that does not start with svc_ counts as absent",
      test: `${KEYS} > a bearer that does not start with svc_ counts as absent`,
    },
  ],
};
