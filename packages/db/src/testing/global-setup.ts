import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "../connect/embedded.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The database `knockon` of the run's server; pass it to `createTestDatabase`. */
    postgresUrl: string;
  }
}

let teardownServer: (() => Promise<void>) | undefined;

/** One server for the whole run. Its files need not survive it, so nothing waits for the disk. */
export async function setup(project: TestProject): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "knockon-test-"));
  const server = await startEmbeddedPostgres({ folder, durable: false });
  teardownServer = async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  };
  project.provide("postgresUrl", server.url);
}

export async function teardown(): Promise<void> {
  await teardownServer?.();
}
