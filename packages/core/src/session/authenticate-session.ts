import type { Role } from "@knockon/contract/vocabulary/scan";
import type { Database } from "@knockon/db/database";
import { asSystem } from "@knockon/db/in-workspace";
import { membership } from "@knockon/db/schema/membership.sql";
import { session } from "@knockon/db/schema/user.sql";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { and, eq, gt, isNull, sql } from "drizzle-orm";

/** A person who is signed in, and the role in each workspace they belong to. */
export interface AuthenticatedSession {
  userId: string;
  sessionId: string;
  roles: ReadonlyMap<string, Role>;
}

/** Whose session a token is; undefined once it ended or was revoked. Nothing is cached. */
export async function authenticateSession(
  database: Database,
  token: string,
): Promise<AuthenticatedSession | undefined> {
  const rows = await asSystem(database, (tx) =>
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
      .where(and(eq(session.token, token), gt(session.expiresAt, sql`now()`))),
  );
  const [first] = rows;
  if (!first) return undefined;
  const roles = rows.flatMap(({ workspaceId, role }): [string, Role][] =>
    workspaceId !== null && role !== null ? [[workspaceId, role]] : [],
  );
  return { userId: first.userId, sessionId: first.sessionId, roles: new Map(roles) };
}
