import type { Part } from "../row.ts";

const SERVICE = "acceptance/src/service/people.test.ts";
const KEYS = "acceptance/src/service/api-keys.test.ts";
const FORMAT = "core/src/api-key/key-format.test.ts";
const STORED = "core/src/api-key/api-key.test.ts";
const NAMES = "acceptance/src/service/names.test.ts";
const WHICH = "acceptance/src/service/which-workspace.test.ts";
const KEY_HEADER = `${WHICH} > X-Workspace-Id with a key`;
const SESSION_HEADER = `${WHICH} > X-Workspace-Id with a session`;
const SESSIONS = "acceptance/src/service/session-requests.test.ts";
const EXPORT = "acceptance/src/service/export.test.ts > GET /workspaces/{id}/export";
const AUDIT = "acceptance/src/service/audit-events.test.ts";
const ROLES = "contract/src/operations/access.test.ts > the least role";
const EVERY_ROLE =
  "acceptance/src/service/every-role.test.ts > every operation answers every caller as it declares > $id: $status for $caller";

export const PEOPLE: Part = {
  title: "People, keys, workspaces",
  rows: [
    {
      says: "Reads: viewer",
      test: [
        `${ROLES} > of every read but those is viewer, or none where it is about the person`,
        EVERY_ROLE,
      ],
    },
    { says: "Scans: member", test: [`${ROLES} > member`, EVERY_ROLE] },
    { says: "Orgs, workspace, members: Admin", test: [`${ROLES} > admin`, EVERY_ROLE] },
    { says: "Keys, transfer: Owner", test: [`${ROLES} > owner`, EVERY_ROLE] },
    {
      says: "Billing: Owner",
      test: [
        "contract/src/operations/access.test.ts > the least role > %s",
        "acceptance/src/service/every-role.test.ts > every operation answers every caller as it declares > $id: $status for $caller",
      ],
    },
    {
      says: "Nobody grants a role above their own; Owner is granted by transfer only",
      test: "acceptance/src/service/plans.test.ts > ownership is granted by no invitation and no change of a role, whoever asks",
    },
    {
      says: "Nobody edits an Owner",
      test: `${SERVICE} > members > are changed by an Admin, the Owner by nobody`,
    },
    {
      says: "Transfer: the state table decides, the caller is the Owner",
      test: [
        `${SERVICE} > members > hand the ownership over, whole`,
        `${SERVICE} > members > of two transfers at once, one happens`,
        `${ROLES} > owner`,
      ],
    },
    {
      says: "Transfer: target not a member → 404, self → 409",
      test: `${SERVICE} > members > hand the ownership over, whole`,
    },
    {
      says: "Transfer, workspace creation and deletion, key creation, invitations, member changes: a key gets 403",
      test: [
        "contract/src/operations/access.test.ts > transfer, workspaces, keys, invitations and members are changed in person, never by a key",
        EVERY_ROLE,
      ],
    },
    {
      says: "403 `This operation requires a user session.`",
      test: `${SERVICE} > API keys > make no keys, members or workspaces`,
    },
    {
      says: "A member: {user_id, email, full_name, avatar_url, role, joined_at}",
      test: `${KEYS} > GET /workspaces/{id}/members has of each who they are, their role and since when`,
    },
    {
      says: "GET …/members, PATCH …/members/{user_id} {role}, DELETE",
      test: `${SERVICE} > members > are changed by an Admin, the Owner by nobody`,
    },
    {
      says: "The last Owner cannot be demoted → 409",
      test: `${SERVICE} > members > are changed by an Admin, the Owner by nobody`,
    },
    {
      says: "Invitations by link to a verified e-mail",
      test: `${SERVICE} > an invitation > is for whoever proves to own the address, once`,
    },
    {
      says: "The fields of an API key; key only in the answer that creates it",
      test: [
        `${KEYS} > POST /workspaces/{id}/api-keys > 201 with the key, whose prefix is its first 17 characters`,
        `${KEYS} > GET /workspaces/{id}/api-keys > has everything of a key but the key itself`,
      ],
    },
    {
      says: "POST …/api-keys {name 1–100} → 201",
      test: `${NAMES} > the name of %s > has 1 to 100 code points, once it is trimmed and composed`,
    },
    {
      says: "GET …/api-keys lists them",
      test: `${KEYS} > GET /workspaces/{id}/api-keys > has everything of a key but the key itself`,
    },
    {
      says: "DELETE …/api-keys/{key_id} → 204, again → 404",
      test: `${KEYS} > DELETE /workspaces/{id}/api-keys/{key_id} > 204 without a body, 401 to the key from then on, 404 for it again`,
    },
    {
      says: "A key is svc_live_ + 8-character public id + secret + CRC32 check, base62",
      test: [
        `${FORMAT} > createKey > makes 55 characters: svc_live_ and base62`,
        `${FORMAT} > parseKey > refuses a key with any one character changed`,
      ],
    },
    {
      says: "prefix = svc_live_ + the public id",
      test: [
        `${FORMAT} > parseKey > reads the prefix of every key that createKey makes`,
        `${KEYS} > POST /workspaces/{id}/api-keys > 201 with the key, whose prefix is its first 17 characters`,
      ],
    },
    {
      says: "prefix is unique",
      test: [
        `${FORMAT} > createKey > never makes the same key, public id or secret twice`,
        `${STORED} > createApiKey > never stores two keys of one prefix`,
      ],
    },
    {
      says: "Malformed keys die before the database",
      test: `${STORED} > authenticateKey > never asks the database about a malformed key`,
    },
    {
      says: "Looked up by SHA-256",
      test: [
        `${FORMAT} > hashKey is the SHA-256 of the whole key, in hexadecimal`,
        `${STORED} > authenticateKey > refuses another secret under a known prefix`,
      ],
    },
    {
      says: "Compared in constant time",
      notAssertable:
        "timings of one comparison drown in those of a request; the code compares by timingSafeEqual",
    },
    {
      says: "No cache: revocation is immediate",
      test: [
        `${STORED} > authenticateKey > refuses a key from the moment it is revoked`,
        `${KEYS} > DELETE /workspaces/{id}/api-keys/{key_id} > 204 without a body, 401 to the key from then on, 404 for it again`,
      ],
    },
    {
      says: "POST /workspaces {name} → 201; GET /workspaces, GET /workspaces/{id}",
      test: [
        `${SERVICE} > workspaces > have an address of their own, which a rename keeps unless it is asked for`,
        `${SERVICE} > workspaces > are listed to whom they belong`,
        `${SESSION_HEADER} > yields to the workspace in the path`,
      ],
    },
    { says: "A name is trimmed, NFC", test: `${NAMES} > the name of %s > is trimmed, and composed by NFC` },
    {
      says: "A name has 1–100 code points",
      test: `${NAMES} > the name of %s > has 1 to 100 code points, once it is trimmed and composed`,
    },
    {
      says: "A name has no control or bidi characters",
      test: `${NAMES} > the name of %s > has no control and no bidi character`,
    },
    {
      says: "slug [a-z0-9-] ≤ 63, suffixed on a clash",
      test: [
        `${NAMES} > the slug of a workspace > is of [a-z0-9-] and at most 63 characters, suffixed where another has it`,
        `${NAMES} > the slug of a workspace > stays where it is made anew from a name that it was made from`,
      ],
    },
    {
      says: "Former slugs redirect in the application",
      test: "acceptance/src/browser/people-journeys.test.ts > a workspace > that has another name and address is still found by the links to the former one",
    },
    {
      says: "X-Workspace-Id with a key: absent or equal",
      test: `${KEY_HEADER} > is absent, or the key's own in either case`,
    },
    {
      says: "X-Workspace-Id with a key: another → 404",
      test: [
        `${KEY_HEADER} > 404 for another's, and for nobody's`,
        "acceptance/src/service/every-tenant.test.ts > what is another workspace's does not exist > %s: not in the header X-Workspace-Id either",
      ],
    },
    {
      says: "With a session: a workspace in the path wins",
      test: `${SESSION_HEADER} > yields to the workspace in the path`,
    },
    {
      says: "With a session: a resource id selects its own workspace if the caller is a member, else 404",
      test: [
        `${SESSION_HEADER} > %s needs none: the id selects its own workspace, of a member's`,
        `${SESSION_HEADER} > the id of a resource brings the role of its own workspace along`,
        `${SESSION_HEADER} > a resource in the query selects its workspace as well`,
      ],
    },
    {
      says: "With a session: only collections need the header",
      test: `${SESSION_HEADER} > says which one's a collection is`,
    },
    {
      says: "A collection: not a member → 404",
      test: `${SESSION_HEADER} > 404 for a collection of a workspace that one is no member of, or nobody is`,
    },
    {
      says: "A collection: not a UUID → 422",
      test: `${SESSION_HEADER} > 422 for a collection where it is no UUID`,
    },
    {
      says: "A collection: missing with several workspaces → 400, with one that one",
      test: [
        `${SESSION_HEADER} > 400 for a collection without it, of who has several; with one, that one`,
        `${SERVICE} > which workspace a session means > is 400 without any, the only one where there is one, and has to be named among several`,
      ],
    },
    {
      says: "Workspace list and creation, invitations need none",
      test: [
        `${SESSION_HEADER} > is not asked for where it is about the person`,
        `${SERVICE} > an invitation > is for whoever proves to own the address, once`,
      ],
    },
    {
      says: "The plan catalog needs none",
      test: "acceptance/src/service/billing-reads.test.ts > where there is no payment processor > GET /billing/plans is the built-in catalog, to whoever belongs to no workspace, too",
    },
    {
      says: "The cookie is exactly service_access, HttpOnly, Secure except on loopback, SameSite=Lax, Path=/",
      test: [
        `${SESSIONS} > the cookie is service_access, and Secure wherever the service is not on loopback`,
        `${SERVICE} > a session > is the cookie service_access, for the server's eyes and this site only`,
      ],
    },
    {
      says: "An unsafe cookie-authenticated request needs an allowed Origin, for every content type",
      test: [
        `${SESSIONS} > what a session changes > comes from an allowed origin, sent as %s`,
        `${SESSIONS} > signing in and out > comes from an allowed origin too`,
        `${SESSIONS} > what a session changes > is asked for no origin where a key decides, with a body or without`,
      ],
    },
    {
      says: "Verified e-mail before an invitation is accepted",
      test: `${SERVICE} > an invitation > is for whoever proves to own the address, once`,
    },
    {
      says: "Verified e-mail before an OAuth identity is linked",
      test: [
        "acceptance/src/service/oauth.test.ts > an identity of another service > joins the account of its address where both have confirmed it",
        "acceptance/src/service/oauth.test.ts > an identity of another service > joins none whose address only it has confirmed, which somebody else may have signed up with",
        "acceptance/src/service/oauth.test.ts > an identity of another service > that has not confirmed its address joins none, and makes none",
      ],
    },
    { says: "Password reset", test: `${SERVICE} > a new password > comes by mail and ends every session` },
    {
      says: "Sign-in is limited per account and address",
      test: [
        "acceptance/src/service/sign-in.test.ts > attempts at one account > are refused from the sixth a minute on, from however many addresses, and pass when it is over",
        "acceptance/src/service/sign-in.test.ts > attempts from one address > are refused beyond thirty a minute, at however many accounts, and others' are not",
      ],
    },
    {
      says: "The sections of the export, with format_version and exported_at",
      test: [
        `${EXPORT} > 200 with a file of every section, in their order`,
        `${EXPORT} > holds what the lists and the graph do, and the event of the export`,
      ],
    },
    {
      says: "The export's sections ownership, subscription and cancellation_records have their data",
      test: [
        "acceptance/src/service/ownership.test.ts > addresses of authors, co-authors, mailmap and CODEOWNERS > are in no response, in no export, and in no line of the log",
        "acceptance/src/service/billing-export.test.ts > GET …/export has the subscription, and why it was cancelled; null before anything was bought",
      ],
    },
    {
      says: "The export is serialized from an allow-list",
      test: [
        `${EXPORT} > has no secret in it, nor the hash of one`,
        "api/src/stream-response.test.ts > a streamed response > is a file of what the contract declares, in its order",
      ],
    },
    {
      says: "Content-Disposition: attachment",
      test: `${EXPORT} > 200 with a file of every section, in their order`,
    },
    {
      says: "The hourly limit lives in Postgres; over it 429 with retry_after",
      test: [
        `${EXPORT} > 429 until an hour after the last one`,
        `${EXPORT} > of several at once, one is made`,
      ],
    },
    {
      says: "The fields of an audit event",
      test: `${KEYS} > GET /workspaces/{id}/audit-events has of each who changed what, in which request`,
    },
    {
      says: "In the mutation's own transaction",
      test: [
        `${AUDIT} > no change without its event > %s`,
        `${AUDIT} > one event where a mutation succeeds, none where it fails > %s`,
      ],
    },
    {
      says: "GET /workspaces/{id}/audit-events, Admin",
      test: [
        `${SERVICE} > audit events tell who changed what, newest first, and to whom not`,
        `${ROLES} > admin`,
      ],
    },
  ],
};
