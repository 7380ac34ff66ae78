import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, inject, it, onTestFinished } from "vitest";
import { connectNodePostgres } from "./node-postgres.ts";
import { createTestDatabase } from "./test-database.ts";

it("a connection closed by the server fails only its own transaction", async () => {
  const { url, drop } = await createTestDatabase(inject("postgresUrl"));
  const { database, close } = connectNodePostgres(url, 2);
  onTestFinished(async () => {
    await close();
    await drop();
  });
  const lost = database.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await database.execute(sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`);
    // The server has closed the connection. The client notices within a few turns of the event loop.
    for (let turn = 0; turn < 10; turn += 1) await nextTurn();
    await tx.execute(sql`select 1`);
  });
  await expect(lost).rejects.toThrow("Failed query");
  expect((await database.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
});
