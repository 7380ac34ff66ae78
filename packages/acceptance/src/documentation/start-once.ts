/** Runs `npm start` on a new database until its first scan has ended. Exits with 0 if it stops as it should. */
import { createTestDatabase } from "@knockon/db/connect/test-database";
import { PRINTED, spawnLocal } from "../testing/spawn-local.ts";

const { TEMPLATE_URL = "", PROGRAM: program = "", ...environment } = process.env;
const database = await createTestDatabase(TEMPLATE_URL);
try {
  const local = spawnLocal(
    process.argv.slice(2),
    { ...(environment as Record<string, string>), DATABASE_URL: database.url },
    { program },
  );
  await local.printed(PRINTED.scanned);
  process.stdout.write(local.stdout());
  process.exitCode = (await local.ended("SIGTERM")) ?? 1;
} finally {
  await database.drop();
}
