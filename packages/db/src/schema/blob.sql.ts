import { customType, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns.ts";

const bytea = customType<{ data: Uint8Array; driverData: Buffer }>({ dataType: () => "bytea" });

/** Graphs, with `BLOB_STORE=postgres`. Their keys begin with the workspace. */
export const blob = pgTable("blob", {
  key: text("key").primaryKey(),
  bytes: bytea("bytes").notNull(),
  storedAt: instant("stored_at").notNull().defaultNow(),
});
