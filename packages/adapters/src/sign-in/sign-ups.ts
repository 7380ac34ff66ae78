import { createHash, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import type { Database } from "@knockon/db/database";
import { account, user, verification } from "@knockon/db/schema/user.sql";
import { createAuthMiddleware, createEmailVerificationToken, formCsrfMiddleware } from "better-auth/api";
import { and, desc, eq, gt, sql } from "drizzle-orm";
import * as z from "zod";
import type { accountMails } from "./mails.ts";

/** Proves that the browser that opens a link is the one that signed up. */
const BROWSER_COOKIE = "service_sign_up";
const TOKEN_BYTES = 32;

export interface SignUpOptions {
  database: Database;
  /** URL of the web application. */
  baseUrl: string;
  basePath: string;
  mails: ReturnType<typeof accountMails>;
  /** How long a link is valid. */
  linkSeconds: number;
  minPasswordLength: number;
  maxPasswordLength: number;
}

/** A sign-up that waits for its link to be opened. Stored with a hash of the link's secret. */
interface PendingSignUp {
  name: string;
  email: string;
  image: string | null;
  passwordHash: string;
  /** Hashes of the link's secret and of the browser's cookie. */
  secretHash: string;
  browserHash: string;
}

const Credentials = z.object({
  email: z.email().transform((email) => email.toLowerCase()),
  password: z.string(),
  name: z.string(),
  image: z.string().nullish(),
  callbackURL: z.string().optional(),
});
const Resending = z.object({
  email: z.email().transform((email) => email.toLowerCase()),
  callbackURL: z.string().optional(),
});
const Opened = z.object({ token: z.string(), callbackURL: z.string().optional() });

/**
 * Replaces the library's sign-up, which creates the account before the address is confirmed: the first sign-up with an address
 * would decide its password, also if it came from another person. Here, every sign-up sends a separate link, and the first link
 * that is opened creates the account. Its password is that of the sign-up if the same browser opens the link. Otherwise, the
 * person who opened the link chooses one.
 */
export const confirmedSignUps = (options: SignUpOptions) =>
  createAuthMiddleware(async (ctx) => {
    const browser = ctx.getCookie(BROWSER_COOKIE);
    const sendLink = async (pending: Omit<PendingSignUp, "secretHash">, callbackURL = "/"): Promise<void> => {
      const token = await storePending(options, pending);
      const query = new URLSearchParams({ token, callbackURL });
      const url = `${ctx.context.baseURL}/verify-email?${query.toString()}`;
      await ctx.context.runInBackgroundOrAwait(options.mails.confirmAddress(pending.email, url));
    };
    if (ctx.path === "/sign-up/email") {
      // The library checks the origin of a sign-up in the endpoint, which this replaces.
      await formCsrfMiddleware(ctx as Parameters<typeof formCsrfMiddleware>[0]);
      const { password, callbackURL, ...profile } = parseSignUp(ctx, options);
      const passwordHash = await ctx.context.password.hash(password);
      const sender = browser ?? newToken();
      ctx.setCookie(BROWSER_COOKIE, sender, {
        ...ctx.context.authCookies.sessionToken.attributes,
        path: options.basePath,
        maxAge: options.linkSeconds,
      });
      if (await isConfirmed(options, profile.email)) {
        await ctx.context.runInBackgroundOrAwait(options.mails.signUpAgain(profile.email));
      } else {
        const image = profile.image ?? null;
        await sendLink({ ...profile, image, passwordHash, browserHash: hashOf(sender) }, callbackURL);
      }
      return ctx.json({ status: true });
    }
    if (ctx.path === "/send-verification-email") {
      const { success, data } = Resending.safeParse(ctx.body);
      const pending = success && browser ? await findOwn(options, data.email, browser) : undefined;
      if (pending && !(await isConfirmed(options, pending.email))) await sendLink(pending, data?.callbackURL);
      return ctx.json({ status: true });
    }
    if (ctx.path !== "/verify-email") return undefined;
    const { data } = Opened.safeParse(ctx.query);
    const pending = data && (await findPending(options, data.token));
    if (!pending) return undefined;
    const resetToken = await createAccount(options, pending, browser);
    // The library confirms the address, starts the session and redirects.
    const token = await createEmailVerificationToken(ctx.context.secret, pending.email);
    const callbackURL = resetToken ? `${options.baseUrl}/reset?token=${resetToken}` : data.callbackURL;
    return { context: { query: { ...ctx.query, token, callbackURL } } };
  });

type Ctx = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** Throws the library's errors, which do not depend on existing accounts. */
function parseSignUp(ctx: Ctx, { minPasswordLength, maxPasswordLength }: SignUpOptions) {
  const { success, data, error } = Credentials.safeParse(ctx.body);
  if (!success) throw ctx.error("BAD_REQUEST", { message: `Invalid ${error.issues[0]?.path.join(".")}` });
  if (data.password.length < minPasswordLength)
    throw ctx.error("BAD_REQUEST", { message: "Password too short" });
  if (data.password.length > maxPasswordLength)
    throw ctx.error("BAD_REQUEST", { message: "Password too long" });
  return data;
}

const newToken = (): string => randomBytes(TOKEN_BYTES).toString("base64url");
const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");
const isHashOf = (hash: string, text: string): boolean =>
  timingSafeEqual(Buffer.from(hash, "hex"), Buffer.from(hashOf(text), "hex"));

const identifierOf = (email: string): string => `sign-up:${email}`;
const expiry = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;

/** Returns the token of the link: the row's ID and a secret. */
async function storePending(
  { database, linkSeconds }: SignUpOptions,
  pending: Omit<PendingSignUp, "secretHash">,
): Promise<string> {
  const [id, secret] = [randomUUID(), newToken()];
  const value = JSON.stringify({ ...pending, secretHash: hashOf(secret) } satisfies PendingSignUp);
  const identifier = identifierOf(pending.email);
  await database.insert(verification).values({ id, identifier, value, expiresAt: expiry(linkSeconds) });
  return `${id}.${secret}`;
}

const TOKEN = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{43})$/u;

/** Returns the sign-up of a link. It stays valid after it was opened, because programs that check mails for viruses open links. */
async function findPending({ database }: SignUpOptions, token: string): Promise<PendingSignUp | undefined> {
  const [, id, secret] = TOKEN.exec(token) ?? [];
  if (id === undefined || secret === undefined) return undefined;
  const [row] = await database
    .select({ identifier: verification.identifier, value: verification.value })
    .from(verification)
    .where(and(eq(verification.id, id), gt(verification.expiresAt, sql`now()`)));
  if (!row?.identifier.startsWith(identifierOf(""))) return undefined;
  const pending = JSON.parse(row.value) as PendingSignUp;
  return isHashOf(pending.secretHash, secret) ? pending : undefined;
}

/** Returns the newest pending sign-up of an address from this browser. */
async function findOwn(
  { database }: SignUpOptions,
  email: string,
  browser: string,
): Promise<PendingSignUp | undefined> {
  const rows = await database
    .select({ value: verification.value })
    .from(verification)
    .where(and(eq(verification.identifier, identifierOf(email)), gt(verification.expiresAt, sql`now()`)))
    .orderBy(desc(verification.createdAt));
  return rows
    .map(({ value }) => JSON.parse(value) as PendingSignUp)
    .find(({ browserHash }) => isHashOf(browserHash, browser));
}

async function isConfirmed({ database }: SignUpOptions, email: string): Promise<boolean> {
  const [row] = await database
    .select({ isConfirmed: user.emailVerified })
    .from(user)
    .where(eq(user.email, email));
  return row?.isConfirmed ?? false;
}

/**
 * Creates the account of a sign-up, unless it exists. The browser that signed up gives it its password. For another browser, returns
 * the token with which its user chooses one.
 */
function createAccount(
  { database, linkSeconds }: SignUpOptions,
  pending: PendingSignUp,
  browser: string | null | undefined,
): Promise<string | undefined> {
  const { name, email, image, passwordHash, browserHash } = pending;
  return database.transaction(async (tx) => {
    await tx
      .insert(user)
      .values({ id: randomUUID(), name, email, image })
      .onConflictDoNothing({ target: user.email });
    const [row] = await tx.select().from(user).where(eq(user.email, email)).for("update");
    if (!row) throw new Error("The user was deleted while the address was being confirmed.");
    const userId = row.id;
    const isPassword = and(eq(account.userId, userId), eq(account.providerId, "credential"));
    // Set by a person who did not confirm the address.
    if (!row.emailVerified) await tx.delete(account).where(isPassword);
    else if ((await tx.$count(account, isPassword)) > 0) return undefined;
    if (browser && isHashOf(browserHash, browser)) {
      if (!row.emailVerified) await tx.update(user).set({ name, image }).where(eq(user.id, userId));
      const id = randomUUID();
      await tx
        .insert(account)
        .values({ id, userId, accountId: userId, providerId: "credential", password: passwordHash });
      return undefined;
    }
    const token = newToken();
    await tx.insert(verification).values({
      id: randomUUID(),
      identifier: `reset-password:${token}`,
      value: userId,
      expiresAt: expiry(linkSeconds),
    });
    return token;
  });
}
