import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
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
    /** The folder of the server's Unix socket, which takes less time than TCP. Undefined if the path is too long for a socket. */
    socketFolder: string | undefined;
    /** A folder for files that test files share. Removed after the run. */
    runFolder: string;
  }
}

/** macOS allows 103 characters for the path of a socket, Linux 107. */
const MAX_SOCKET_FOLDER = 103 - "/.s.PGSQL.65535.lock".length;

interface TestServer {
  postgresUrl: string;
  templateUrl: string;
  socketFolder: string | undefined;
  runFolder: string;
  stop: () => Promise<void>;
}

/** The server of this run, shared by the projects that each load this module. */
const run = globalThis as typeof globalThis & { knockonTestServer?: Promise<TestServer> };

/** Starts one server for all projects of the run, with fsync off, and migrates the database that test databases are copied from. */
export async function setup(project: TestProject): Promise<void> {
  run.knockonTestServer ??= startServer();
  const { postgresUrl, templateUrl, socketFolder, runFolder } = await run.knockonTestServer;
  project.provide("postgresUrl", postgresUrl);
  project.provide("templateUrl", templateUrl);
  project.provide("socketFolder", socketFolder);
  project.provide("runFolder", runFolder);
}

export async function teardown(): Promise<void> {
  const server = run.knockonTestServer;
  delete run.knockonTestServer;
  await (await server)?.stop();
}

async function startServer(): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), "knockon-test-"));
  const socketFolder = folder.length <= MAX_SOCKET_FOLDER ? folder : undefined;
  const server = await startEmbeddedPostgres({
    folder,
    durable: false,
    ...(socketFolder && { socketFolder }),
  });
  await simplifyAuthentication(server.url);
  const template = await createTestDatabase(server.url);
  await migrateDatabase(template.url);
  return {
    postgresUrl: server.url,
    templateUrl: template.url,
    socketFolder,
    runFolder: folder,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** By default, each connection hashes the password 4096 times, which takes Neon's driver a third of a second. */
async function simplifyAuthentication(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("SET scram_iterations = 1");
    await client.query(`ALTER ROLE postgres PASSWORD ${client.escapeLiteral(new URL(url).password)}`);
  } finally {
    await client.end();
  }
}
