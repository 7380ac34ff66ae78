import { randomUUID } from "node:crypto";
import { Client } from "pg";

export interface TestDatabase {
  url: string;
  /** Closes whatever is still connected. */
  drop: () => Promise<void>;
}

/** A fresh database on the server of `url`, a copy of the one `url` names: migrate that one once, copy it per test. */
export async function createTestDatabase(url: string): Promise<TestDatabase> {
  const template = decodeURIComponent(new URL(url).pathname.slice(1));
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await administer(url, `CREATE DATABASE ${name} TEMPLATE "${template}" STRATEGY FILE_COPY`);
  const own = new URL(url);
  own.pathname = name;
  return { url: own.href, drop: () => administer(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

/** From the database `postgres`: a template must have no connections. */
async function administer(url: string, statement: string): Promise<void> {
  const server = new URL(url);
  server.pathname = "postgres";
  const client = new Client({ connectionString: server.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
