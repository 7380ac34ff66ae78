import type { Row } from "../row.ts";

const CANCEL = "acceptance/src/service/scans.test.ts > POST /scans/{id}/cancel";
const EVERY = "acceptance/src/service/every-operation.test.ts";

/** Endpoints, as all of them are, and those of scans. */
export const SCANS: readonly Row[] = [
  {
    says: "Request and response bodies are JSON",
    test: `${EVERY} > success, and every response as its contract says > %s`,
  },
  {
    says: "Every operation accepts the security schemes described",
    test: [
      `${EVERY} > a key > reads %s by X-API-Key, and as a bearer`,
      "acceptance/src/service/every-role.test.ts > every operation answers every caller as it declares > $id: $status for $caller",
    ],
  },
  {
    says: "Operations with a request body use Content-Type: application/json",
    test: `${EVERY} > 422 > %s for a body that is not JSON, not an object, not declared, or of another type`,
  },
  {
    says: "Validation failures return 422 with the validation error shape",
    test: [
      `${EVERY} > 422 > %s for an id that is no UUID`,
      `${EVERY} > 422 > %s for a body that is not JSON, not an object, not declared, or of another type`,
    ],
  },
  {
    says: "POST /api/v1/scans/{scan_id}/cancel cancels a pending or running scan",
    test: [
      `${CANCEL} > cancels what is pending, for good: its messages come to nothing`,
      `${CANCEL} > cancels what is running at once: nothing is read after the repository that is at it`,
    ],
  },
  {
    says: "Cancel: scan_id is a uuid, required",
    test: `${EVERY} > 422 > cancelScan for an id that is no UUID`,
  },
  {
    says: "Cancel: optional header X-Workspace-Id",
    test: `${EVERY} > 422 > cancelScan for a workspace id that is no UUID`,
  },
  {
    says: "Cancel: optional cookie for session auth",
    test: [
      "acceptance/src/service/every-role.test.ts > every operation answers every caller as it declares > cancelScan: 200 for owner",
      "acceptance/src/service/every-role.test.ts > who may do what is what the specification says > cancelScan",
    ],
  },
  {
    says: "Cancel: no request body; 200 returns the Scan",
    test: "acceptance/src/service/fields.test.ts > exactly the fields of the specification, of its types > Scan, in every answer that is one",
  },
  {
    says: "Cancel: members may call it, only read-only viewers are excluded",
    test: [
      "acceptance/src/service/every-role.test.ts > every operation answers every caller as it declares > cancelScan: 200 for member",
      "acceptance/src/service/every-role.test.ts > every operation answers every caller as it declares > cancelScan: 403 for viewer",
      "acceptance/src/service/every-role.test.ts > who may do what is what the specification says > cancelScan",
    ],
  },
];
