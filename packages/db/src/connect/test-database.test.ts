import { Client } from "pg";
import { describe, expect, inject, it } from "vitest";
import { createTestDatabase } from "./test-database.ts";

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  // Dropping a database closes its connections.
  client.on("error", () => {});
  await client.connect();
  return client;
}

describe("createTestDatabase", () => {
  it("gives each caller its own copy of the named database", async () => {
    const template = await createTestDatabase(inject("postgresUrl"));
    const client = await connect(template.url);
    await client.query("CREATE TABLE copied AS SELECT 1 AS n");
    await client.end();
    const [one, two] = [await createTestDatabase(template.url), await createTestDatabase(template.url)];
    const first = await connect(one.url);
    await first.query("INSERT INTO copied VALUES (2)");
    const second = await connect(two.url);
    expect((await second.query("SELECT n FROM copied")).rows).toEqual([{ n: 1 }]);
    await Promise.all([first.end(), second.end()]);
    await Promise.all([one.drop(), two.drop()]);
    await template.drop();
  });

  it("drops a database that has connections", async () => {
    const { url, drop } = await createTestDatabase(inject("postgresUrl"));
    await connect(url);
    await drop();
    await expect(connect(url)).rejects.toThrow(/does not exist/);
  });
});
