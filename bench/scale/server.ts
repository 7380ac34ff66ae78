import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@knockon/db/connect/embedded";
import { createTestDatabase } from "@knockon/db/connect/test-database";
import { migrateDatabase } from "@knockon/db/migrate";
import { Client } from "pg";
import { withTemporaryFolder } from "../measure/temporary-folder.ts";

export interface Server {
  /** A migrated database of its own. */
  createDatabase(): Promise<string>;
  /** Of every server process that has ended: those of a worker's connections, once they are closed. Null where the system does not tell. */
  cpuSeconds(): Promise<number | null>;
  folder: string;
}

/** Linux counts CPU time in hundredths of a second. */
const TICKS = 100;

/** An embedded Postgres as the product starts it, for as long as `work`. */
export const withServer = <T>(work: (server: Server) => Promise<T>): Promise<T> =>
  withTemporaryFolder(async (folder) => {
    const { url, stop } = await startEmbeddedPostgres({ folder });
    try {
      await migrateDatabase(url);
      const [pid] = (await readFile(join(folder, "data", "postmaster.pid"), "utf8")).split("\n");
      return await work({
        folder,
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
  // Behind the name, which may hold spaces: the 14th and 15th field are the user and system time of ended children.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13]) + Number(fields[14])) / TICKS;
}

/** A connection as the server's owner. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
