/** Second baseline: the libraries that every function with a database loads, without our code. */
import { Pool } from "@neondatabase/serverless";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/neon-serverless";
import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { Hono } from "hono";
import { handle } from "hono/aws-lambda";
import * as z from "zod";

const Key = z.string().startsWith("svc_").optional();
const apiKey = pgTable("api_key", { id: uuid("id").primaryKey(), prefix: text("prefix").notNull() });
const database = drizzle({
  client: new Pool({ connectionString: process.env["DATABASE_URL"] ?? "", max: 1 }),
});

const app = new Hono();
app.get("*", async (c) => {
  const { data: key } = Key.safeParse(c.req.header("x-api-key"));
  if (key === undefined) return c.json({ detail: "Authentication required." }, 401);
  const rows = await database
    .select()
    .from(apiKey)
    .where(sql`${apiKey.prefix} = ${key}`);
  return c.json(rows);
});

export const handler = handle(app);
