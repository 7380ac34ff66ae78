import { randomUUID } from "node:crypto";
import { sql, type SQL } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { asSystem, inWorkspace } from "./in-workspace.ts";
import { subscriptionCancellation } from "./schema/billing.sql.ts";
import { workspace } from "./schema/workspace.sql.ts";
import { useTestDatabase } from "./testing/use-test-database.ts";

const database = useTestDatabase();
let workspaceId: string;

const scope = () => ({ database: database(), workspaceId });
const kept = () => inWorkspace(scope(), (tx) => tx.$count(subscriptionCancellation));

beforeEach(async () => {
  workspaceId = randomUUID();
  await asSystem(database(), (tx) =>
    tx.insert(workspace).values({ id: workspaceId, name: "Acme", slug: workspaceId }),
  );
  await inWorkspace(scope(), (tx) =>
    tx.insert(subscriptionCancellation).values({
      id: randomUUID(),
      workspaceId,
      externalSubscriptionId: "sub_1",
      actorType: "system",
      waivePendingCharges: false,
      waivedCount: 0,
      waivedTotal: 0,
      currency: "usd",
      cancelAt: new Date(),
    }),
  );
});

describe("a cancellation record", () => {
  const changes: [string, SQL][] = [
    ["UPDATE", sql`update subscription_cancellation set reason_text = 'another'`],
    ["DELETE", sql`delete from subscription_cancellation`],
    ["TRUNCATE", sql`truncate subscription_cancellation`],
  ];

  it.each(changes)("rejects %s by the application [D-11.28]", async (_name, change) => {
    await expect(inWorkspace(scope(), (tx) => tx.execute(change))).rejects.toMatchObject({
      cause: { message: expect.stringContaining("permission denied") },
    });
  });

  it.each(changes)(
    "is refused %s by the database, also to who owns the table [IF-2.10 IF-5.23 D-11.28]",
    async (name, change) => {
      await expect(database().execute(change)).rejects.toMatchObject({
        cause: { message: `${name} of subscription_cancellation is refused: its rows are never changed` },
      });
      expect(await kept()).toBe(1);
    },
  );

  it("is deleted with its workspace", async () => {
    await database().execute(sql`delete from workspace where id = ${workspaceId}`);
    expect(await kept()).toBe(0);
  });
});
