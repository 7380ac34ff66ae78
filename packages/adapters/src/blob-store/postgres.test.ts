import { connectNodePostgres } from "@knockon/db/connect/node-postgres";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { sql } from "drizzle-orm";
import { describe, expect, it, onTestFinished } from "vitest";
import { describeBlobStore } from "../testing/blob-store-conformance.ts";
import { postgresBlobStore } from "./postgres.ts";

const database = useTestDatabase();

async function open() {
  await database().execute(sql`truncate blob`);
  return postgresBlobStore(database());
}

describeBlobStore("a Postgres table", {
  open,
  async unreachable() {
    const { database: nowhere, close } = connectNodePostgres("postgres://127.0.0.1:1/nowhere", 1);
    onTestFinished(close);
    return postgresBlobStore(nowhere);
  },
});

describe("postgresBlobStore", () => {
  it("makes a blob new when it is stored again, so that it is not collected", async () => {
    const store = await open();
    await store.put("graphs/a/1", Uint8Array.of(1));
    await database().execute(sql`update blob set stored_at = stored_at - interval '1 day'`);
    await store.put("graphs/a/1", Uint8Array.of(1));
    const [listed] = await Array.fromAsync(store.list("graphs/a/"));
    expect(listed?.storedAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
  });

  it("lists the prefix literally", async () => {
    const store = await open();
    await store.put("graphs/a%/1", Uint8Array.of(1));
    await store.put("graphs/ab/1", Uint8Array.of(1));
    const listed = await Array.fromAsync(store.list("graphs/a%/"));
    expect(listed.map(({ key }) => key)).toEqual(["graphs/a%/1"]);
  });

  it("refuses a blob that could not be read again", async () => {
    const store = postgresBlobStore(database(), 10);
    await store.put("graphs/a/1", new Uint8Array(10));
    await expect(store.put("graphs/a/2", new Uint8Array(11))).rejects.toThrow(
      "A blob of 11 bytes exceeds the 10 bytes of BLOB_STORE=postgres. Use a bucket.",
    );
  });
});
