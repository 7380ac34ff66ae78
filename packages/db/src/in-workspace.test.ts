import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import type { Transaction } from "./database.ts";
import { asSystem, inWorkspace } from "./in-workspace.ts";
import { useTestDatabase } from "./testing/use-test-database.ts";

const database = useTestDatabase();

const commitOf = async (tx: Transaction): Promise<unknown> =>
  (await tx.execute(sql`select current_setting('synchronous_commit') as commit`)).rows[0]?.["commit"];

const commitsBy: Record<string, (ending?: { flush: boolean }) => Promise<unknown>> = {
  inWorkspace: (ending) => inWorkspace({ database: database(), workspaceId: randomUUID() }, commitOf, ending),
  asSystem: (ending) => asSystem(database(), commitOf, ending),
};

it.each(Object.entries(commitsBy))(
  "%s uses the server's durability by default, and restores it after a transaction without",
  async (_, commitBy) => {
    await database().execute(sql`set synchronous_commit = remote_write`);
    expect(await commitBy()).toBe("remote_write");
    expect(await commitBy({ flush: false })).toBe("off");
    expect(await commitBy({ flush: true })).toBe("remote_write");
  },
);

const runsBy: Record<string, <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>> = {
  inWorkspace: (work) => inWorkspace({ database: database(), workspaceId: randomUUID() }, work),
  asSystem: (work) => asSystem(database(), work),
};

it.each(Object.entries(runsBy))("%s ends a transaction that its client abandoned", async (_, run) => {
  const limits = await run((tx) =>
    tx.execute(sql`select current_setting('idle_in_transaction_session_timeout') as abandoned`),
  );
  expect(limits.rows).toEqual([{ abandoned: "2min" }]);
});
