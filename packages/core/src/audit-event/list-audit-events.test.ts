import { randomUUID } from "node:crypto";
import { inWorkspace } from "@knockon/db/in-workspace";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { expect, it } from "vitest";
import type { Context } from "../context.ts";
import { openTestWorkspace } from "../testing/test-workspace.ts";
import { listAuditEvents } from "./list-audit-events.ts";
import { recordAuditEvent } from "./record-audit-event.ts";

const database = useTestDatabase();
const ADA = randomUUID();
const GRACE = randomUUID();

/** Actions, in the order of the log, of who did them. */
async function noted(...changes: [userId: string, action: `${string}.${string}`][]): Promise<Context> {
  const { ctx } = await openTestWorkspace(database());
  for (const [id, action] of changes) {
    const actor = { type: "user", id, role: "admin" } as const;
    await inWorkspace(ctx, (tx) =>
      recordAuditEvent(tx, { ...ctx, actor }, { action, target: { type: "thing", id: "1" } }),
    );
  }
  return ctx;
}

it("the log is asked for one kind of thing, for one person, for both; the total counts what fits", async () => {
  const ctx = await noted([ADA, "member.updated"], [GRACE, "member.removed"], [ADA, "members.other"]);
  const list = async (filter: object) => {
    const { total, body } = await listAuditEvents(ctx, { limit: 10, offset: 0, ...filter });
    return [total, body.map(({ action }) => action).toSorted()];
  };
  expect(await list({ area: "member" })).toEqual([2, ["member.removed", "member.updated"]]);
  expect(await list({ actorId: ADA })).toEqual([2, ["member.updated", "members.other"]]);
  expect(await list({ area: "member", actorId: ADA })).toEqual([1, ["member.updated"]]);
});
