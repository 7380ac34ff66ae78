import { listWorkspaces } from "@knockon/contract/operations/workspace";
import { SIGN_IN_PATH } from "@knockon/contract/operation";
import { user } from "@knockon/db/schema/user.sql";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startFakeOAuthServer, type FakeOAuthServer } from "../testing/fake-oauth-server.ts";
import { cookieOf, postSignIn } from "../testing/test-person.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import { sendRequest } from "../testing/test-workspace.ts";

let service: TestService;
let fake: FakeOAuthServer;

const gitLabUser = (name: string, id: number) => ({
  id,
  name,
  email: `${name.toLowerCase()}@acme.example`,
  confirmed_at: "2026-01-01T00:00:00Z",
});

beforeAll(async () => {
  fake = await startFakeOAuthServer(gitLabUser("Unused", 1));
  service = await startTestService({
    signIn: { gitlab: fake, github: { clientId: "hub", clientSecret: "hub's secret" } },
  });
});

afterAll(async () => {
  fake.close();
  await service.close();
});

/** Starts a sign-in. Returns the URL that the browser is sent to, and its cookies. */
async function begin(provider: string) {
  const body = { provider, callbackURL: "/welcome" };
  const response = await postSignIn(service, "/sign-in/social", body);
  expect(response.status).toBe(200);
  const { url } = (await response.json()) as { url: string };
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0] ?? "");
  return { url: new URL(url), Cookie: cookies.join("; ") };
}

/** Grants the request at the fake server. Returns the callback that the browser is redirected to. */
async function authorize({ url }: { url: URL }): Promise<string> {
  const back = new URL((await fetch(url, { redirect: "manual" })).headers.get("Location") ?? "");
  return back.pathname + back.search;
}

/** Signs in through GitLab. Returns the final redirect and the session cookie. */
async function signInWithGitLab() {
  const started = await begin("gitlab");
  const response = await service.request(await authorize(started), { headers: { Cookie: started.Cookie } });
  return { to: response.headers.get("Location"), session: cookieOf(response) };
}

const findUser = (email: string) => service.shared.database.select().from(user).where(eq(user.email, email));

describe("signing in with GitLab", () => {
  it("creates an account for the confirmed address, and signs in to it again", async () => {
    fake.user = gitLabUser("Gita", 7);
    const first = await signInWithGitLab();
    expect(first.to).toBe("/welcome");
    const response = await sendRequest(service, listWorkspaces, { headers: { Cookie: first.session } });
    expect(response.status).toBe(200);
    fake.user = { ...fake.user, email: "renamed@acme.example" };
    expect((await signInWithGitLab()).session).toBeTruthy();
    expect(await findUser("gita@acme.example")).toMatchObject([{ name: "Gita", emailVerified: true }]);
    expect(await findUser("renamed@acme.example")).toEqual([]);
  });

  it("rejects a state of another browser, an invented state and a used one", async () => {
    fake.user = gitLabUser("Mallory", 8);
    const [own, foreign] = [await begin("gitlab"), await begin("gitlab")];
    const back = await authorize(foreign);
    const rejected = [
      await service.request(back, { headers: { Cookie: own.Cookie } }),
      await service.request(back),
      await service.request(back.replace(/state=\w+/u, "state=invented"), {
        headers: { Cookie: own.Cookie },
      }),
    ];
    const used = await authorize(own);
    const accepted = await service.request(used, { headers: { Cookie: own.Cookie } });
    expect(cookieOf(accepted)).toBeTruthy();
    rejected.push(await service.request(used, { headers: { Cookie: own.Cookie } }));
    for (const response of rejected) {
      expect(response.headers.get("Location")).toMatch(/^http:\/\/localhost\/login\?.*error=/u);
      expect(cookieOf(response)).toBe("");
    }
  });

  it("rejects a code that was issued for another request", async () => {
    const [own, foreign] = [await begin("gitlab"), await begin("gitlab")];
    const code = new URLSearchParams((await authorize(foreign)).split("?")[1]).get("code") ?? "";
    const back = (await authorize(own)).replace(/code=[^&]+/u, `code=${code}`);
    const response = await service.request(back, { headers: { Cookie: own.Cookie } });
    expect(response.headers.get("Location")).toContain("error=invalid_code");
  });
});

describe("an OAuth identity", () => {
  it("joins the account of its address if both have confirmed it [D-10.46]", async () => {
    const { id, email } = await service.signUp("Vera");
    fake.user = gitLabUser("Vera", 20);
    const { session } = await signInWithGitLab();
    const current = await service.request(`${SIGN_IN_PATH}/get-session`, { headers: { Cookie: session } });
    expect(await current.json()).toMatchObject({ user: { id, email } });
  });

  it("does not join an account with an unconfirmed address, which another user may have signed up with [D-10.46]", async () => {
    await service.signUp("Victim", { confirms: false });
    fake.user = gitLabUser("Victim", 21);
    expect(await signInWithGitLab()).toEqual({
      to: "http://localhost/login?error=account_not_linked",
      session: "",
    });
  });

  it("joins and creates no account if its address is unconfirmed [D-10.46]", async () => {
    const { email } = await service.signUp("Wendy");
    for (const person of [gitLabUser("Wendy", 22), gitLabUser("Unknown", 23)]) {
      fake.user = { ...person, confirmed_at: null };
      const { to, session } = await signInWithGitLab();
      expect(to).toContain("http://localhost/login?error=");
      expect(session).toBe("");
    }
    expect(await findUser(email)).toHaveLength(1);
    expect(await findUser("unknown@acme.example")).toEqual([]);
  });
});

it("the request to GitHub has a state, PKCE and the redirect URI", async () => {
  const { url } = await begin("github");
  expect(url.origin + url.pathname).toBe("https://github.com/login/oauth/authorize");
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    client_id: "hub",
    redirect_uri: `http://localhost${SIGN_IN_PATH}/callback/github`,
    code_challenge_method: "S256",
    code_challenge: expect.stringMatching(/^[\w-]{43}$/u),
    state: expect.stringMatching(/^[\w-]{32}$/u),
  });
});

it("GET /auth/providers lists the enabled providers; others return 404", async () => {
  const none = await startTestService();
  try {
    const providersOf = async (one: TestService) => (await one.request(`${SIGN_IN_PATH}/providers`)).json();
    expect(await providersOf(service)).toEqual(["github", "gitlab"]);
    expect(await providersOf(none)).toEqual([]);
    const rejected = await postSignIn(none, "/sign-in/social", { provider: "github", callbackURL: "/" });
    expect([rejected.status, await rejected.json()]).toEqual([404, { detail: "Provider not found" }]);
  } finally {
    await none.close();
  }
});
