import type { Role } from "@knockon/contract/vocabulary/scan";
import { authenticateKey } from "@knockon/core/api-key/authenticate-key";
import type { Actor, Context } from "@knockon/core/context";
import { authenticateSession } from "@knockon/core/session/authenticate-session";
import { readSessionCookie } from "@knockon/core/session/session-cookie";
import type { OfferedCredential } from "./credential.ts";

/** Who a request comes from: a key speaks for one workspace, a person for any of those where they have a role. */
export type Caller =
  | { type: "key"; id: string; prefix: string; workspaceId: string }
  | { type: "user"; id: string; roles: ReadonlyMap<string, Role> };

/** As whom, and in which workspace, a request is answered. */
export interface Identity {
  actor: Exclude<Actor, { type: "system" }>;
  /** Null of what is about the person alone. */
  workspaceId: string | null;
}

/** Undefined for every credential that is not valid now. */
export type Authenticate = (credential: OfferedCredential) => Promise<Caller | undefined>;

/** Knows workspace API keys and, where a secret is given, sessions whose cookie is signed with it. */
export const authenticateAgainst =
  (database: Context["database"], sessionSecret?: string): Authenticate =>
  async ({ type, text }) => {
    if (type === "key") {
      const key = await authenticateKey(database, text);
      return key && { type, id: key.keyId, prefix: key.prefix, workspaceId: key.workspaceId };
    }
    const token = sessionSecret === undefined ? undefined : readSessionCookie(text, sessionSecret);
    const session = token === undefined ? undefined : await authenticateSession(database, token);
    return session && { type: "user", id: session.userId, roles: session.roles };
  };
