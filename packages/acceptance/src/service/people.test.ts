import { listConnectedOrgs } from "@knockon/contract/operations/connected-org";
import {
  acceptInvitation,
  createApiKey,
  createInvitation,
  createWorkspace,
  deleteWorkspace,
  getEntitlements,
  getWorkspace,
  listApiKeys,
  listAuditEvents,
  listInvitations,
  listMembers,
  listWorkspaces,
  removeMember,
  revokeApiKey,
  transferWorkspace,
  updateMember,
  updateWorkspace,
} from "@knockon/contract/operations/workspace";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  cookieOf,
  lastLink,
  lastToken,
  PASSWORD,
  postSignIn,
  type TestPerson,
} from "../testing/test-person.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";

let service: TestService;
let ada: TestPerson;
let bob: TestPerson;

beforeAll(async () => {
  service = await startTestService();
  ada = await service.signUp("Ada");
  bob = await service.signUp("Bob");
});

afterAll(() => service.close());

const detailOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { detail: unknown }).detail,
];

/** Creates a workspace of Ada, with Bob in a role. */
async function shareWorkspace(name: string, role: "admin" | "member" | "viewer") {
  const { id } = await ada.call(createWorkspace, { body: { name } });
  const params = { workspace_id: id };
  await ada.call(createInvitation, { params, body: { email: bob.email, role } });
  await bob.call(acceptInvitation, { body: { token: tokenOf(bob.email) } });
  return { id, params };
}

const tokenOf = (email: string): string => lastToken(service, email);

describe("a session", () => {
  it("is the cookie service_access, HttpOnly and SameSite [IF-7.11 D-10.43]", async () => {
    const response = await postSignIn(service, "/sign-in/email", { email: ada.email, password: PASSWORD });
    const [cookie] = response.headers.getSetCookie();
    expect(response.status).toBe(200);
    expect(cookie?.split("; ").toSorted()).toEqual([
      "HttpOnly",
      "Max-Age=2592000",
      "Path=/",
      "SameSite=Lax",
      expect.stringMatching(/^service_access=/u),
    ]);
  });

  it("ends immediately at sign-out, even if the cookie is kept", async () => {
    const signedIn = await postSignIn(service, "/sign-in/email", { email: ada.email, password: PASSWORD });
    const headers = { Cookie: cookieOf(signedIn) };
    expect((await ada.fetch(listWorkspaces, { headers })).status).toBe(200);
    await postSignIn(service, "/sign-out", {}, headers);
    expect((await ada.fetch(listWorkspaces, { headers })).status).toBe(401);
  });

  it("rejects a token without its signature and with another one", async () => {
    const [token = "", signature = ""] = decodeURIComponent(ada.cookie.split("=").slice(1).join("=")).split(
      ".",
    );
    for (const value of [token, `${token}.`, `x${token}.${signature}`, `.${signature}`]) {
      const headers = { Cookie: `service_access=${encodeURIComponent(value)}` };
      expect((await ada.fetch(listWorkspaces, { headers })).status).toBe(401);
    }
  });

  it("changes nothing from another origin or without one", async () => {
    const body = { name: "Stolen" };
    for (const Origin of ["https://evil.example", "null", ""]) {
      const response = await ada.fetch(createWorkspace, { body, headers: { Origin } });
      expect(await detailOf(response)).toEqual([
        403,
        "Session requests that change data must come from an allowed origin.",
      ]);
    }
    const headers = { Origin: "https://evil.example" };
    expect((await ada.fetch(listWorkspaces, { headers })).status).toBe(200);
  });

  it("is rejected with the service's error format", async () => {
    const response = await postSignIn(service, "/sign-in/email", { email: ada.email, password: "wrong" });
    expect(await detailOf(response)).toEqual([
      401,
      "The address or the password is wrong, or the address is not confirmed yet.",
    ]);
  });
});

describe("a password reset", () => {
  it("is sent by email and ends every session [D-10.47]", async () => {
    const eve = await service.signUp("Eve");
    await postSignIn(service, "/request-password-reset", { email: eve.email });
    const token = new URL(lastLink(service, eve.email)).pathname.split("/").at(-1);
    const newPassword = "another long password";
    expect((await postSignIn(service, "/reset-password", { token, newPassword })).status).toBe(200);
    expect((await eve.fetch(listWorkspaces)).status).toBe(401);
    const again = await postSignIn(service, "/sign-in/email", { email: eve.email, password: newPassword });
    expect(again.status).toBe(200);
  });
});

describe("the workspace of a session", () => {
  it("is the only one by default; without one or with several, the response is 400 [D-10.40]", async () => {
    const kim = await service.signUp("Kim");
    expect(await detailOf(await kim.fetch(listConnectedOrgs))).toEqual([
      400,
      "You do not belong to a workspace. Create one or accept an invitation.",
    ]);
    const { id } = await kim.call(createWorkspace, { body: { name: "One" } });
    expect((await kim.fetch(listConnectedOrgs)).status).toBe(200);
    await kim.call(createWorkspace, { body: { name: "Two" } });
    expect(await detailOf(await kim.fetch(listConnectedOrgs))).toEqual([
      400,
      "You belong to several workspaces. Specify one in the X-Workspace-Id header.",
    ]);
    expect((await kim.fetch(listConnectedOrgs, { headers: { "X-Workspace-Id": id } })).status).toBe(200);
  });

  it("returns 404 if the user is not a member", async () => {
    const { id } = await ada.call(createWorkspace, { body: { name: "Private" } });
    for (const parts of [{ headers: { "X-Workspace-Id": id } }, { params: { workspace_id: id } }]) {
      const operation = parts.params ? getWorkspace : listConnectedOrgs;
      expect(await detailOf(await bob.fetch(operation, parts))).toEqual([404, "Not found."]);
    }
  });
});

describe("workspaces", () => {
  it("have a unique slug, which a rename keeps unless requested otherwise [IF-5.1,2 D-10.27]", async () => {
    const first = await ada.call(createWorkspace, { body: { name: "  Größe & Co  " } });
    expect(first).toMatchObject({ name: "Größe & Co", slug: "grosse-co", plan: "free" });
    const second = await ada.call(createWorkspace, { body: { name: "Größe & Co" } });
    expect(second.slug).toBe("grosse-co-2");
    const params = { workspace_id: second.id };
    const renamed = await ada.call(updateWorkspace, { params, body: { name: "Initech" } });
    expect(renamed).toMatchObject({ name: "Initech", slug: "grosse-co-2" });
    const moved = await ada.call(updateWorkspace, { params, body: { regenerate_slug: true } });
    expect(moved.slug).toBe("initech");
    const body = { name: "Hooli", regenerate_slug: true };
    expect(await ada.call(updateWorkspace, { params, body })).toMatchObject({ name: "Hooli", slug: "hooli" });
  });

  it("are listed only to their members [D-10.27]", async () => {
    const { id } = await shareWorkspace("Shared", "viewer");
    expect((await bob.call(listWorkspaces)).map((one) => one.id)).toContain(id);
    const kit = await service.signUp("Kit");
    expect(await kit.call(listWorkspaces)).toEqual([]);
  });

  it("do not exist after deletion, and their keys stop working [D-5.31]", async () => {
    const { id, params } = await shareWorkspace("Gone", "admin");
    const { key } = await ada.call(createApiKey, { params, body: { name: "CI" } });
    expect((await bob.fetch(deleteWorkspace, { params })).status).toBe(403);
    await ada.call(deleteWorkspace, { params });
    expect((await ada.fetch(getWorkspace, { params })).status).toBe(404);
    expect((await ada.call(listWorkspaces)).map((one) => one.id)).not.toContain(id);
    const headers = { "X-API-Key": key };
    expect((await service.request("/api/v1/connected-orgs", { headers })).status).toBe(401);
  });
});

describe("an invitation", () => {
  it("can be accepted once, by the user who verified the address [D-10.15,41,45]", async () => {
    const { id } = await ada.call(createWorkspace, { body: { name: "Inviting" } });
    const params = { workspace_id: id };
    const lea = await service.signUp("Lea", { confirms: false });
    const confirmation = lastLink(service, lea.email);
    await ada.call(createInvitation, { params, body: { email: lea.email.toUpperCase(), role: "member" } });
    expect(service.mails.at(-1)).toMatchObject({
      to: lea.email,
      subject: "You are invited to Inviting on Knockon",
      text: expect.stringContaining("Ada invites you to join Inviting."),
    });
    const body = { token: tokenOf(lea.email) };
    expect((await bob.fetch(acceptInvitation, { body })).status).toBe(404);
    expect(await detailOf(await lea.fetch(acceptInvitation, { body }))).toEqual([
      403,
      "Verify your email address first.",
    ]);
    const link = new URL(confirmation);
    await service.request(link.pathname + link.search);
    expect(await lea.call(acceptInvitation, { body })).toMatchObject({ id });
    expect((await lea.fetch(acceptInvitation, { body })).status).toBe(404);
    expect(await ada.call(listMembers, { params })).toMatchObject([
      { user_id: ada.id, email: ada.email, full_name: "Ada", role: "owner" },
      { user_id: lea.id, role: "member" },
    ]);
    const listed = async (query: Record<string, string>) =>
      (await ada.call(listMembers, { params, query })).map(({ user_id }) => user_id);
    expect(await listed({ sort: "-joined_at" })).toEqual([lea.id, ada.id]);
    expect(await listed({ sort: "-role" })).toEqual([lea.id, ada.id]);
    expect(await listed({ sort: "full_name" })).toEqual([ada.id, lea.id]);
    expect(await listed({ q: lea.email.toUpperCase() })).toEqual([lea.id]);
    expect(await listed({ role: "owner" })).toEqual([ada.id]);
  });

  it("returns 409 for an address with an open invitation, and for a member", async () => {
    const { params } = await shareWorkspace("Full", "member");
    const body = { email: "new@acme.example", role: "member" };
    await ada.call(createInvitation, { params, body });
    expect((await ada.fetch(createInvitation, { params, body })).status).toBe(409);
    expect((await ada.fetch(createInvitation, { params, body: { ...body, email: bob.email } })).status).toBe(
      409,
    );
    expect(await ada.call(listInvitations, { params })).toMatchObject([body]);
  });

  it("cannot grant the role Owner", async () => {
    const { params } = await shareWorkspace("Granting", "admin");
    const response = await bob.fetch(createInvitation, {
      params,
      body: { email: "x@acme.example", role: "owner" },
    });
    expect(response.status).toBe(422);
  });
});

describe("members", () => {
  it("can be changed by an Admin, except the Owner [D-10.7,13,14]", async () => {
    const { params } = await shareWorkspace("Roles", "admin");
    const ofAda = { ...params, user_id: ada.id };
    const ofBob = { ...params, user_id: bob.id };
    expect(
      await detailOf(await bob.fetch(updateMember, { params: ofAda, body: { role: "viewer" } })),
    ).toEqual([403, "Only the Owner can change the Owner."]);
    expect((await bob.fetch(removeMember, { params: ofAda })).status).toBe(403);
    expect((await ada.fetch(updateMember, { params: ofAda, body: { role: "admin" } })).status).toBe(409);
    expect((await ada.fetch(removeMember, { params: ofAda })).status).toBe(409);
    expect(await ada.call(updateMember, { params: ofBob, body: { role: "viewer" } })).toMatchObject({
      user_id: bob.id,
      role: "viewer",
    });
    expect((await bob.fetch(listInvitations, { params })).status).toBe(403);
    await ada.call(removeMember, { params: ofBob });
    expect((await bob.fetch(getWorkspace, { params })).status).toBe(404);
  });

  it("can receive the ownership, and the former Owner becomes Admin [IF-3.10 IF-5.6 D-10.8,9]", async () => {
    const { params } = await shareWorkspace("Handed", "viewer");
    const stranger = await service.signUp("Stranger");
    const to = (id: string) => ({ params, body: { new_owner_user_id: id } });
    expect((await bob.fetch(transferWorkspace, to(bob.id))).status).toBe(403);
    expect((await ada.fetch(transferWorkspace, to(ada.id))).status).toBe(409);
    expect((await ada.fetch(transferWorkspace, to(stranger.id))).status).toBe(404);
    expect(await ada.call(transferWorkspace, to(bob.id))).toEqual({});
    const roles = (await bob.call(listMembers, { params })).map((one) => [one.user_id, one.role]);
    expect(Object.fromEntries(roles)).toEqual({ [ada.id]: "admin", [bob.id]: "owner" });
  });

  it("of two simultaneous transfers, one succeeds [D-10.8]", async () => {
    const { params } = await shareWorkspace("Raced", "admin");
    const cat = await service.signUp("Cat");
    await ada.call(createInvitation, { params, body: { email: cat.email, role: "member" } });
    await cat.call(acceptInvitation, { body: { token: tokenOf(cat.email) } });
    const responses = await Promise.all(
      [bob, cat].map((one) => ada.fetch(transferWorkspace, { params, body: { new_owner_user_id: one.id } })),
    );
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
    const owners = (await cat.call(listMembers, { params })).filter(({ role }) => role === "owner");
    expect(owners).toHaveLength(1);
  });
});

describe("API keys", () => {
  it("are shown once, and stop working once revoked [IF-5.34 IF-7.4,15]", async () => {
    const { id } = await ada.call(createWorkspace, { body: { name: "Keys" } });
    const params = { workspace_id: id };
    const created = await ada.call(createApiKey, { params, body: { name: "CI" } });
    expect(created).toMatchObject({ name: "CI", created_by: ada.id, revoked_at: null });
    expect(JSON.stringify(await ada.call(listApiKeys, { params }))).not.toContain(created.key);
    const request = () =>
      service.request("/api/v1/connected-orgs", { headers: { "X-API-Key": created.key } });
    expect((await request()).status).toBe(200);
    const keyParams = { ...params, key_id: created.id };
    const bare = `/workspaces/${id}/api-keys/${created.id}`;
    const headers = { "X-API-Key": created.key };
    expect((await service.request(bare, { method: "DELETE", headers })).status).toBe(204);
    expect((await request()).status).toBe(401);
    expect((await ada.fetch(revokeApiKey, { params: keyParams })).status).toBe(404);
  });

  it("cannot create keys, members or workspaces [IF-7.16 D-10.11]", async () => {
    const { id } = await ada.call(createWorkspace, { body: { name: "Leaked" } });
    const params = { workspace_id: id };
    const { key } = await ada.call(createApiKey, { params, body: { name: "CI" } });
    const headers = { "X-API-Key": key };
    for (const response of [
      await ada.fetch(createApiKey, { params, headers, body: { name: "More" } }),
      await ada.fetch(createWorkspace, { headers, body: { name: "More" } }),
      await ada.fetch(deleteWorkspace, { params, headers }),
      await ada.fetch(createInvitation, { params, headers, body: { email: "a@b.example", role: "admin" } }),
    ]) {
      expect(await detailOf(response)).toEqual([403, "This operation requires a user session."]);
    }
  });
});

it("entitlements include all features if plans are not enforced, and count members above viewer and open invitations [IF-1.8 IF-2.32,33 IF-10.12 D-11.7]", async () => {
  const { params } = await shareWorkspace("Seats", "viewer");
  for (const [email, role] of [
    ["m@acme.example", "member"],
    ["v@acme.example", "viewer"],
  ]) {
    await ada.call(createInvitation, { params, body: { email, role } });
  }
  expect(await bob.call(getEntitlements, { params })).toEqual({
    plan: "free",
    features: {
      scheduled_scans: true,
      continuous_scans: true,
      api_production: true,
      artifact_dashboard: true,
      multi_org: true,
    },
    seat_count: 2,
    seat_limit: null,
    billing_enforced: false,
  });
});

it("audit events return actor and change, newest first, and are hidden from members [D-10.56]", async () => {
  const { id, params } = await shareWorkspace("Audited", "member");
  await ada.call(updateWorkspace, { params, body: { name: "Audited Ltd" } });
  const events = await ada.call(listAuditEvents, { params });
  expect(events.map(({ action }) => action)).toEqual([
    "workspace.updated",
    "member.joined",
    "invitation.created",
    "workspace.created",
  ]);
  expect(events[0]).toMatchObject({
    workspace_id: id,
    actor: { type: "user", id: ada.id },
    target: { type: "workspace", id },
    before: { name: "Audited" },
    after: { name: "Audited Ltd" },
    request_id: expect.any(String),
  });
  expect((await bob.fetch(listAuditEvents, { params })).status).toBe(403);
});
