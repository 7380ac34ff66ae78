import { inWorkspace } from "@knockon/db/in-workspace";
import type { Transaction } from "@knockon/db/database";
import { repository } from "@knockon/db/schema/repository.sql";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { eq, type SQL } from "drizzle-orm";
import { expect, it } from "vitest";
import { scriptOrg } from "../testing/scripted-org.ts";
import { openTestWorkspace } from "../testing/test-workspace.ts";
import { untilSettledOrBlocked } from "../testing/concurrency.ts";
import { takeChanges } from "./changes.ts";
import { Step } from "./publish-work.ts";

const database = useTestDatabase();

/** Wraps a transaction to run `interrupt` before its first `execute`. */
function interrupted(tx: Transaction, interrupt: () => Promise<unknown>): Transaction {
  let isDone = false;
  const execute = async (query: SQL): Promise<unknown> => {
    if (!isDone) {
      isDone = true;
      await interrupt();
    }
    return tx.execute(query);
  };
  return new Proxy(tx, {
    get: (target, property) =>
      property === "execute" ? execute : (Reflect.get(target, property) as unknown),
  });
}

it("keeps the mark of a repository that changes while a publish collects changes", async () => {
  const { ctx, connect, scan } = await openTestWorkspace(database());
  await scan(await connect(scriptOrg({ "acme/ui": { README: "" } })));
  const rename = (fullPath: string) =>
    inWorkspace(ctx, (tx) => tx.update(repository).set({ fullPath, isChanged: true }));
  await rename("acme/kit");
  let meanwhile: Promise<unknown> = Promise.resolve();
  await inWorkspace(ctx, (tx) =>
    takeChanges(
      interrupted(tx, async () => {
        meanwhile = rename("acme/theme");
        await untilSettledOrBlocked(database(), meanwhile);
      }),
      new Step(() => false),
    ),
  );
  await meanwhile;
  const marked = await inWorkspace(ctx, (tx) =>
    tx.select({ fullPath: repository.fullPath }).from(repository).where(eq(repository.isChanged, true)),
  );
  expect(marked).toEqual([{ fullPath: "acme/theme" }]);
});

it("a new tag does not resolve any repository again", async () => {
  const { ctx, connect, scan } = await openTestWorkspace(database());
  await scan(await connect(scriptOrg({ "acme/ui": { README: "" }, "acme/web": { README: "" } })));
  const [tagged] = await inWorkspace(ctx, (tx) =>
    tx
      .update(repository)
      .set({ tags: ["v1.0.0"], isChanged: true })
      .where(eq(repository.fullPath, "acme/ui"))
      .returning(),
  );
  const changes = await inWorkspace(ctx, (tx) => takeChanges(tx, new Step(() => false)));
  expect(changes).toEqual({
    changed: new Set(),
    gone: new Set(),
    retagged: new Set([tagged?.id]),
    names: new Set(),
    artifactIds: new Set(),
    hasNewNamespaces: false,
    isPartial: false,
  });
});
