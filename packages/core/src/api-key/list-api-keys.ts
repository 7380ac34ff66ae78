import { inWorkspace } from "@knockon/db/in-workspace";
import { apiKey } from "@knockon/db/schema/workspace.sql";
import { desc } from "drizzle-orm";
import type { Context } from "../context.ts";
import type { Page } from "../page.ts";

/** Newest first, the revoked ones too. */
export const listApiKeys = (ctx: Context, page: Page) =>
  inWorkspace(ctx, async (tx) => ({
    total: await tx.$count(apiKey),
    body: await tx
      .select()
      .from(apiKey)
      .orderBy(desc(apiKey.createdAt), desc(apiKey.id))
      .limit(page.limit)
      .offset(page.offset),
  }));
