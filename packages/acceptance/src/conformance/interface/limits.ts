import type { Row } from "../row.ts";

const BURST = "acceptance/src/service/rate-limit.test.ts > 500 mutations at once";
const EVIDENCE = "acceptance/src/service/evidence.test.ts";

/** Limits. */
export const LIMITS: readonly Row[] = [
  {
    says: "Authenticated mutations: 60 per minute per key, counted per key prefix",
    test: `${BURST} > let exactly 60 through, %i times, and touch no other key and no read`,
  },
  {
    says: "Authenticated mutations are POST, PUT, PATCH, DELETE",
    test: "acceptance/src/service/credentials.test.ts > the limit on mutations > %s: counts if it is one, and tells so; a read does not",
  },
  {
    says: "Configurable by RATELIMIT_AUTHENTICATED_MUTATIONS",
    test: `${BURST} > let through as many as RATELIMIT_AUTHENTICATED_MUTATIONS says`,
  },
  {
    says: "Read endpoints: no per-request cap",
    test: `${BURST} > let exactly 60 through, %i times, and touch no other key and no read`,
  },
  {
    says: "Workspace export: 1 per workspace per hour",
    test: "acceptance/src/service/export.test.ts > GET /workspaces/{id}/export > 429 until an hour after the last one",
  },
  {
    says: "Billing history: up to 50 invoices and up to 50 credit notes a page",
    test: "acceptance/src/service/billing-history.test.ts > GET …/billing/history > has up to 50 of each kind a page, and reads no source again that is exhausted",
  },
  {
    says: "Graph depth: 1 to 10",
    test: [
      `${EVIDENCE} > depth > is 1 to 10 hops in each direction, 2 unless given`,
      `${EVIDENCE} > depth > 422 for a root that is no UUID, and for a depth or a floor beyond its bounds`,
    ],
  },
  {
    says: "Graph min_confidence: 0.0 to 1.0, default 0.4",
    test: [
      `${EVIDENCE} > confidence > of 0.4, which is the default, leaves out only prose`,
      `${EVIDENCE} > depth > 422 for a root that is no UUID, and for a depth or a floor beyond its bounds`,
    ],
  },
  {
    says: "Plan catalog cache: 1 hour",
    test: "acceptance/src/service/billing-reads.test.ts > GET /billing/plans, where there is a payment processor > has its prices, asked for once an hour",
  },
  {
    says: "Plan limits: seats and org connections per plan",
    test: [
      "acceptance/src/service/plan-limits.test.ts > POST /connected-orgs, where plans are enforced > 402 for one more than the plan includes, until one is deleted or the plan is another",
      "acceptance/src/service/plan-limits.test.ts > PATCH …/members/{user_id}, where plans are enforced > 402 for a viewer who would take one more seat, not for who has one",
    ],
  },
  {
    says: "Plan limits: repositories per plan",
    test: "core/src/scan/plan-limit.test.ts > a scan of more repositories than the plan includes > reads those known the longest and skips the others, which is said once and no failure",
  },
  {
    says: "Plan limits: a null limit means unlimited",
    test: "acceptance/src/service/people.test.ts > entitlements are everything where no plan limits, and count members above viewer and open invitations",
  },
];
