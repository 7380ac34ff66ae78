import type { Row } from "../row.ts";

const SCANS = "acceptance/src/service/scans.test.ts";
const CANCEL = `${SCANS} > POST /scans/{id}/cancel`;

/** States and transitions. */
export const STATES: readonly Row[] = [
  {
    says: "Scan states: pending, running, completed, partial, failed, cancelled",
    test: [
      "acceptance/src/service/fields.test.ts > exactly the fields of the specification, of its types > Scan, in every answer that is one",
      `${CANCEL} > cancels what is running at once: nothing is read after the repository that is at it`,
    ],
  },
  {
    says: "Only pending and running are in flight",
    test: [
      `${SCANS} > POST /connected-orgs/{id}/scans > 409 with the id of the scan that is in flight, until that has ended`,
      `${CANCEL} > 409 for one that is %s`,
    ],
  },
  {
    says: "partial: the whole loop ran and the rows are current, but not every repository could be processed",
    test: `${SCANS} > how a scan ends > partial keeps the repository's data, and the next scan tries it again although nothing changed`,
  },
  {
    says: "partial is derived from the same errors data as failed_repos",
    test: `${SCANS} > how a scan ends > partial when a repository cannot be read, which is named`,
  },
  {
    says: "pending → cancelled by POST /api/v1/scans/{scan_id}/cancel, set immediately",
    test: `${CANCEL} > cancels what is pending, for good: its messages come to nothing`,
  },
  {
    says: "running → cancelled, set immediately; the worker checks at each repository boundary and stops gracefully",
    test: [
      `${CANCEL} > cancels what is running at once: nothing is read after the repository that is at it`,
      "core/src/scan/cancel-scan.test.ts > a cancelled scan is not written to, nor published > when cancelled while a repository is %s",
    ],
  },
  {
    says: "Cancelling: the caller is not a read-only viewer",
    test: [
      "acceptance/src/service/every-role.test.ts > every operation answers every caller as it declares > cancelScan: 200 for member",
      "acceptance/src/service/every-role.test.ts > every operation answers every caller as it declares > cancelScan: 403 for viewer",
      "acceptance/src/service/every-role.test.ts > who may do what is what the specification says > cancelScan",
    ],
  },
  {
    says: "Subscription: active → cancel at period end, with a cancellation record; charges may be waived",
    test: [
      "acceptance/src/service/billing-cancel.test.ts > POST …/billing/cancel > lets the subscription end with its period, and keeps why",
      "acceptance/src/service/billing-cancel.test.ts > POST …/billing/cancel > waives what waits for the next invoice, if asked to; what is open stays",
    ],
  },
  {
    says: "Resuming a subscription exists and does not delete the record",
    test: "acceptance/src/service/billing-cancel.test.ts > POST …/billing/resume > lets the subscription go on, and leaves the record of its cancellation",
  },
  {
    says: "Ownership: caller Owner, target member → target Owner, caller Admin",
    test: "acceptance/src/service/people.test.ts > members > hand the ownership over, whole",
  },
  {
    says: "Ownership: session auth only, API keys cannot do this",
    test: [
      "acceptance/src/service/every-role.test.ts > every operation answers every caller as it declares > transferWorkspace: 403 for key",
      "acceptance/src/service/every-role.test.ts > who may do what is what the specification says > transferWorkspace",
    ],
  },
];
