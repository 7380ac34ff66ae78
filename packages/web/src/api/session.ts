import { ApiError } from "@knockon/contract/client";
import { SIGN_IN_PATH } from "@knockon/contract/operation";
import { queryOptions } from "@tanstack/react-query";
import * as z from "zod";

const Session = z
  .object({ user: z.object({ id: z.string(), name: z.string(), email: z.string() }) })
  .nullable();
const PROVIDERS = ["github", "gitlab"] as const;
export type Provider = (typeof PROVIDERS)[number];

/** Who is signed in; null for nobody. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async ({ signal }) => Session.parse(await ask("/get-session", { signal })),
  staleTime: 5 * 60_000,
});

/** The services that people may sign in with. */
export const providersQuery = queryOptions({
  queryKey: ["providers"],
  queryFn: async ({ signal }) => z.array(z.enum(PROVIDERS)).parse(await ask("/providers", { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});

export const signIn = (body: { email: string; password: string }) =>
  post("/sign-in/email", { ...body, callbackURL: "/verify" });

/** Sends a mail with a link; nobody is signed in before it is opened. */
export const signUp = (body: { name: string; email: string; password: string }) =>
  post("/sign-up/email", { ...body, callbackURL: "/verify" });

export const resendVerification = (email: string) =>
  post("/send-verification-email", { email, callbackURL: "/verify" });

export const requestPasswordReset = (email: string) =>
  post("/request-password-reset", { email, redirectTo: "/reset" });

export const resetPassword = (body: { token: string; newPassword: string }) => post("/reset-password", body);

export const signOut = () => post("/sign-out", {});

/** Where the browser goes to sign in with another service; it comes back to `next`. */
export async function startSocialSignIn(provider: Provider, next: string): Promise<string> {
  const body = { provider, callbackURL: next, errorCallbackURL: "/login", disableRedirect: true };
  return z.object({ url: z.url() }).parse(await post("/sign-in/social", body)).url;
}

const post = (path: string, body: object): Promise<unknown> =>
  ask(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

async function ask(path: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(SIGN_IN_PATH + path, init);
  const text = await response.text();
  const answer: unknown = text === "" ? null : JSON.parse(text);
  if (response.ok) return answer;
  const { detail } = z
    .object({ detail: z.string() })
    .catch({ detail: `HTTP ${response.status}` })
    .parse(answer);
  throw new ApiError(response.status, detail, response.headers.get("X-Request-ID"), answer);
}
