import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { membership } from "@knockon/db/schema/membership.sql";
import { formerSlug, workspace } from "@knockon/db/schema/workspace.sql";
import { eq } from "drizzle-orm";
import { recordAuditEvent } from "../audit-event/audit-events.ts";
import type { Context } from "../context.ts";
import { ConflictError, ForbiddenError } from "../errors.ts";
import { lockMembership } from "../membership/members.ts";
import { userIdOf } from "../session/session.ts";
import { slugCandidates } from "./create-workspace.ts";
import { lockWorkspaceRow, type WorkspaceRow } from "./workspace-row.ts";

/** Changes the name and optionally the slug. The former slug redirects to the workspace until another workspace takes it. */
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

/** Takes the first free slug. Row-level security hides other workspaces, so it tries each slug in a savepoint. */
async function takeSlug(tx: Transaction, { id, slug: current }: WorkspaceRow, name: string): Promise<string> {
  for (const slug of slugCandidates(name)) {
    if (slug === current) return current;
    if (await isTaken(tx, id, slug)) continue;
    await tx.delete(formerSlug).where(eq(formerSlug.slug, slug));
    await tx.insert(formerSlug).values({ slug: current, workspaceId: id }).onConflictDoNothing();
    return slug;
  }
  throw new Error("Slug candidates are infinite.");
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

/** Makes the target the Owner and the caller an Admin. Throws NotFoundError if the target is not a member. */
export function transferWorkspace(
  ctx: Context,
  { newOwnerUserId }: { newOwnerUserId: string },
): Promise<Record<string, never>> {
  const callerId = userIdOf(ctx);
  return inWorkspace(ctx, async (tx) => {
    // Locked, so that the second of two concurrent transfers sees that its caller was demoted.
    const caller = await lockMembership(tx, callerId);
    if (caller.role !== "owner") throw new ForbiddenError("This operation requires the role owner or above.");
    const target = await lockMembership(tx, newOwnerUserId);
    if (target.userId === callerId) throw new ConflictError("You are already the Owner.");
    await tx.update(membership).set({ role: "admin" }).where(eq(membership.userId, callerId));
    await tx.update(membership).set({ role: "owner" }).where(eq(membership.userId, target.userId));
    await recordAuditEvent(tx, ctx, {
      action: "workspace.transferred",
      target: { type: "workspace", id: ctx.workspaceId },
      before: { owner: callerId },
      after: { owner: target.userId },
    });
    return {};
  });
}
