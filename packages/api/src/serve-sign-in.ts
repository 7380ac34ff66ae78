import { SIGN_IN_PATH } from "@knockon/contract/operation";
import {
  isProfileImage,
  isProfileName,
  MAX_PROFILE_IMAGE_LENGTH,
  MAX_PROFILE_NAME_LENGTH,
} from "@knockon/core/ports/profile";
import { InvalidInputError } from "@knockon/core/errors";
import type { SignIn } from "@knockon/core/ports/sign-in";
import {
  DEVICE_COOKIE,
  deviceCookie,
  limitAttempts,
  type AttemptLimits,
} from "@knockon/core/session/limit-attempts";
import type { Context as HttpContext, Handler } from "hono";
import { getCookie } from "hono/cookie";
import { serialize } from "hono/utils/cookie";
import type { AppEnv } from "./app-env.ts";
import { notFound } from "./error-response.ts";
import { readJson } from "./request-body.ts";

export interface SignInOptions {
  answer: SignIn;
  limits: AttemptLimits;
  /** Returns the client's IP address. */
  addressOf: (c: HttpContext<AppEnv>) => string;
}

/** Accepts JSON bodies only: a form would bypass the rate limit, which reads the email address from the JSON body. */
export function serveSignIn({ answer, limits, addressOf }: SignInOptions): Handler<AppEnv> {
  const limit = limitAttempts(limits);
  return async (c) => {
    const body = await readJson(c.req);
    const path = c.req.path.slice(SIGN_IN_PATH.length);
    assertStorable(c.req.url, body);
    if (PROFILE_PATHS.has(path)) assertProfile(body);
    const email = emailIn(body);
    if (email !== undefined && email.length > MAX_EMAIL_LENGTH)
      throw new InvalidInputError(["body", "email"], `Must be at most ${MAX_EMAIL_LENGTH} characters.`);
    await limit({ path, address: addressOf(c), email, device: getCookie(c, DEVICE_COOKIE) });
    const response = (await answer({ request: c.req.raw, body })) ?? (await notFound(c));
    if (path === "/sign-in/email" && response.ok && email !== undefined) markDevice(response, email, limits);
    return response;
  };
}

const PROFILE_PATHS: ReadonlySet<string> = new Set(["/sign-up/email", "/update-user"]);

/** The longest address that mail servers accept. Postgres cannot index a text of more than 2,700 bytes. */
const MAX_EMAIL_LENGTH = 254;
/** Bodies of the endpoints have two levels. */
const MAX_DEPTH = 8;

/**
 * Throws InvalidInputError for a NUL character anywhere in a request, because Postgres cannot store one, and for a body that is nested
 * so deeply that it would exceed the call stack.
 */
function assertStorable(url: string, body: unknown): void {
  if (isDeeper(body, MAX_DEPTH))
    throw new InvalidInputError(["body"], `Must not be nested more than ${MAX_DEPTH} levels deep.`);
  if (url.includes("%00")) throw new InvalidInputError(["query"], "Must not contain NUL characters.");
  if (JSON.stringify(body ?? null).includes(String.raw`\u0000`))
    throw new InvalidInputError(["body"], "Must not contain NUL characters.");
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((one) => isDeeper(one, levels - 1)));

/** Throws InvalidInputError for a name or image that is not within the limits of a profile. */
function assertProfile(body: unknown): void {
  if (typeof body !== "object" || body === null) return;
  if ("name" in body && !isProfileName(body.name))
    throw new InvalidInputError(
      ["body", "name"],
      `Must be 1 to ${MAX_PROFILE_NAME_LENGTH} characters without control characters.`,
    );
  if ("image" in body && body.image != null && !isProfileImage(body.image))
    throw new InvalidInputError(
      ["body", "image"],
      `Must be an https URL of at most ${MAX_PROFILE_IMAGE_LENGTH} characters.`,
    );
}

const DEVICE_SECONDS = 400 * 24 * 60 * 60;

/** The browser keeps its own limit of attempts, so that others cannot lock its user out. */
function markDevice(response: Response, email: string, { secret }: AttemptLimits): void {
  const cookie = serialize(DEVICE_COOKIE, deviceCookie(email, secret), {
    httpOnly: true,
    sameSite: "Lax",
    path: SIGN_IN_PATH,
    maxAge: DEVICE_SECONDS,
    secure: /;\s*secure/iu.test(response.headers.get("Set-Cookie") ?? ""),
  });
  response.headers.append("Set-Cookie", cookie);
}

const emailIn = (body: unknown): string | undefined =>
  typeof body === "object" && body !== null && "email" in body && typeof body.email === "string"
    ? body.email
    : undefined;
