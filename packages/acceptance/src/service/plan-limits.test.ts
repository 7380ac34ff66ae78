import { createConnectedOrg, deleteConnectedOrg } from "@knockon/contract/operations/connected-org";
import {
  acceptInvitation,
  createInvitation,
  createWorkspace,
  updateMember,
} from "@knockon/contract/operations/workspace";
import { inWorkspace } from "@knockon/db/in-workspace";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listingOf, makeOrganization } from "../testing/organizations.ts";
import { lastToken, type TestPerson } from "../testing/test-person.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";

let service: TestService;
let url: string;

beforeAll(async () => {
  service = await startTestService({ billingEnforced: true });
  url = makeOrganization(service.folder, "acme", { empty: {} });
});

afterAll(() => service.close());

const statusAndBody = async (response: Response): Promise<[status: number, body: unknown]> => [
  response.status,
  await response.json(),
];
const byStatus = (responses: Response[]): Response[] => responses.toSorted((a, b) => a.status - b.status);

/** Blocks the creation of orgs until two requests wait for a lock. Makes them race. */
async function race<T>(work: () => Promise<T>): Promise<T> {
  const { database } = service.shared;
  const { working } = await database.transaction(async (tx) => {
    await tx.execute(sql`lock table connected_org in share row exclusive mode`);
    const started = work();
    await expect.poll(() => database.execute(waiting)).toMatchObject({ rowCount: 2 });
    return { working: started };
  });
  return working;
}

const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;

describe("POST /connected-orgs, if plans are enforced", () => {
  const body = () => ({ name: "acme", platform: "local", url });
  const rejection = {
    detail: "The free plan includes 1 connected orgs.",
    code: "org_connection_limit",
    limit: 1,
    used: 1,
  };

  it("returns 402 over the limit of the plan, until an org is deleted or the plan changes [IF-10.10 D-1.11]", async () => {
    const acme = await service.openWorkspace("Acme");
    const connectedOrgId = await acme.connect("acme", url);
    expect(await statusAndBody(await acme.fetch(createConnectedOrg, { body: body() }))).toEqual([
      402,
      rejection,
    ]);
    await acme.call(deleteConnectedOrg, { params: { connected_org_id: connectedOrgId } });
    await acme.connect("acme", url);
    expect((await acme.fetch(createConnectedOrg, { body: body() })).status).toBe(402);
    await inWorkspace(acme.scope, (tx) => tx.update(workspace).set({ plan: "pro" }));
    await acme.connect("acme", listingOf(url));
  });

  it("lets one of two simultaneous requests connect the last org [D-11.9]", async () => {
    const acme = await service.openWorkspace("Raced");
    const ask = () => acme.fetch(createConnectedOrg, { body: body() });
    const [first, second] = byStatus(await race(() => Promise.all([ask(), ask()])));
    expect(first?.status).toBe(201);
    expect(await statusAndBody(second as Response)).toEqual([402, rejection]);
  });
});

describe("PATCH …/members/{user_id}, if plans are enforced", () => {
  /** Opens a workspace with three seats, an Owner and three viewers. */
  async function open(name: string) {
    const owner = await service.signUp(`${name}-owner`);
    const { id } = await owner.call(createWorkspace, { body: { name } });
    const params = { workspace_id: id };
    const viewers: TestPerson[] = [];
    for (const each of ["a", "b", "c"]) {
      const viewer = await service.signUp(`${name}-${each}`);
      await owner.call(createInvitation, { params, body: { email: viewer.email, role: "viewer" } });
      await viewer.call(acceptInvitation, { body: { token: lastToken(service, viewer.email) } });
      viewers.push(viewer);
    }
    const give = (member: TestPerson | undefined, role: string) =>
      owner.fetch(updateMember, { params: { ...params, user_id: member?.id ?? "" }, body: { role } });
    return { viewers, give };
  }

  const rejection = { detail: "The free plan includes 3 seats.", code: "seat_limit", limit: 3, used: 3 };

  it("returns 402 for a viewer who needs a further seat, but not for a member who has one [IF-10.10]", async () => {
    const { viewers, give } = await open("seats");
    const [a, b, c] = viewers;
    expect((await give(a, "member")).status).toBe(200);
    expect((await give(b, "admin")).status).toBe(200);
    expect(await statusAndBody(await give(c, "member"))).toEqual([402, rejection]);
    expect((await give(a, "admin")).status).toBe(200);
    expect((await give(a, "viewer")).status).toBe(200);
    expect((await give(c, "member")).status).toBe(200);
  });

  it("lets one of two simultaneous requests take the last seat", async () => {
    const { viewers, give } = await open("raced");
    const [a, b, c] = viewers;
    expect((await give(a, "member")).status).toBe(200);
    const responses = await Promise.all([give(b, "member"), give(c, "member")]);
    const [first, second] = byStatus(responses);
    expect(first?.status).toBe(200);
    expect(await statusAndBody(second as Response)).toEqual([402, rejection]);
  });
});
