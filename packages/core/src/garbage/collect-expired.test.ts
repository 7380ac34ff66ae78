import { randomBytes, randomUUID } from "node:crypto";
import { inWorkspace } from "@knockon/db/in-workspace";
import { billingAnswer, paymentEvent } from "@knockon/db/schema/billing.sql";
import { changeCheck, pullRequestComment } from "@knockon/db/schema/change-check.sql";
import { ownership } from "@knockon/db/schema/ownership.sql";
import { rateBucket } from "@knockon/db/schema/rate-bucket.sql";
import { session, user, verification } from "@knockon/db/schema/user.sql";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { getOwnership } from "../ownership/get-ownership.ts";
import { lookupRepository } from "../repository/lookup-repository.ts";
import { getScripted, scriptOrg } from "../testing/scripted-org.ts";
import { openTestWorkspace } from "../testing/test-workspace.ts";
import { BATCH_SIZE } from "./batches.ts";
import { collectGarbage } from "./collect-garbage.ts";

const database = useTestDatabase();
const DAY_MS = 24 * 60 * 60 * 1000;
const OLD = Array.from({ length: BATCH_SIZE + 1 }, (_, index) => `old-${index}`);

it("deletes sessions and verifications after they expire", async () => {
  const { ctx, advance } = await openTestWorkspace(database());
  const userId = randomUUID();
  const expiresAt = new Date(ctx.now().getTime() + 1000);
  const later = new Date(ctx.now().getTime() + 2000);
  const sessionOf = (token: string, at: Date) => ({ id: randomUUID(), userId, token, expiresAt: at });
  const linkOf = (identifier: string, at: Date) => ({
    id: randomUUID(),
    identifier,
    value: "x",
    expiresAt: at,
  });
  await database().insert(user).values({ id: userId, name: "Ada", email: "ada@acme.example" });
  const many = Array.from({ length: BATCH_SIZE + 1 }, (_, index) => sessionOf(`old-${index}`, expiresAt));
  await database()
    .insert(session)
    .values([...many, sessionOf("current", later)]);
  await database()
    .insert(verification)
    .values([linkOf("old", expiresAt), linkOf("current", later)]);
  advance(1000);
  expect(await collectGarbage(ctx)).toMatchObject({ sessions: 0, verifications: 0 });
  advance(1);
  expect(await collectGarbage(ctx)).toMatchObject({ sessions: BATCH_SIZE + 1, verifications: 1 });
  expect(await database().select({ token: session.token }).from(session)).toEqual([{ token: "current" }]);
  expect(await database().select({ of: verification.identifier }).from(verification)).toEqual([
    { of: "current" },
  ]);
});

it("deletes rate buckets a day after their last minute started [D-12.7]", async () => {
  const { ctx, advance } = await openTestWorkspace(database());
  const bucketOf = (key: string) => ({ key, startedAt: ctx.now(), previous: 3, current: 4 });
  await database()
    .insert(rateBucket)
    .values(Array.from({ length: BATCH_SIZE + 1 }, (_, index) => bucketOf(`old-${index}`)));
  advance(DAY_MS);
  await database().insert(rateBucket).values(bucketOf("busy"));
  expect(await collectGarbage(ctx)).toMatchObject({ rateBuckets: 0 });
  advance(1);
  expect(await collectGarbage(ctx)).toMatchObject({ rateBuckets: BATCH_SIZE + 1 });
  expect(await database().select({ key: rateBucket.key }).from(rateBucket)).toEqual([{ key: "busy" }]);
});

it("deletes stored billing answers after a day", async () => {
  const { ctx, advance } = await openTestWorkspace(database());
  const { workspaceId } = ctx;
  const answerTo = (key: string) => ({
    workspaceId,
    key,
    requestHash: "",
    answer: {},
    createdAt: ctx.now(),
  });
  const insert = (keys: string[]) =>
    inWorkspace(ctx, (tx) => tx.insert(billingAnswer).values(keys.map(answerTo)));
  await insert(OLD);
  advance(DAY_MS);
  await insert(["new"]);
  expect(await collectGarbage(ctx)).toMatchObject({ billingAnswers: 0 });
  advance(1);
  expect(await collectGarbage(ctx)).toMatchObject({ billingAnswers: BATCH_SIZE + 1 });
  expect(await database().select({ key: billingAnswer.key }).from(billingAnswer)).toEqual([{ key: "new" }]);
});

it("deletes payment events after 30 days, when they can no longer be redelivered", async () => {
  const { ctx, advance } = await openTestWorkspace(database());
  const { workspaceId } = ctx;
  const event = (id: string) => ({ id, type: "invoice.paid", workspaceId, receivedAt: ctx.now() });
  const insert = (ids: string[]) => inWorkspace(ctx, (tx) => tx.insert(paymentEvent).values(ids.map(event)));
  await insert(OLD);
  advance(30 * DAY_MS);
  await insert(["new"]);
  expect(await collectGarbage(ctx)).toMatchObject({ paymentEvents: 0 });
  advance(1);
  expect(await collectGarbage(ctx)).toMatchObject({ paymentEvents: BATCH_SIZE + 1 });
  expect(await database().select({ id: paymentEvent.id }).from(paymentEvent)).toEqual([{ id: "new" }]);
});

/** Opens a workspace with one repository whose history was read. */
async function openWithHistory() {
  const opened = await openTestWorkspace(database());
  const { ctx } = opened;
  ctx.ports.encryptionKeys = new Map([[1, randomBytes(32)]]);
  ctx.settings.ownership = "signal";
  const org = scriptOrg({ "acme/a": { file: "a" } });
  const signed = {
    authors: [{ name: "Jane Doe", email: "jane@acme.test" }],
    committedAt: 1,
    subject: "Start",
  };
  getScripted(org, "acme/a").history.push(signed);
  const orgId = await opened.connect(org);
  await opened.scan(orgId);
  const kept = () =>
    inWorkspace(ctx, async (tx) => {
      const [row] = await tx.select().from(workspace).where(eq(workspace.id, ctx.workspaceId));
      return { histories: await tx.$count(ownership), hasKey: row?.pseudonymKeyEncrypted !== null };
    });
  const people = async () => {
    const { id: repositoryId } = await lookupRepository(ctx, { fullPath: "acme/a" });
    return (await getOwnership(ctx, { repositoryId, limit: 100, offset: 0 })).total;
  };
  return { ...opened, orgId, kept, people };
}

it("deletes all ownership data when the signal is off; when it is on again, scans read the histories again", async () => {
  const one = await openWithHistory();
  const other = await openWithHistory();
  await collectGarbage(one.ctx);
  expect([await one.kept(), await one.people()]).toEqual([{ histories: 1, hasKey: true }, 1]);
  one.ctx.settings.ownership = "off";
  expect((await collectGarbage(one.ctx)).ownership).toBeGreaterThanOrEqual(2);
  expect(await one.kept()).toEqual({ histories: 0, hasKey: false });
  expect(await other.kept()).toEqual({ histories: 0, hasKey: false });
  one.ctx.settings.ownership = "signal";
  await one.scan(one.orgId);
  expect([await one.kept(), await one.people()]).toEqual([{ histories: 1, hasKey: true }, 1]);
});

it("deletes checks 90 days after they ended, then comment rows without checks, but no pending checks", async () => {
  const { ctx, advance, connect, scan } = await openTestWorkspace(database());
  const { workspaceId } = ctx;
  const connectedOrgId = await connect(scriptOrg({ "acme/api": {} }));
  await scan(connectedOrgId);
  const { id: repositoryId } = await lookupRepository(ctx, { fullPath: "acme/api" });
  const ended = (number: number, status: "completed" | "pending") => ({
    id: randomUUID(),
    workspaceId,
    connectedOrgId,
    repositoryId,
    number,
    headSha: "a",
    status,
    kind: "pull_request" as const,
    completedAt: status === "completed" ? ctx.now() : null,
  });
  await inWorkspace(ctx, async (tx) => {
    await tx.insert(changeCheck).values([ended(1, "completed"), ended(2, "pending")]);
    await tx
      .insert(pullRequestComment)
      .values([1, 2].map((number) => ({ workspaceId, repositoryId, number })));
  });
  advance(90 * DAY_MS);
  expect(await collectGarbage(ctx)).toMatchObject({ checks: 0 });
  advance(1);
  expect(await collectGarbage(ctx)).toMatchObject({ checks: 1 });
  const rowsOf = (table: typeof changeCheck | typeof pullRequestComment) =>
    inWorkspace(ctx, (tx) => tx.select({ number: table.number }).from(table));
  expect([await rowsOf(changeCheck), await rowsOf(pullRequestComment)]).toEqual([
    [{ number: 2 }],
    [{ number: 2 }],
  ]);
});
