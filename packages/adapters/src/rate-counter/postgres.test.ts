import { connectNodePostgres } from "@knockon/db/connect/node-postgres";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { sql } from "drizzle-orm";
import { describe, expect, it, onTestFinished } from "vitest";
import { describeRateCounter } from "../testing/rate-counter-conformance.ts";
import { postgresRateCounter } from "./postgres.ts";

const database = useTestDatabase();

describeRateCounter("a Postgres table", {
  counter: () => postgresRateCounter(database()),
  unreachable() {
    const { database: nowhere, close } = connectNodePostgres("postgres://127.0.0.1:1/nowhere", 1);
    onTestFinished(close);
    return postgresRateCounter(nowhere);
  },
});

describe("postgresRateCounter", () => {
  it.each(["select from rate_bucket", "select count_request('key', now(), 60)"])(
    "denies access to the workspace role: %s",
    async (statement) => {
      await expect(
        database().transaction(async (tx) => {
          await tx.execute(sql`set local role knockon_app`);
          await tx.execute(sql.raw(statement));
        }),
      ).rejects.toMatchObject({ cause: { message: expect.stringContaining("permission denied") } });
    },
  );

  it("uses an unlogged table, because losing counts in a crash is acceptable", async () => {
    const { rows } = await database().execute(
      sql`select relpersistence as kind from pg_class where relname = 'rate_bucket'`,
    );
    expect(rows).toEqual([{ kind: "u" }]);
  });
});
