import type { OperationAuth } from "@knockon/contract/operation";
import { ROLES, type Role } from "@knockon/contract/vocabulary/scan";
import { authenticateKey } from "@knockon/core/api-key/authenticate-key";
import type { Actor, Context } from "@knockon/core/context";
import { ForbiddenError, UnauthenticatedError } from "@knockon/core/errors";
import { authenticateSession } from "@knockon/core/session/session";
import { readSessionCookie, SESSION_COOKIE } from "@knockon/core/session/session";
import type { Context as HttpContext, HonoRequest, MiddlewareHandler } from "hono";
import { getCookie } from "hono/cookie";
import type { AppEnv } from "./app-env.ts";

/** An unverified credential from a request. */
interface Credential {
  type: "key" | "session";
  text: string;
}

/** Who sent a request. A key belongs to one workspace. A user has a role in each of their workspaces. */
export type Caller =
  | { type: "key"; id: string; prefix: string; workspaceId: string }
  | { type: "user"; id: string; roles: ReadonlyMap<string, Role> };

/** The actor and the workspace of a request. */
export interface Identity {
  actor: Exclude<Actor, { type: "system" }>;
  /** Null for operations on the user instead of a workspace. */
  workspaceId: string | null;
}

/** Returns undefined if the credential is invalid. */
export type Authenticate = (credential: Credential) => Promise<Caller | undefined>;

/** Returns the first non-empty credential, in the order of the specification. Ignores bearer tokens without `svc_`. */
export function findCredential(c: HttpContext): Credential | undefined {
  const key = c.req.header("X-API-Key") || bearerKey(c.req.header("Authorization"));
  if (key) return { type: "key", text: key };
  const session = getCookie(c, SESSION_COOKIE);
  return session ? { type: "session", text: session } : undefined;
}

const bearerKey = (authorization = ""): string | undefined =>
  /^bearer +((?-i:svc_).*)$/iu.exec(authorization)?.[1];

/** Accepts workspace API keys and, given the secret that signs the session cookie, sessions. */
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

const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Rejects unauthenticated requests. If the first credential is invalid, no other is tried. Browsers attach the cookie to
 * requests of any site, so mutations with a session must come from an allowed origin.
 */
export const identify =
  (authenticate: Authenticate, allowedOrigins: readonly string[]): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const credential = findCredential(c);
    const caller = credential && (await authenticate(credential));
    if (!caller) {
      c.header("WWW-Authenticate", "Bearer");
      throw new UnauthenticatedError();
    }
    if (caller.type === "user" && !SAFE_METHODS.has(c.req.method) && !isAllowed(c.req, allowedOrigins)) {
      throw new ForbiddenError("Session requests that change data must come from an allowed origin.");
    }
    c.set("caller", caller);
    await next();
  };

/** The origin of the request URL is always allowed: no other site can send requests with it. */
function isAllowed(request: HonoRequest, allowedOrigins: readonly string[]): boolean {
  const origin = request.header("Origin") ?? "";
  return allowedOrigins.includes(origin) || origin === new URL(request.url).origin;
}

/** Throws ForbiddenError. Keys are Owner-equivalent, except for operations that require a session. */
export function requireRole({ actor }: Pick<Identity, "actor">, { credentials, role }: OperationAuth): void {
  if (actor.type === "key") {
    if (!credentials.includes("key")) throw new ForbiddenError("This operation requires a user session.");
    return;
  }
  if (role === null) return;
  if (actor.role === null || !isAtLeast(actor.role, role)) {
    throw new ForbiddenError(`This operation requires the role ${role} or above.`);
  }
}

export const isAtLeast = (role: Role, least: Role): boolean => ROLES.indexOf(role) <= ROLES.indexOf(least);
