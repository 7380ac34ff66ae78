import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { formerSlug, workspace } from "@knockon/db/schema/workspace.sql";
import { eq } from "drizzle-orm";
import { recordAuditEvent } from "../audit-event/record-audit-event.ts";
import type { Context } from "../context.ts";
import { slugCandidates } from "./slug.ts";
import { lockWorkspaceRow, type WorkspaceRow } from "./workspace-row.ts";

/** The name, and on demand the slug; the former slug keeps leading to the workspace until another one takes it. */
export function updateWorkspace(
  ctx: Context,
  { name, regenerateSlug }: { name?: string | undefined; regenerateSlug: boolean },
): Promise<WorkspaceRow> {
  return inWorkspace(ctx, async (tx) => {
    const before = await lockWorkspaceRow(tx, ctx.workspaceId);
    const renamed = name ?? before.name;
    const slug = regenerateSlug ? await takeSlug(tx, before, renamed) : before.slug;
    const [after] = await tx
      .update(workspace)
      .set({ name: renamed, slug, updatedAt: ctx.now() })
      .where(eq(workspace.id, before.id))
      .returning();
    if (!after) throw new Error("The row was read in this transaction.");
    await recordAuditEvent(tx, ctx, {
      action: "workspace.updated",
      target: { type: "workspace", id: before.id },
      before: { name: before.name, slug: before.slug },
      after: { name: after.name, slug: after.slug },
    });
    return after;
  });
}

/** Row-level security hides who else has a slug; a savepoint finds out by trying. */
async function takeSlug(tx: Transaction, { id, slug: current }: WorkspaceRow, name: string): Promise<string> {
  for (const slug of slugCandidates(name)) {
    if (slug === current) return current;
    if (await isTaken(tx, id, slug)) continue;
    await tx.delete(formerSlug).where(eq(formerSlug.slug, slug));
    await tx.insert(formerSlug).values({ slug: current, workspaceId: id }).onConflictDoNothing();
    return slug;
  }
  throw new Error("The candidates never end.");
}

async function isTaken(tx: Transaction, workspaceId: string, slug: string): Promise<boolean> {
  try {
    await tx.transaction((savepoint) =>
      savepoint.update(workspace).set({ slug }).where(eq(workspace.id, workspaceId)),
    );
    return false;
  } catch (error) {
    if (isUniqueViolation(error)) return true;
    throw error;
  }
}

const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  "code" in error.cause &&
  error.cause.code === "23505";
