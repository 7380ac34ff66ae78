import { ApiError } from "@knockon/contract/client";
import { SIGN_IN_PATH } from "@knockon/contract/operation";
import { queryOptions } from "@tanstack/react-query";
import * as z from "zod";

const Session = z
  .object({
    user: z.object({ id: z.string(), name: z.string(), email: z.string() }),
    session: z.object({ id: z.string() }),
  })
  .nullable();
const PROVIDERS = ["github", "gitlab"] as const;
export type Provider = (typeof PROVIDERS)[number];
export const PROVIDER_NAMES: Record<Provider, string> = { github: "GitHub", gitlab: "GitLab" };

/** The signed-in user, or null. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async ({ signal }) => Session.parse(await request("/get-session", { signal })),
  staleTime: 5 * 60_000,
});

/** The configured sign-in providers. */
export const providersQuery = queryOptions({
  queryKey: ["providers"],
  queryFn: async ({ signal }) => z.array(z.enum(PROVIDERS)).parse(await request("/providers", { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});

/** If the email is not verified yet, the server sends a link that redirects to `next`. */
export const signIn = (body: { email: string; password: string }, next?: string) =>
  post("/sign-in/email", { ...body, callbackURL: verifyPath(next) });

/** Sends a link that signs the user in and redirects to `next`. */
export const signUp = (body: { name: string; email: string; password: string }, next?: string) =>
  post("/sign-up/email", { ...body, callbackURL: verifyPath(next) });

export const resendVerification = (email: string, next?: string) =>
  post("/send-verification-email", { email, callbackURL: verifyPath(next) });

const verifyPath = (next: string | undefined): string =>
  next === undefined ? "/verify" : `/verify?next=${encodeURIComponent(next)}`;

export const requestPasswordReset = (email: string) =>
  post("/request-password-reset", { email, redirectTo: "/reset" });

export const resetPassword = (body: { token: string; newPassword: string }) => post("/reset-password", body);

export const signOut = () => post("/sign-out", {});

const OpenSession = z.object({
  id: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  userAgent: z.string().nullish(),
});
export type OpenSession = z.infer<typeof OpenSession>;

/** The user's sessions on all devices. */
export const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: async ({ signal }) => z.array(OpenSession).parse(await request("/list-sessions", { signal })),
});

const Login = z.object({ providerId: z.string(), accountId: z.string(), createdAt: z.string() });

/** The user's ways to sign in: `credential` is a password. */
export const loginsQuery = queryOptions({
  queryKey: ["logins"],
  queryFn: async ({ signal }) => z.array(Login).parse(await request("/list-accounts", { signal })),
});

export const updateName = (name: string) => post("/update-user", { name });

/** Ends all other sessions. */
export const changePassword = (body: { currentPassword: string; newPassword: string }) =>
  post("/change-password", { ...body, revokeOtherSessions: true });

export const endOtherSessions = () => post("/revoke-other-sessions", {});

export const unlinkLogin = (providerId: string) => post("/unlink-account", { providerId });

/** Returns the provider's URL, which redirects back to the account page. */
export const startLinking = async (provider: Provider): Promise<string> => {
  const { pathname } = location;
  const body = { provider, callbackURL: pathname, errorCallbackURL: pathname, disableRedirect: true };
  return z.object({ url: z.url() }).parse(await post("/link-social", body)).url;
};

/** Requires the password, or a session that is less than a day old. */
export const deleteAccount = (password: string | undefined) =>
  post("/delete-user", password === undefined ? {} : { password });

/** Returns the provider's sign-in URL, which redirects back to `next`. */
export async function startSocialSignIn(provider: Provider, next: string): Promise<string> {
  const body = { provider, callbackURL: next, errorCallbackURL: "/login", disableRedirect: true };
  return z.object({ url: z.url() }).parse(await post("/sign-in/social", body)).url;
}

const post = (path: string, body: object): Promise<unknown> =>
  request(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

/** The message of the first invalid field. */
const ValidationIssues = z
  .tuple([z.object({ loc: z.array(z.string()), msg: z.string() })], z.unknown())
  .transform(([{ loc, msg }]) => `${loc.at(-1)}: ${msg}`);

async function request(path: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(SIGN_IN_PATH + path, init);
  const text = await response.text();
  const answer: unknown = text === "" ? null : JSON.parse(text);
  if (response.ok) return answer;
  const { detail } = z
    .object({ detail: z.union([z.string(), ValidationIssues]) })
    .catch({ detail: `HTTP ${response.status}` })
    .parse(answer);
  throw new ApiError(response.status, detail, response.headers.get("X-Request-ID"), answer);
}
