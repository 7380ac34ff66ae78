import { commentMarker } from "@knockon/contract/check/comment";
import { inWorkspace } from "@knockon/db/in-workspace";
import { pullRequestComment } from "@knockon/db/schema/change-check.sql";
import { and, eq } from "drizzle-orm";
import type { Context } from "../context.ts";
import type { ChangeHost } from "../ports/change-host.ts";
import type { CheckLease } from "./check-lease.ts";
import type { CommentText } from "./report-check.ts";

/** Longer than writing a comment takes. */
const LEASE_MS = 2 * 60_000;

/** Another worker is writing the comment. Try again later. */
export class CommentLeasedError extends Error {}

type CommentRow = typeof pullRequestComment.$inferSelect;

/**
 * Makes the one comment of a pull request say `comment`, or deletes it if that is null. Writes only if the check's commit is still the head:
 * the worker that holds the lease reads the head again, so that the check of an older commit never has the last word. Throws
 * CommentLeasedError and the errors of the host.
 */
export async function updateComment(
  ctx: Context,
  lease: CheckLease,
  changes: ChangeHost,
  comment: CommentText | null,
): Promise<void> {
  const { check, repository } = lease;
  const isOwn = and(
    eq(pullRequestComment.repositoryId, check.repositoryId),
    eq(pullRequestComment.number, check.number),
  );
  const row = await takeComment(ctx, check, comment !== null);
  if (!row) return;
  const isHeld = and(isOwn, eq(pullRequestComment.leaseUntil, row.leaseUntil ?? new Date(0)));
  const release = (changed: Partial<CommentRow> = {}) =>
    inWorkspace(ctx, (tx) =>
      tx
        .update(pullRequestComment)
        .set({ ...changed, leaseUntil: null })
        .where(isHeld),
    );
  try {
    const pullRequest = await changes.findPullRequest(repository, check.number);
    if (!pullRequest?.isOpen || pullRequest.headSha !== check.headSha) {
      await release();
      return;
    }
    if (comment && row.commentId !== null && row.digest === comment.digest) {
      await release();
      return;
    }
    // Without an ID there is no comment, or a worker died before it stored the ID.
    const id =
      row.commentId ?? (await changes.findComment(repository, check.number, commentMarker(ctx.workspaceId)));
    if (!comment) {
      if (id !== null) await changes.deleteComment(repository, check.number, id);
      await inWorkspace(ctx, (tx) => tx.delete(pullRequestComment).where(isHeld));
    } else {
      const { text, digest } = comment;
      const commentId = await changes.writeComment(repository, check.number, { id, text });
      await release({ commentId, digest });
    }
  } catch (error) {
    // The host may have written the text before it failed.
    await release({ digest: null }).catch(() => {});
    throw error;
  }
}

/** Leases the comment. Returns undefined if there is none and none is to be written. Throws CommentLeasedError. */
async function takeComment(
  ctx: Context,
  { workspaceId, repositoryId, number }: CheckLease["check"],
  isWriting: boolean,
): Promise<CommentRow | undefined> {
  const now = ctx.now();
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  return inWorkspace(ctx, async (tx) => {
    const isOwn = and(
      eq(pullRequestComment.repositoryId, repositoryId),
      eq(pullRequestComment.number, number),
    );
    if (isWriting)
      await tx.insert(pullRequestComment).values({ workspaceId, repositoryId, number }).onConflictDoNothing();
    const [found] = await tx.select().from(pullRequestComment).where(isOwn).for("update");
    if (found?.leaseUntil && found.leaseUntil >= now) throw new CommentLeasedError();
    // A worker that died may have written a text whose digest it did not store.
    const isUnknown = found?.leaseUntil != null;
    const [row] = await tx
      .update(pullRequestComment)
      .set({ leaseUntil, ...(isUnknown && { digest: null }) })
      .where(isOwn)
      .returning();
    return row;
  });
}
