import { createHmac, timingSafeEqual } from "node:crypto";
import type { Role } from "@knockon/contract/vocabulary/scan";
import { type Database, prepared } from "@knockon/db/database";
import { asSystem } from "@knockon/db/in-workspace";
import { membership } from "@knockon/db/schema/membership.sql";
import { session } from "@knockon/db/schema/user.sql";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { UserContext } from "../context.ts";
import { ForbiddenError } from "../errors.ts";

/** A signed-in user, with their role in each of their workspaces. */
export interface AuthenticatedSession {
  userId: string;
  sessionId: string;
  roles: ReadonlyMap<string, Role>;
}

/** Returns the session of a token, or undefined if it expired or was revoked. Nothing is cached. */
export async function authenticateSession(
  database: Database,
  token: string,
): Promise<AuthenticatedSession | undefined> {
  const rows = await asSystem(database, (tx) => findSession(tx, { token }));
  const [first] = rows;
  if (!first) return undefined;
  const roles = rows.flatMap(({ workspaceId, role }): [string, Role][] =>
    workspaceId !== null && role !== null ? [[workspaceId, role]] : [],
  );
  return { userId: first.userId, sessionId: first.sessionId, roles: new Map(roles) };
}

/** Returns a row for each workspace of the user, or one row without a workspace. */
const findSession = prepared("find session", (tx) =>
  tx
    .select({
      sessionId: session.id,
      userId: session.userId,
      workspaceId: workspace.id,
      role: membership.role,
    })
    .from(session)
    .leftJoin(membership, eq(membership.userId, session.userId))
    .leftJoin(workspace, and(eq(workspace.id, membership.workspaceId), isNull(workspace.deletedAt)))
    .where(and(eq(session.token, sql.placeholder("token")), gt(session.expiresAt, sql`now()`))),
);

export const SESSION_COOKIE = "service_access";

/**
 * Returns the session token of a cookie `<token>.<HMAC-SHA256 of the token, base64>`, or undefined for a wrong signature. A token
 * alone, for example from a database dump, is not a valid cookie.
 */
export function readSessionCookie(value: string, secret: string): string | undefined {
  const dot = value.lastIndexOf(".");
  if (dot < 1) return undefined;
  const token = value.slice(0, dot);
  const expected = createHmac("sha256", secret).update(token).digest();
  const given = Buffer.from(value.slice(dot + 1), "base64");
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined;
}

/** Returns the signed-in user's ID. Throws ForbiddenError for other actors. */
export function userIdOf({ actor }: Pick<UserContext, "actor">): string {
  if (actor.type !== "user") throw new ForbiddenError("This operation requires a user session.");
  return actor.id;
}
