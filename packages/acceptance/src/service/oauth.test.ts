import { listWorkspaces } from "@knockon/contract/operations/workspace";
import { SIGN_IN_PATH } from "@knockon/contract/operation";
import { user } from "@knockon/db/schema/user.sql";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startOAuthPeer, type OAuthPeer } from "../testing/oauth-peer.ts";
import { cookieOf, PASSWORD, postSignIn } from "../testing/test-person.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import { ask } from "../testing/test-workspace.ts";

let service: TestService;
let peer: OAuthPeer;

const personOf = (name: string, id: number) => ({
  id,
  name,
  email: `${name.toLowerCase()}@acme.example`,
  confirmed_at: "2026-01-01T00:00:00Z",
});

beforeAll(async () => {
  peer = await startOAuthPeer(personOf("Nobody", 1));
  service = await startTestService({
    signIn: { gitlab: peer, github: { clientId: "hub", clientSecret: "hub's secret" } },
  });
});

afterAll(async () => {
  peer.close();
  await service.close();
});

/** Where the browser is sent to sign in, and the cookies that it keeps meanwhile. */
async function begin(provider: string) {
  const body = { provider, callbackURL: "/welcome" };
  const response = await postSignIn(service, "/sign-in/social", body);
  expect(response.status).toBe(200);
  const { url } = (await response.json()) as { url: string };
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0] ?? "");
  return { url: new URL(url), Cookie: cookies.join("; ") };
}

/** The way back that the peer sends the browser. */
async function agree({ url }: { url: URL }): Promise<string> {
  const back = new URL((await fetch(url, { redirect: "manual" })).headers.get("Location") ?? "");
  return back.pathname + back.search;
}

/** The whole way; where it ends, and the session that it made. */
async function signInAtPeer() {
  const begun = await begin("gitlab");
  const response = await service.request(await agree(begun), { headers: { Cookie: begun.Cookie } });
  return { to: response.headers.get("Location"), session: cookieOf(response) };
}

const findUser = (email: string) => service.shared.database.select().from(user).where(eq(user.email, email));

describe("signing in with GitLab", () => {
  it("makes an account of the confirmed address, and the same again", async () => {
    peer.user = personOf("Gita", 7);
    const first = await signInAtPeer();
    expect(first.to).toBe("/welcome");
    const asked = await ask(service, listWorkspaces, { headers: { Cookie: first.session } });
    expect(asked.status).toBe(200);
    peer.user = { ...peer.user, email: "renamed@acme.example" };
    expect((await signInAtPeer()).session).toBeTruthy();
    expect(await findUser("gita@acme.example")).toMatchObject([{ name: "Gita", emailVerified: true }]);
    expect(await findUser("renamed@acme.example")).toEqual([]);
  });

  it("is refused with a state that another browser began with, or that nobody did, or once more", async () => {
    peer.user = personOf("Mallory", 8);
    const [own, foreign] = [await begin("gitlab"), await begin("gitlab")];
    const back = await agree(foreign);
    const refused = [
      await service.request(back, { headers: { Cookie: own.Cookie } }),
      await service.request(back),
      await service.request(back.replace(/state=\w+/u, "state=invented"), {
        headers: { Cookie: own.Cookie },
      }),
    ];
    const used = await agree(own);
    const accepted = await service.request(used, { headers: { Cookie: own.Cookie } });
    expect(cookieOf(accepted)).toBeTruthy();
    refused.push(await service.request(used, { headers: { Cookie: own.Cookie } }));
    for (const response of refused) {
      expect(response.headers.get("Location")).toMatch(/^http:\/\/localhost\/login\?.*error=/u);
      expect(cookieOf(response)).toBe("");
    }
  });

  it("is refused for a code that was asked for by somebody else", async () => {
    const [own, foreign] = [await begin("gitlab"), await begin("gitlab")];
    const code = new URLSearchParams((await agree(foreign)).split("?")[1]).get("code") ?? "";
    const back = (await agree(own)).replace(/code=[^&]+/u, `code=${code}`);
    const response = await service.request(back, { headers: { Cookie: own.Cookie } });
    expect(response.headers.get("Location")).toContain("error=invalid_code");
  });
});

describe("an identity of another service", () => {
  it("joins the account of its address where both have confirmed it [D-10.46]", async () => {
    const { id, email } = await service.signUp("Vera");
    peer.user = personOf("Vera", 20);
    const { session } = await signInAtPeer();
    const current = await service.request(`${SIGN_IN_PATH}/get-session`, { headers: { Cookie: session } });
    expect(await current.json()).toMatchObject({ user: { id, email } });
  });

  it("joins none whose address only it has confirmed, which somebody else may have signed up with [D-10.46]", async () => {
    const email = "victim@acme.example";
    await postSignIn(service, "/sign-up/email", { name: "X", email, password: PASSWORD });
    peer.user = personOf("Victim", 21);
    expect(await signInAtPeer()).toEqual({
      to: "http://localhost/login?error=account_not_linked",
      session: "",
    });
  });

  it("that has not confirmed its address joins none, and makes none [D-10.46]", async () => {
    const { email } = await service.signUp("Wendy");
    for (const person of [personOf("Wendy", 22), personOf("Unknown", 23)]) {
      peer.user = { ...person, confirmed_at: null };
      const { to, session } = await signInAtPeer();
      expect(to).toContain("http://localhost/login?error=");
      expect(session).toBe("");
    }
    expect(await findUser(email)).toHaveLength(1);
    expect(await findUser("unknown@acme.example")).toEqual([]);
  });
});

it("GitHub is asked with a state, PKCE and the way back", async () => {
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

it("GET /auth/providers tells which are on; the others are refused", async () => {
  const none = await startTestService();
  try {
    const providersOf = async (one: TestService) => (await one.request(`${SIGN_IN_PATH}/providers`)).json();
    expect(await providersOf(service)).toEqual(["github", "gitlab"]);
    expect(await providersOf(none)).toEqual([]);
    const refused = await postSignIn(none, "/sign-in/social", { provider: "github", callbackURL: "/" });
    expect([refused.status, await refused.json()]).toEqual([404, { detail: "Provider not found" }]);
  } finally {
    await none.close();
  }
});
