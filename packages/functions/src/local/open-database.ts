import { join } from "node:path";
import { startEmbeddedPostgres } from "@knockon/db/connect/embedded";
import { connectNodePostgres } from "@knockon/db/connect/node-postgres";
import type { Database } from "@knockon/db/database";
import { migrateDatabase } from "@knockon/db/migrate";
import { StartError, type StartOptions } from "./arguments.ts";
import type { Shutdown } from "./shutdown.ts";

const MAX_CONNECTIONS = 20;
const MAX_COUNTING_CONNECTIONS = 5;
const MAX_BLOB_CONNECTIONS = 4;

export interface OpenDatabase {
  database: Database;
  /** The same database over separate connections, for rate limits that must not wait behind other queries. */
  countingDatabase: Database;
  /** Opens separate connections for blobs, which are written while others are held. */
  openBlobDatabase: () => Database;
}

/** Opens and migrates the embedded database, or that of `DATABASE_URL`. */
export async function openDatabase(
  { databaseUrl, dataFolder }: StartOptions,
  shutdown: Shutdown,
  onRestarted: () => void = () => {},
): Promise<OpenDatabase> {
  if (databaseUrl !== null) await prepare(databaseUrl);
  const url = databaseUrl ?? (await openEmbedded(join(dataFolder, "postgres"), shutdown, onRestarted));
  const { database, close } = connectNodePostgres(url, MAX_CONNECTIONS);
  shutdown.add("The database connections", close);
  const counting = connectNodePostgres(url, MAX_COUNTING_CONNECTIONS);
  shutdown.add("The database connections for counting", counting.close);
  return {
    database,
    countingDatabase: counting.database,
    openBlobDatabase() {
      const blobs = connectNodePostgres(url, MAX_BLOB_CONNECTIONS);
      shutdown.add("The database connections for blobs", blobs.close);
      return blobs.database;
    },
  };
}

async function openEmbedded(folder: string, shutdown: Shutdown, onRestarted: () => void): Promise<string> {
  const { url, stop } = await startEmbeddedPostgres({
    folder,
    onLost: () =>
      void process.stderr.write(
        "knockon: The embedded Postgres ended unexpectedly. It is being restarted.\n",
      ),
    onRestarted() {
      process.stderr.write("knockon: The embedded Postgres is running again.\n");
      onRestarted();
    },
  });
  shutdown.add("Postgres", stop);
  await migrateDatabase(url);
  return url;
}

/** Migrates the user's own Postgres. Every fault (unreachable, refused, missing rights) is a StartError. */
async function prepare(url: string): Promise<void> {
  try {
    await migrateDatabase(url);
  } catch (error) {
    throw new StartError(`Cannot use the Postgres in DATABASE_URL: ${reasonOf(error)}`);
  }
}

/** A failed connection is an AggregateError of all tried addresses; a failed statement is the cause of its error. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : reasonOf(error.cause);
}
