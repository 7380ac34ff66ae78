import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "../connect/embedded.ts";
import { createTestDatabase } from "../connect/test-database.ts";
import { migrateDatabase } from "../migrate.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** An empty database on the run's server. Pass it to `createTestDatabase` for an empty copy. */
    postgresUrl: string;
    /** A migrated database on the same server. Pass it to `createTestDatabase` for a migrated copy; never connect to it. */
    templateUrl: string;
  }
}

let teardownServer: (() => Promise<void>) | undefined;

/** Starts one server for the whole run, with fsync off, and migrates the database that test databases are copied from. */
export async function setup(project: TestProject): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "knockon-test-"));
  const server = await startEmbeddedPostgres({ folder, durable: false });
  teardownServer = async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  };
  const template = await createTestDatabase(server.url);
  await migrateDatabase(template.url);
  project.provide("postgresUrl", server.url);
  project.provide("templateUrl", template.url);
}

export async function teardown(): Promise<void> {
  await teardownServer?.();
}
