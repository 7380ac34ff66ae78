import { inWorkspace } from "@knockon/db/in-workspace";
import { githubInstallation } from "@knockon/db/schema/github-installation.sql";
import { asc } from "drizzle-orm";
import type { Context } from "../context.ts";
import type { Page } from "../page.ts";

/** By account. */
export const listGithubInstallations = (ctx: Context, page: Page) =>
  inWorkspace(ctx, async (tx) => ({
    total: await tx.$count(githubInstallation),
    body: await tx
      .select()
      .from(githubInstallation)
      .orderBy(asc(githubInstallation.account), asc(githubInstallation.installationId))
      .limit(page.limit)
      .offset(page.offset),
  }));
