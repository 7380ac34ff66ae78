import { SIGN_IN_PATH } from "@knockon/contract/operation";
import type { SignIn } from "@knockon/core/ports/sign-in";
import { limitAttempts, type AttemptLimits } from "@knockon/core/session/limit-attempts";
import type { Context as HttpContext, Handler } from "hono";
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
    await limit({ path, address: addressOf(c), email: emailIn(body) });
    return (await answer({ request: c.req.raw, body })) ?? notFound(c);
  };
}

const emailIn = (body: unknown): string | undefined =>
  typeof body === "object" && body !== null && "email" in body && typeof body.email === "string"
    ? body.email
    : undefined;
