import { randomUUID } from "node:crypto";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { APIError } from "better-auth/api";
import { betterAuth } from "better-auth/minimal";
import { cleanProfile } from "@knockon/core/ports/profile";
import type { SendMail } from "@knockon/core/ports/mail";
import type { SignIn } from "@knockon/core/ports/sign-in";
import type { Database } from "@knockon/db/database";
import { account, session, user, verification } from "@knockon/db/schema/user.sql";
import { hideTime, presentResponse } from "./hide-accounts.ts";
import { accountMails } from "./mails.ts";
import { confirmedSignUps } from "./sign-ups.ts";

export interface OAuthClient {
  clientId: string;
  clientSecret: string;
  /** Of a self-hosted GitLab. */
  issuer?: string;
}

export interface SignInOptions {
  database: Database;
  /** Signs cookies and tokens in links. */
  secret: string;
  /** URL of the web application. Must use https except on localhost. */
  baseUrl: string;
  allowedOrigins: readonly string[];
  sendMail: SendMail;
  /** Path prefix of all sign-in endpoints. */
  basePath: string;
  /** Name of the session cookie. */
  cookieName: string;
  log: { info(message: string): void; error(message: string): void };
  github?: OAuthClient;
  gitlab?: OAuthClient;
  /** Called after an email address is verified, possibly more than once. */
  onConfirm?: (userId: string) => Promise<void>;
  /** Called before an account is deleted. Ends its memberships, or returns the workspaces that need another Owner first. */
  onDelete: (userId: string) => Promise<string[]>;
  /** Receives the promise of an email being sent, for processes that may freeze after the response. */
  waitUntil?: (mail: Promise<unknown>) => void;
  /** Minimum duration of responses that must not reveal whether an account exists; 500 by default. */
  minimumResponseMs?: number;
  /** Replaces scrypt at the library's cost. Cheaper in tests of other things. */
  passwordHash?: PasswordHash;
}

interface PasswordHash {
  hash: (password: string) => Promise<string>;
  verify: (attempt: { hash: string; password: string }) => Promise<boolean>;
}

const DAY_SECONDS = 24 * 60 * 60;
const SESSION_SECONDS = 30 * DAY_SECONDS;
const LINK_SECONDS = 60 * 60;
const MIN_PASSWORD_LENGTH = 12;
const MAX_PASSWORD_LENGTH = 128;

/**
 * Serves sign-in with email and password and with the configured identity providers below `basePath`. Responses do not
 * reveal whether an account exists. Sessions require a verified email address.
 */
export function createSignIn(options: SignInOptions): SignIn {
  const auth = createLibrary(options);
  return async ({ request, body }) => {
    const path = new URL(request.url).pathname.slice(options.basePath.length);
    if (request.method === "GET" && path === "/providers") return Response.json(providersOf(options));
    if (!isServed(request.method, path)) return undefined;
    return presentResponse(
      await hideTime(path, auth.handler(withBody(request, body)), options.minimumResponseMs),
    );
  };
}

/** The library's endpoints that the application uses. */
const SERVED = [
  /^GET \/(get-session|list-sessions|list-accounts)$/u,
  /^GET \/verify-email$/u,
  /^GET \/reset-password\/[^/]+$/u,
  /^GET \/callback\/(github|gitlab)$/u,
  /^POST \/sign-(up|in)\/email$/u,
  /^POST \/sign-in\/social$/u,
  /^POST \/sign-out$/u,
  /^POST \/(request-password-reset|reset-password|change-password)$/u,
  /^POST \/send-verification-email$/u,
  /^POST \/revoke-(other-)?sessions$/u,
  /^POST \/(link-social|unlink-account)$/u,
  /^POST \/(update|delete)-user$/u,
];

/** Matches paths exactly, because another spelling would have a separate rate limit. */
const isServed = (method: string, path: string): boolean =>
  SERVED.some((served) => served.test(`${method} ${path}`));

/** Lists the enabled providers. */
const providersOf = ({ github, gitlab }: SignInOptions): string[] => [
  ...(github ? ["github"] : []),
  ...(gitlab ? ["gitlab"] : []),
];

/** Recreates the request after its body was read. */
function withBody(request: Request, body: unknown): Request {
  if (request.method !== "POST") return request;
  const headers = new Headers(request.headers);
  headers.set("Content-Type", "application/json");
  headers.delete("Content-Length");
  return new Request(request.url, { method: "POST", headers, body: JSON.stringify(body) });
}

/** The library expects a field that GitLab does not have. */
const confirmedAtGitLab = (profile: object) => ({
  emailVerified: "confirmed_at" in profile && typeof profile.confirmed_at === "string",
});

/** Rejects unverified email addresses of other services, which may belong to another user, and limits what they send. */
const acceptIdentity = async <
  T extends { name: string; image?: string | null | undefined; emailVerified: boolean },
>(
  identity: T,
  context: { path?: string } | null,
) => {
  if (context?.path?.startsWith("/callback") && !identity.emailVerified) return false;
  return { data: { ...identity, ...cleanProfile(identity) } };
};

/** Requests that the library refuses and logs as errors, some with text of the client after a colon. */
const REFUSED = /^(?:Invalid \w+(?=: )|Failed to parse state|Provider not found)/u;

function createLibrary(options: SignInOptions) {
  const { database, secret, baseUrl, basePath, cookieName, allowedOrigins, sendMail, log } = options;
  const { github, gitlab, onConfirm, onDelete, waitUntil = () => {}, passwordHash } = options;
  const mails = accountMails(sendMail);
  const reportVerified = async ({ id, emailVerified }: { id: string; emailVerified: boolean }) => {
    if (emailVerified) await onConfirm?.(id);
  };
  const refuseOwner = async ({ id }: { id: string }): Promise<void> => {
    const owned = await onDelete(id);
    if (owned.length === 0) return;
    const message = `You own ${owned.map((name) => `"${name}"`).join(", ")}. Transfer or delete these workspaces first.`;
    throw new APIError("CONFLICT", { message });
  };
  const isSecure = baseUrl.startsWith("https:");
  return betterAuth({
    appName: "Knockon",
    baseURL: baseUrl,
    basePath,
    secret,
    trustedOrigins: [...allowedOrigins],
    telemetry: { enabled: false },
    database: drizzleAdapter(database, {
      provider: "pg",
      schema: { user, session, account, verification },
    }),
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      ...(passwordHash && { password: passwordHash }),
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: LINK_SECONDS,
      sendResetPassword: ({ user: { email }, url }) => mails.resetPassword(email, url),
    },
    emailVerification: { autoSignInAfterVerification: true },
    hooks: {
      before: confirmedSignUps({
        database,
        baseUrl,
        basePath,
        mails,
        linkSeconds: LINK_SECONDS,
        minPasswordLength: MIN_PASSWORD_LENGTH,
        maxPasswordLength: MAX_PASSWORD_LENGTH,
      }),
    },
    user: { deleteUser: { enabled: true, beforeDelete: refuseOwner } },
    account: {
      encryptOAuthTokens: true,
      accountLinking: { enabled: true, trustedProviders: [] },
    },
    socialProviders: {
      ...(github && { github }),
      ...(gitlab && { gitlab: { ...gitlab, mapProfileToUser: confirmedAtGitLab } }),
    },
    session: { expiresIn: SESSION_SECONDS, updateAge: DAY_SECONDS },
    // The library limits by a client-controlled header. See `limitAttempts`.
    rateLimit: { enabled: false },
    advanced: {
      ipAddress: { disableIpTracking: true },
      // Sends mail in the background. Otherwise the response time would reveal whether the account exists.
      backgroundTasks: { handler: waitUntil },
      database: { generateId: () => randomUUID() },
      useSecureCookies: false,
      // By default, the library skips the origin check if `TEST` or `NODE_ENV` indicates a test.
      disableOriginCheck: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure },
      cookies: { session_token: { name: cookieName } },
    },
    databaseHooks: {
      user: {
        create: { before: acceptIdentity, after: reportVerified },
        update: { after: reportVerified },
      },
    },
    // Otherwise the library logs errors, with the values of failed queries, outside the logger.
    onAPIError: { throw: true, errorURL: `${baseUrl}/login` },
    logger: {
      level: "warn",
      log(level, message) {
        const refused = REFUSED.exec(message)?.[0];
        if (level === "error" && refused === undefined) log.error(`Sign-in: ${message}`);
        else log.info(`Sign-in: ${refused ?? message}`);
      },
    },
  });
}
