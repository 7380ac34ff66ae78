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
    /** A folder for files that test files share. Removed after the run. */
    runFolder: string;
  }
}

interface TestServer {
  postgresUrl: string;
  templateUrl: string;
  runFolder: string;
  stop: () => Promise<void>;
}

/** The server of this run, shared by the projects that each load this module. */
const run = globalThis as typeof globalThis & { knockonTestServer?: Promise<TestServer> };

/** Starts one server for all projects of the run, with fsync off, and migrates the database that test databases are copied from. */
export async function setup(project: TestProject): Promise<void> {
  run.knockonTestServer ??= startServer();
  const { postgresUrl, templateUrl, runFolder } = await run.knockonTestServer;
  project.provide("postgresUrl", postgresUrl);
  project.provide("templateUrl", templateUrl);
  project.provide("runFolder", runFolder);
}

export async function teardown(): Promise<void> {
  const server = run.knockonTestServer;
  delete run.knockonTestServer;
  await (await server)?.stop();
}

async function startServer(): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), "knockon-test-"));
  const server = await startEmbeddedPostgres({ folder, durable: false });
  const template = await createTestDatabase(server.url);
  await migrateDatabase(template.url);
  return {
    postgresUrl: server.url,
    templateUrl: template.url,
    runFolder: folder,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}
