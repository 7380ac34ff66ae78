import type { Role } from "../vocabulary/scan.ts";
import { describe, expect, it } from "vitest";
import { OPERATIONS } from "./all.ts";

/** The lowest role of mutations and of restricted reads. */
const ROLE: Record<Exclude<Role, "viewer">, string[]> = {
  member: ["triggerScan", "cancelScan"],
  admin: [
    "createConnectedOrg",
    "updateConnectedOrg",
    "deleteConnectedOrg",
    "testConnectedOrg",
    "beginGithubInstallation",
    "listGithubInstallations",
    "removeGithubInstallation",
    "createWebhookSecret",
    "removeWebhookSecret",
    "updateWorkspace",
    "exportWorkspace",
    "listAuditEvents",
    "updateMember",
    "removeMember",
    "createInvitation",
    "listInvitations",
    "revokeInvitation",
    "listOwnershipRiskPeople",
    "listPersonCorrections",
    "createPersonCorrection",
    "deletePersonCorrection",
  ],
  owner: [
    "deleteWorkspace",
    "transferWorkspace",
    "createApiKey",
    "listApiKeys",
    "revokeApiKey",
    "getBillingUsage",
    "getBillingStatus",
    "listBillingHistory",
    "getPaymentInfo",
    "openCheckout",
    "openPortal",
    "previewSeats",
    "addSeats",
    "removeSeats",
    "previewPlanChange",
    "changePlan",
    "cancelSubscription",
    "resumeSubscription",
  ],
};

/** Operations that require a session. */
const IN_PERSON = [
  "transferWorkspace",
  "createWorkspace",
  "deleteWorkspace",
  "createApiKey",
  "beginGithubInstallation",
  "createInvitation",
  "revokeInvitation",
  "acceptInvitation",
  "updateMember",
  "removeMember",
];

const declared = (id: string) => {
  const found = OPERATIONS.find((operation) => operation.id === id);
  if (!found) throw new Error(`There is no operation ${id}.`);
  return found.auth;
};

describe("the lowest role", () => {
  it.each(Object.entries(ROLE))("%s [IF-7.17 D-6.14 D-10.1,2,3,4,5,8,56 D-11.12]", (role, ids) => {
    expect(ids.map((id) => [id, declared(id).role])).toEqual(ids.map((id) => [id, role]));
  });

  it("is viewer, or none, for all other reads", () => {
    const raised = new Set(Object.values(ROLE).flat());
    const reads = OPERATIONS.filter(({ id, method }) => method === "GET" && !raised.has(id));
    for (const { id, auth } of reads) expect([id, auth.role ?? "viewer"]).toEqual([id, "viewer"]);
  });
});

it("requires a session for transfers, workspaces, keys, invitations and members [D-10.10]", () => {
  const byKey = IN_PERSON.filter((id) => declared(id).credentials.includes("key"));
  expect(byKey).toEqual([]);
});
