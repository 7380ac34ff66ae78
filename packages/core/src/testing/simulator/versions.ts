import { sql, type SQL } from "drizzle-orm";
import type { Context } from "../../context.ts";

/** Which transaction last wrote each row of a table: unchanged exactly if none was written. */
const versionsIn = (table: string, where: SQL) => sql`(
  select coalesce(string_agg(xmin::text || ctid::text, ' ' order by ctid), '')
  from ${sql.identifier(table)} where ${where})`;

async function versions(ctx: Context, parts: SQL[]): Promise<string> {
  const { rows } = await ctx.database.execute<{ versions: string }>(
    sql`select ${sql.join(parts, sql` || '; ' || `)} as versions`,
  );
  return rows[0]?.versions ?? "";
}

export const scanVersions = (ctx: Context, scanId: string): Promise<string> =>
  versions(ctx, [
    versionsIn("scan", sql`id = ${scanId}`),
    versionsIn("scan_repository", sql`scan_id = ${scanId}`),
  ]);

/** All that readers of the workspace's graph see. */
export const publishedVersions = (ctx: Context): Promise<string> => {
  const ours = sql`workspace_id = ${ctx.workspaceId}`;
  return versions(ctx, [
    versionsIn("scan", ours),
    versionsIn("scan_repository", ours),
    versionsIn("dependency", ours),
    versionsIn("artifact", ours),
    versionsIn("repository", ours),
    versionsIn("connected_org", ours),
    versionsIn("workspace", sql`id = ${ctx.workspaceId}`),
  ]);
};
