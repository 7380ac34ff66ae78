import { randomBytes, randomUUID } from "node:crypto";
import type { Database, Transaction } from "@knockon/db/database";
import { asSystem, enterWorkspace, inWorkspace } from "@knockon/db/in-workspace";
import { membership } from "@knockon/db/schema/membership.sql";
import { apiKey, workspace } from "@knockon/db/schema/workspace.sql";
import { and, asc, count, eq, isNull, sql } from "drizzle-orm";
import { recordAuditEvent } from "../audit-event/audit-events.ts";
import type { Context, UserContext } from "../context.ts";
import { ConflictError } from "../errors.ts";
import { userIdOf } from "../session/session.ts";
import type { WorkspaceRow } from "./workspace-row.ts";

/** Workspaces that one user owns. */
export const MAX_OWNED_WORKSPACES = 100;

/** Creates a workspace with the caller as its Owner. Throws ConflictError if the caller owns too many. */
export function createWorkspace(ctx: UserContext, { name }: { name: string }): Promise<WorkspaceRow> {
  const userId = userIdOf(ctx);
  return asSystem(ctx.database, async (tx) => {
    // Serializes the creations of one user, so that concurrent ones are counted.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`workspaces of ${userId}`}, 0))`);
    const [owned] = await tx
      .select({ count: count() })
      .from(membership)
      .innerJoin(workspace, eq(workspace.id, membership.workspaceId))
      .where(and(eq(membership.userId, userId), eq(membership.role, "owner"), isNull(workspace.deletedAt)));
    if ((owned?.count ?? 0) >= MAX_OWNED_WORKSPACES)
      throw new ConflictError(`You own ${MAX_OWNED_WORKSPACES} workspaces, which is the maximum.`);
    const created = await insertWorkspace(tx, name);
    const workspaceId = created.id;
    await enterWorkspace(tx, workspaceId);
    await tx.insert(membership).values({ workspaceId, userId, role: "owner", joinedAt: ctx.now() });
    await recordAuditEvent(
      tx,
      { ...ctx, workspaceId },
      {
        action: "workspace.created",
        target: { type: "workspace", id: workspaceId },
        after: { name, slug: created.slug },
      },
    );
    return created;
  });
}

/** Inserts a workspace with the first free slug. */
export async function insertWorkspace(tx: Transaction, name: string): Promise<WorkspaceRow> {
  for (const slug of slugCandidates(name)) {
    const [created] = await tx
      .insert(workspace)
      .values({ id: randomUUID(), name, slug })
      .onConflictDoNothing({ target: workspace.slug })
      .returning();
    if (created) return created;
  }
  throw new Error("Slug candidates are infinite.");
}

/** Makes a user the Owner of a workspace without members. Of two concurrent calls, only one succeeds. */
export function claimWorkspace(ctx: Context, userId: string): Promise<void> {
  return inWorkspace(ctx, async (tx) => {
    if ((await tx.$count(membership)) > 0) return;
    const { workspaceId } = ctx;
    const claimed = await tx
      .insert(membership)
      .values({ workspaceId, userId, role: "owner", joinedAt: ctx.now() })
      .onConflictDoNothing()
      .returning();
    if (claimed.length === 0) return;
    await recordAuditEvent(tx, ctx, {
      action: "workspace.claimed",
      target: { type: "workspace", id: workspaceId },
      after: { owner: userId },
    });
  });
}

/** Returns the workspace of a local installation, created if needed, and whether it ever had a key. */
export async function openLocalWorkspace(database: Database): Promise<{ id: string; hasKey: boolean }> {
  return asSystem(database, async (tx) => {
    const [known] = await tx
      .select({ id: workspace.id })
      .from(workspace)
      .where(isNull(workspace.deletedAt))
      .orderBy(asc(workspace.createdAt), asc(workspace.id))
      .limit(1);
    if (known)
      return { id: known.id, hasKey: (await tx.$count(apiKey, eq(apiKey.workspaceId, known.id))) > 0 };
    const { id } = await insertWorkspace(tx, "Local");
    return { id, hasKey: false };
  });
}

const MAX_LENGTH = 63;
/** A hyphen and 32 bits, so that candidates of a common name do not run out. */
const SUFFIX_LENGTH = 9;

/** Returns the slug of a name: `[a-z0-9-]`, at most 63 characters. A name without such characters gives `workspace`. */
export const slugOf = (name: string): string =>
  name
    .toUpperCase() // Turns ß into SS.
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_LENGTH)
    .replaceAll(/^-|-$/g, "") || "workspace";

/** Yields the slug, then numbered and random variants, without end. */
export function* slugCandidates(name: string): Generator<string> {
  const slug = slugOf(name);
  yield slug;
  const stem = slug.slice(0, MAX_LENGTH - SUFFIX_LENGTH).replace(/-$/, "");
  for (let number = 2; number <= 9; number += 1) yield `${stem}-${number}`;
  for (;;) yield `${stem}-${randomBytes(4).toString("hex")}`;
}
