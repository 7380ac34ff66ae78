import { once } from "node:events";
import { createServer } from "node:net";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { connectNodePostgres } from "./connect/node-postgres.ts";
import { createTestDatabase } from "./connect/test-database.ts";
import { findUnready } from "./readiness.ts";
import { migrateToPrevious } from "./testing/former-migrations.ts";

/** A copy of the database at `template`, changed by `prepare`. */
async function openDatabase(template: string, prepare: (url: string) => Promise<void> = async () => {}) {
  const { url, drop } = await createTestDatabase(template);
  await prepare(url);
  const { database, close } = connectNodePostgres(url);
  onTestFinished(async () => {
    await close();
    await drop();
  });
  return { database, drop };
}

/** Accepts connections and never answers. */
async function silentServer(): Promise<string> {
  const server = createServer((socket) => onTestFinished(() => void socket.destroy()));
  onTestFinished(() => void server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  return `postgres://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/knockon`;
}

describe("findUnready", () => {
  it("returns undefined for a migrated database", async () => {
    const { database } = await openDatabase(inject("templateUrl"));
    expect(await findUnready(database)).toBeUndefined();
  });

  it.each([
    ["never migrated", async () => {}],
    ["at the previous migration", migrateToPrevious],
  ])("finds the migrations of a database that is %s", async (_state, prepare) => {
    const { database } = await openDatabase(inject("postgresUrl"), prepare);
    expect(await findUnready(database)).toMatchObject({ what: "migrations" });
  });

  it("reports the database when it stops", async () => {
    const { database, drop } = await openDatabase(inject("templateUrl"));
    expect(await findUnready(database)).toBeUndefined();
    await drop();
    expect(await findUnready(database)).toMatchObject({ what: "database" });
  });

  it("reports a database that does not answer within two seconds", async () => {
    const { database } = connectNodePostgres(await silentServer());
    const begun = performance.now();
    expect(await findUnready(database)).toMatchObject({ what: "database" });
    expect(performance.now() - begun).toBeGreaterThan(1_900);
    expect(performance.now() - begun).toBeLessThan(10_000);
  });
});
