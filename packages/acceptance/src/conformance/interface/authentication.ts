import type { Row } from "../row.ts";

const CREDENTIALS = "acceptance/src/service/credentials.test.ts";
const FIRST = `${CREDENTIALS} > of several valid credentials the first decides: X-API-Key, a bearer svc_ key, the cookie`;
const KEY = `${CREDENTIALS} > an API key`;
const PEOPLE = "acceptance/src/service/people.test.ts";
const EVERY = "acceptance/src/service/every-operation.test.ts";
const ROLES =
  "acceptance/src/service/every-role.test.ts > every operation answers every caller as it declares";
const TENANT = "acceptance/src/service/every-tenant.test.ts > what is another workspace's does not exist";

/** Authentication. */
export const AUTHENTICATION: readonly Row[] = [
  {
    says: "1. A key is scoped to one workspace",
    test: `${TENANT} > %s: for nobody, in the bytes of what is nobody's`,
  },
  {
    says: "1. A key bypasses role checks, Owner-equivalent within its workspace",
    test: [
      `${ROLES} > revokeApiKey: 204 for key`,
      `${ROLES} > exportWorkspace: 200 for key`,
      "acceptance/src/service/every-role.test.ts > who may do what is what the specification says > exportWorkspace",
    ],
  },
  {
    says: "1. A key never needs a workspace_id parameter",
    test: `${EVERY} > a key > reads %s by X-API-Key, and as a bearer`,
  },
  {
    says: "2. A key is created in the application, with a label",
    test: `${PEOPLE} > API keys > are shown once, and open nothing once they are revoked`,
  },
  {
    says: "2. The plaintext key is shown once",
    test: `${KEY} > is one of several, shown once, and replaced where it is lost`,
  },
  {
    says: "2. Only its SHA-256 hash and a short prefix are stored",
    test: `${KEY} > is kept as its SHA-256 and its prefix, and nowhere in the database as it is`,
  },
  {
    says: "2. A lost key is revoked and replaced; a workspace may have several keys",
    test: `${KEY} > is one of several, shown once, and replaced where it is lost`,
  },
  {
    says: "3. The key begins with svc_live_, followed by the secret part",
    test: `${KEY} > is one of several, shown once, and replaced where it is lost`,
  },
  { says: "4. X-API-Key: canonical", test: `${EVERY} > a key > reads %s by X-API-Key, and as a bearer` },
  {
    says: "4. Authorization: Bearer, honored only when the value starts with svc_",
    test: [
      `${EVERY} > a key > reads %s by X-API-Key, and as a bearer`,
      `${FIRST} > and a bearer that does not start with svc_ is none, beside a cookie too`,
    ],
  },
  {
    says: "4. The session cookie is service_access",
    test: `${PEOPLE} > a session > is the cookie service_access, for the server's eyes and this site only`,
  },
  {
    says: "5. Priority: X-API-Key, Authorization: Bearer svc_*, the cookie, then 401; the first that matches wins",
    test: [
      `${FIRST} > as the workspace that is answered for says`,
      `${EVERY} > 401 > %s without a valid credential, in whatever header`,
    ],
  },
  {
    says: "6. Every authenticated response is scoped to the key's workspace",
    test: `${TENANT} > %s: nothing of it is in what is one's own`,
  },
  {
    says: "6. Reaching another workspace's resources returns 404, not 403",
    test: `${TENANT} > %s: for nobody, in the bytes of what is nobody's`,
  },
  {
    says: "7. Revocation is immediate: later requests return 401",
    test: `${PEOPLE} > API keys > are shown once, and open nothing once they are revoked`,
  },
  {
    says: "8. Operations that need a user identity require a session and refuse keys",
    test: [
      `${ROLES} > transferWorkspace: 403 for key`,
      `${PEOPLE} > API keys > make no keys, members or workspaces`,
      "acceptance/src/service/every-role.test.ts > who may do what is what the specification says > transferWorkspace",
    ],
  },
  {
    says: "9. Owner only: usage, seats",
    test: [
      "contract/src/operations/access.test.ts > the least role > %s",
      "acceptance/src/service/every-role.test.ts > every operation answers every caller as it declares > $id: $status for $caller",
    ],
  },
  {
    says: "9. Owner or Admin: update workspace, export",
    test: [
      `${ROLES} > updateWorkspace: 200 for admin`,
      `${ROLES} > updateWorkspace: 403 for member`,
      `${ROLES} > exportWorkspace: 200 for admin`,
      `${ROLES} > exportWorkspace: 403 for member`,
      "acceptance/src/service/every-role.test.ts > who may do what is what the specification says > updateWorkspace",
      "acceptance/src/service/every-role.test.ts > who may do what is what the specification says > exportWorkspace",
    ],
  },
  {
    says: "9. Transfer: Owner or Admin, against the state table (caller Owner), which decides",
    test: [
      `${ROLES} > transferWorkspace: 200 for owner`,
      `${ROLES} > transferWorkspace: 403 for admin`,
      "acceptance/src/service/every-role.test.ts > who may do what is what the specification says > transferWorkspace",
    ],
  },
  {
    says: "9. Any member: entitlements; cancel scan except viewers",
    test: [
      `${ROLES} > getEntitlements: 200 for viewer`,
      `${ROLES} > cancelScan: 200 for member`,
      `${ROLES} > cancelScan: 403 for viewer`,
      "acceptance/src/service/every-role.test.ts > who may do what is what the specification says > getEntitlements",
      "acceptance/src/service/every-role.test.ts > who may do what is what the specification says > cancelScan",
    ],
  },
  {
    says: "9. Any authenticated user: the plan catalog",
    test: [
      "acceptance/src/service/billing-reads.test.ts > where there is no payment processor > GET /billing/plans is the built-in catalog, to whoever belongs to no workspace, too",
      "acceptance/src/service/every-role.test.ts > every operation answers every caller as it declares > $id: $status for $caller",
    ],
  },
  {
    says: "9. The webhook is authenticated by signature, not by key",
    test: [
      "acceptance/src/service/payments-webhook.test.ts > the signature > has to be Stripe's, of these bytes, and at most 300 seconds old",
      "acceptance/src/service/every-role.test.ts > every operation answers every caller as it declares > $id: $status for $caller",
    ],
  },
  {
    says: "10. Keys must not be committed or shipped in client-side bundles",
    notAssertable: "an obligation of whoever holds a key",
  },
];
