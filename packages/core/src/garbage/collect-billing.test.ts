import { inWorkspace } from "@knockon/db/in-workspace";
import { billingAnswer, paymentEvent } from "@knockon/db/schema/billing.sql";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { expect, it } from "vitest";
import { openTestWorkspace } from "../testing/test-workspace.ts";
import { collectGarbage } from "./collect-garbage.ts";
import { AT_ONCE } from "./in-batches.ts";

const database = useTestDatabase();
const DAY = 24 * 60 * 60 * 1000;
const OLD = Array.from({ length: AT_ONCE + 1 }, (_, index) => `old-${index}`);

it("what billing requests were answered is deleted after a day, and not before", async () => {
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
  advance(DAY);
  await insert(["new"]);
  expect(await collectGarbage(ctx)).toMatchObject({ billingAnswers: 0 });
  advance(1);
  expect(await collectGarbage(ctx)).toMatchObject({ billingAnswers: AT_ONCE + 1 });
  expect(await database().select({ key: billingAnswer.key }).from(billingAnswer)).toEqual([{ key: "new" }]);
});

it("events of payments are forgotten after 30 days, and not while they may be sent again", async () => {
  const { ctx, advance } = await openTestWorkspace(database());
  const { workspaceId } = ctx;
  const event = (id: string) => ({ id, type: "invoice.paid", workspaceId, receivedAt: ctx.now() });
  const insert = (ids: string[]) => inWorkspace(ctx, (tx) => tx.insert(paymentEvent).values(ids.map(event)));
  await insert(OLD);
  advance(30 * DAY);
  await insert(["new"]);
  expect(await collectGarbage(ctx)).toMatchObject({ paymentEvents: 0 });
  advance(1);
  expect(await collectGarbage(ctx)).toMatchObject({ paymentEvents: AT_ONCE + 1 });
  expect(await database().select({ id: paymentEvent.id }).from(paymentEvent)).toEqual([{ id: "new" }]);
});
