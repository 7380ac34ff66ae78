import { join } from "node:path";
import { startEmbeddedPostgres } from "@knockon/db/connect/embedded";
import { connectNodePostgres } from "@knockon/db/connect/node-postgres";
import type { Database } from "@knockon/db/database";
import { migrateDatabase } from "@knockon/db/migrate";
import { StartError, type StartOptions } from "./arguments.ts";
import type { Shutdown } from "./shutdown.ts";

const MAX_CONNECTIONS = 20;
const MAX_COUNTING_CONNECTIONS = 5;

export interface OpenDatabase {
  database: Database;
  /** The same over connections of its own, for what may not wait behind everything else. */
  countingDatabase: Database;
}

/** The database with its schema up to date: the embedded one, or that of `DATABASE_URL`. */
export async function openDatabase(
  { databaseUrl, dataFolder }: StartOptions,
  shutdown: Shutdown,
): Promise<OpenDatabase> {
  if (databaseUrl !== null) await prepare(databaseUrl);
  const url = databaseUrl ?? (await openEmbedded(join(dataFolder, "postgres"), shutdown));
  const { database, close } = connectNodePostgres(url, MAX_CONNECTIONS);
  shutdown.add("The database connections", close);
  const counting = connectNodePostgres(url, MAX_COUNTING_CONNECTIONS);
  shutdown.add("The database connections for counting", counting.close);
  return { database, countingDatabase: counting.database };
}

async function openEmbedded(folder: string, shutdown: Shutdown): Promise<string> {
  const { url, stop } = await startEmbeddedPostgres({ folder });
  shutdown.add("Postgres", stop);
  await migrateDatabase(url);
  return url;
}

/** Whatever is wrong with the user's own Postgres is theirs to mend: unreachable, refused, or without the rights. */
async function prepare(url: string): Promise<void> {
  try {
    await migrateDatabase(url);
  } catch (error) {
    throw new StartError(`The Postgres of DATABASE_URL cannot be used: ${reasonOf(error)}`);
  }
}

/** A failed connection is told once per address tried, a failed statement inside the statement's error. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : reasonOf(error.cause);
}
