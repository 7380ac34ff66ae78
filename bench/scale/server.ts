import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@knockon/db/connect/embedded";
import { createTestDatabase } from "@knockon/db/connect/test-database";
import { migrateDatabase } from "@knockon/db/migrate";
import { Client } from "pg";
import { withTemporaryFolder } from "../measure/temporary.ts";

export interface Server {
  /** Creates a migrated database and returns its URL. */
  createDatabase(): Promise<string>;
  /** CPU time of ended server processes, such as those of closed connections. Null if the system does not report it. */
  cpuSeconds(): Promise<number | null>;
  folder: string;
  /** Process ID of the server. */
  pid: number;
}

/** Linux reports CPU time in hundredths of a second. */
const TICKS = 100;

/** Runs an embedded Postgres, configured as in the product, for the duration of `work`. */
export const withServer = <T>(work: (server: Server) => Promise<T>): Promise<T> =>
  withTemporaryFolder(async (folder) => {
    const { url, stop } = await startEmbeddedPostgres({ folder });
    try {
      await migrateDatabase(url);
      const [pid] = (await readFile(join(folder, "data", "postmaster.pid"), "utf8")).split("\n");
      return await work({
        folder,
        pid: Number(pid),
        createDatabase: async () => (await createTestDatabase(url)).url,
        cpuSeconds: () => cpuOfChildren(`/proc/${pid}/stat`),
      });
    } finally {
      await stop();
    }
  });

async function cpuOfChildren(file: string): Promise<number | null> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return null;
  // After the name, which can contain spaces. Fields 14 and 15 are user and system time of ended children.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13]) + Number(fields[14])) / TICKS;
}

/** Passes a connection as the server's owner to `work`. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
