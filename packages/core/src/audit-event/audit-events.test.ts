import { randomUUID } from "node:crypto";
import { inWorkspace } from "@knockon/db/in-workspace";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { expect, it } from "vitest";
import type { Context } from "../context.ts";
import { openTestWorkspace } from "../testing/test-workspace.ts";
import { listAuditEvents, recordAuditEvent } from "./audit-events.ts";

const database = useTestDatabase();
const ADA = randomUUID();
const GRACE = randomUUID();

/** Records one event per change. */
async function record(...changes: [userId: string, action: `${string}.${string}`][]): Promise<Context> {
  const { ctx } = await openTestWorkspace(database());
  for (const [id, action] of changes) {
    const actor = { type: "user", id, role: "admin" } as const;
    await inWorkspace(ctx, (tx) =>
      recordAuditEvent(tx, { ...ctx, actor }, { action, target: { type: "thing", id: "1" } }),
    );
  }
  return ctx;
}

it("filters by area, by actor and by both, and counts the matching events", async () => {
  const ctx = await record([ADA, "member.updated"], [GRACE, "member.removed"], [ADA, "members.other"]);
  const list = async (filter: object) => {
    const { total, body } = await listAuditEvents(ctx, { limit: 10, offset: 0, ...filter });
    return [total, body.map(({ action }) => action).toSorted()];
  };
  expect(await list({ area: "member" })).toEqual([2, ["member.removed", "member.updated"]]);
  expect(await list({ actorId: ADA })).toEqual([2, ["member.updated", "members.other"]]);
  expect(await list({ area: "member", actorId: ADA })).toEqual([1, ["member.updated"]]);
});

it("stores before and after with snake_case keys at every depth", async () => {
  const { ctx } = await openTestWorkspace(database());
  const cancelAt = new Date("2026-02-01T00:00:00Z");
  await inWorkspace(ctx, (tx) =>
    recordAuditEvent(tx, ctx, {
      action: "thing.updated",
      target: { type: "thing", id: "1" },
      before: { extraSeats: 0, cancelAt: null },
      after: { extraSeats: 4, cancelAt, heuristicPatterns: [{ artifactType: "npm_package" }] },
    }),
  );
  const { body } = await listAuditEvents(ctx, { limit: 1, offset: 0 });
  expect(body).toMatchObject([
    {
      before: { extra_seats: 0, cancel_at: null },
      after: {
        extra_seats: 4,
        cancel_at: cancelAt.toISOString(),
        heuristic_patterns: [{ artifact_type: "npm_package" }],
      },
    },
  ]);
});
