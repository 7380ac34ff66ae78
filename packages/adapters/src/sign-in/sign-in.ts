import { randomUUID } from "node:crypto";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { betterAuth } from "better-auth/minimal";
import type { SendMail } from "@knockon/core/ports/mail";
import type { Database } from "@knockon/db/database";
import { account, session, user, verification } from "@knockon/db/schema/user.sql";

export interface OAuthClient {
  clientId: string;
  clientSecret: string;
  /** Of a self-hosted GitLab. */
  issuer?: string;
}

export interface SignInOptions {
  database: Database;
  /** Signs cookies and what stands in links. */
  secret: string;
  /** The address of the application; https except on this machine. */
  baseUrl: string;
  allowedOrigins: readonly string[];
  sendMail: SendMail;
  /** Below which everything is the sign-in's. */
  basePath: string;
  /** Of the session. */
  cookieName: string;
  log: { info(message: string): void; error(message: string): void };
  github?: OAuthClient;
  gitlab?: OAuthClient;
  /** Told of everybody who signs up. */
  onSignUp?: (userId: string) => Promise<void>;
}

const DAY_SECONDS = 24 * 60 * 60;
const SESSION_SECONDS = 30 * DAY_SECONDS;
const LINK_SECONDS = 60 * 60;
const MIN_PASSWORD_LENGTH = 12;

/** E-mail and password, and the identity providers that are configured, over HTTP below `basePath`. */
export function createSignIn(options: SignInOptions): (request: Request) => Promise<Response> {
  const { database, secret, baseUrl, basePath, cookieName, allowedOrigins, sendMail, log } = options;
  const { github, gitlab, onSignUp } = options;
  const isSecure = baseUrl.startsWith("https:");
  const auth = betterAuth({
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
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: LINK_SECONDS,
      sendResetPassword: ({ user: { email }, url }) =>
        sendMail({
          to: email,
          subject: "Choose a new password for Knockon",
          text: `Somebody, probably you, asked for a new password. This link is good for an hour:\n${url}\n`,
        }),
    },
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: LINK_SECONDS,
      sendVerificationEmail: ({ user: { email }, url }) =>
        sendMail({
          to: email,
          subject: "Confirm your address for Knockon",
          text: `Open this link to confirm that the address is yours. It is good for an hour:\n${url}\n`,
        }),
    },
    account: {
      encryptOAuthTokens: true,
      accountLinking: { enabled: true, trustedProviders: [] },
    },
    socialProviders: {
      ...(github && { github }),
      ...(gitlab && { gitlab }),
    },
    session: { expiresIn: SESSION_SECONDS, updateAge: DAY_SECONDS },
    rateLimit: { enabled: false },
    advanced: {
      database: { generateId: () => randomUUID() },
      useSecureCookies: false,
      // Unless told, the library looks at no origin where `TEST` or `NODE_ENV` says that it is being tested.
      disableOriginCheck: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure },
      cookies: { session_token: { name: cookieName } },
    },
    databaseHooks: { user: { create: { after: async ({ id }) => onSignUp?.(id) } } },
    // Else the library writes its faults, with the values of failed queries, past the logger.
    onAPIError: { throw: true },
    logger: {
      log: (level, message) => (level === "error" ? log.error : log.info)(`Sign-in: ${message}`),
    },
  });
  return async (request) => asServiceError(await auth.handler(request));
}

/** The library says why in `message`; the whole service says it in `detail`. */
async function asServiceError(response: Response): Promise<Response> {
  if (response.status < 400) return response;
  const { message } = (await response.json().catch(() => ({}))) as { message?: unknown };
  const detail = typeof message === "string" ? message : "The sign-in was refused.";
  return Response.json({ detail }, { status: response.status });
}
