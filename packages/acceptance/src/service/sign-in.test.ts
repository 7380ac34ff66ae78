import { SIGN_IN_PATH } from "@knockon/contract/operation";
import { user } from "@knockon/db/schema/user.sql";
import { rateBucket } from "@knockon/db/schema/rate-bucket.sql";
import { eq } from "drizzle-orm";
import { PER_ACCOUNT, PER_ADDRESS } from "@knockon/core/session/limit-attempts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALLOWED_ORIGIN } from "../testing/allowed-origin.ts";
import { cookieOf, PASSWORD, postSignIn } from "../testing/test-person.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";

let service: TestService;
let clock = Date.UTC(2026, 0, 1);
const logged: string[] = [];

beforeAll(async () => {
  const log = (message: string, fields?: object) => void logged.push(`${message} ${JSON.stringify(fields)}`);
  service = await startTestService({
    now: () => new Date(clock),
    log: { info: log, error: log },
    minimumResponseMs: 500,
  });
});

afterAll(() => service.close());

const WRONG = { detail: "The address or the password is wrong, or the address is not confirmed yet." };
let people = 0;
/** An address of nobody's, that nothing was counted of. */
const newEmail = (): string => `person${(people += 1)}@acme.example`;

const signIn = (email: string, password: string, from?: { address: string }) =>
  postSignIn(service, "/sign-in/email", { email, password }, {}, from);

/** All of a response that a client sees but what differs by nature. */
async function seen(response: Response) {
  const headers = Object.fromEntries(response.headers);
  expect(headers["x-request-id"]).toBeTruthy();
  delete headers["x-request-id"];
  delete headers["date"];
  return { status: response.status, headers, body: await response.text() };
}

const statusesOf = async (responses: Promise<Response>[]): Promise<Record<number, number>> => {
  const counts: Record<number, number> = {};
  for (const { status } of await Promise.all(responses)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

describe("attempts at one account", () => {
  it("are refused from the sixth a minute on, from however many addresses, and pass when it is over [D-10.48]", async () => {
    const { email } = await service.signUp("Ada");
    const guesses = times(20, (index) =>
      signIn(index % 2 ? email : email.toUpperCase(), `guess ${index} of many`),
    );
    expect(await statusesOf(guesses)).toEqual({ 401: PER_ACCOUNT, 429: 20 - PER_ACCOUNT });
    const refused = await signIn(email, PASSWORD);
    const seconds = Number(refused.headers.get("Retry-After"));
    expect(refused.status).toBe(429);
    expect(seconds).toBeGreaterThan(0);
    expect(await refused.json()).toEqual({
      detail: `Too many requests. Try again in ${seconds} s.`,
      retry_after: seconds,
    });
    expect((await signIn(newEmail(), PASSWORD)).status).toBe(401);
    clock += seconds * 1000;
    expect((await signIn(email, PASSWORD)).status).toBe(200);
  });

  it("leave nothing in the counter that names anybody", async () => {
    const keys = (await service.shared.database.select({ key: rateBucket.key }).from(rateBucket)).map(
      ({ key }) => key,
    );
    expect(keys.filter((key) => key.startsWith("sign-in:")).length).toBeGreaterThan(1);
    expect(keys.filter((key) => key.includes("@") || key.includes("ada"))).toEqual([]);
  });

  it("cannot be written in another way that is not counted", async () => {
    const email = newEmail();
    await Promise.all(times(PER_ACCOUNT, () => signIn(email, "a wrong password")));
    for (const path of ["/sign-in//email", "/sign-in/email/", "/sign-in/%65mail", "/sign-in/./email/x/.."]) {
      const { status } = await postSignIn(service, path, { email, password: PASSWORD });
      expect([404, 429]).toContain(status);
    }
    const body = new URLSearchParams({ email, password: PASSWORD });
    const form = await service.request(`${SIGN_IN_PATH}/sign-in/email`, { method: "POST", body });
    expect(form.status).toBe(422);
  });
});

describe("attempts from one address", () => {
  const from = (address: string) => times(PER_ADDRESS + 5, () => signIn(newEmail(), PASSWORD, { address }));

  it("are refused beyond thirty a minute, at however many accounts, and others' are not [D-10.48]", async () => {
    clock += 3_600_000;
    expect(await statusesOf(from("192.0.2.1"))).toEqual({ 401: PER_ADDRESS, 429: 5 });
    expect((await signIn(newEmail(), PASSWORD, { address: "192.0.2.2" })).status).toBe(401);
    expect((await signIn(newEmail(), PASSWORD, { address: "::ffff:192.0.2.1" })).status).toBe(429);
  });

  it("are those of its whole network in IPv6", async () => {
    expect(await statusesOf(from("2001:db8::1"))).toEqual({ 401: PER_ADDRESS, 429: 5 });
    expect((await signIn(newEmail(), PASSWORD, { address: "2001:db8::ffff:2" })).status).toBe(429);
    expect((await signIn(newEmail(), PASSWORD, { address: "2001:db8:0:1::1" })).status).toBe(401);
  });

  it("do not count whether somebody is signed in, which the application asks often", async () => {
    const ask = () => service.request(`${SIGN_IN_PATH}/get-session`, {}, { address: "192.0.2.1" });
    expect(await statusesOf(times(PER_ADDRESS + 1, ask))).toEqual({ 200: PER_ADDRESS + 1 });
  });
});

describe("whether an address has an account", () => {
  it("does not show when somebody signs up with it, except in its mail", async () => {
    const { email } = await service.signUp("Known");
    const fresh = newEmail();
    const answers = [];
    for (const one of [email, fresh]) {
      const begun = performance.now();
      const response = await postSignIn(service, "/sign-up/email", {
        name: "X",
        email: one,
        password: PASSWORD,
      });
      expect(performance.now() - begun).toBeGreaterThan(490);
      answers.push(await seen(response));
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ status: 200, body: '{"status":true}' });
    const subjects = [email, fresh].map((to) => service.mails.findLast((mail) => mail.to === to)?.subject);
    expect(subjects).toEqual(["You have an account at Knockon", "Confirm your address for Knockon"]);
  });

  it("does not show when one signs in after having signed up with it", async () => {
    const { email } = await service.signUp("Occupied");
    const fresh = newEmail();
    const password = "the password of somebody else";
    for (const one of [email, fresh]) {
      await postSignIn(service, "/sign-up/email", { name: "X", email: one, password });
    }
    const answers = [
      await signIn(email, password),
      await signIn(fresh, password),
      await signIn(newEmail(), password),
    ];
    const [first, ...others] = await Promise.all(answers.map(seen));
    expect(others).toEqual([first, first]);
    expect(first).toMatchObject({ status: 401, body: JSON.stringify(WRONG) });
  });

  it("does not show when a new password is asked for", async () => {
    const { email } = await service.signUp("Forgetful");
    const asked = [email, newEmail()].map(async (one) => {
      const begun = performance.now();
      const response = await postSignIn(service, "/request-password-reset", { email: one });
      expect(performance.now() - begun).toBeGreaterThan(490);
      return seen(response);
    });
    const [known, unknown] = await Promise.all(asked);
    expect(known).toEqual(unknown);
    expect(known?.status).toBe(200);
  });

  it("is in no line of the log", () => {
    expect(logged.filter((line) => line.includes("@acme.example"))).toEqual([]);
  });
});

it("nobody has a session before the address is confirmed", async () => {
  const email = newEmail();
  const response = await postSignIn(service, "/sign-up/email", { name: "X", email, password: PASSWORD });
  expect(response.headers.getSetCookie()).toEqual([]);
  expect((await signIn(email, PASSWORD)).status).toBe(401);
  await service.shared.database.update(user).set({ emailVerified: true }).where(eq(user.email, email));
  expect((await signIn(email, PASSWORD)).status).toBe(200);
});

describe("an answer", () => {
  const get = (path: string, headers = {}) => service.request(`${SIGN_IN_PATH}${path}`, { headers });

  it("has the session in its cookie and nowhere in its body", async () => {
    const { email, cookie } = await service.signUp("Tess");
    const signedIn = await signIn(email, PASSWORD);
    const token = decodeURIComponent(cookieOf(signedIn)).split("=")[1]?.split(".")[0] ?? "";
    expect(token.length).toBeGreaterThan(20);
    const headers = { Cookie: cookieOf(signedIn) };
    const change = {
      currentPassword: PASSWORD,
      newPassword: "another long password",
      revokeOtherSessions: true,
    };
    const answers = [
      signedIn,
      await get("/get-session", headers),
      await postSignIn(service, "/update-user", { name: "Theresa" }, headers),
      await postSignIn(service, "/change-password", change, headers),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      const body = await answer.text();
      expect(body).not.toContain(token);
      expect(body).not.toMatch(/"token"/u);
    }
    expect((await get("/get-session", { Cookie: cookie })).status).toBe(200);
  });

  it("tells who is signed in", async () => {
    const { id, email, cookie } = await service.signUp("Uma");
    const answer = (await (await get("/get-session", { Cookie: cookie })).json()) as object;
    expect(answer).toMatchObject({ user: { id, email, emailVerified: true }, session: { userId: id } });
    expect(await (await get("/get-session")).json()).toBeNull();
  });

  it("says what is wrong as the whole service does, readable for the application", async () => {
    const headers = { "X-Request-ID": "asked-1" };
    const wrong = [
      await postSignIn(service, "/sign-in/email", { email: newEmail(), password: "x" }, headers),
      await postSignIn(
        service,
        "/sign-up/email",
        { name: "X", email: newEmail(), password: "short" },
        headers,
      ),
      await postSignIn(service, "/sign-in/email", { email: 1 }, headers),
      await postSignIn(service, "/sign-in/email", [], headers),
      await postSignIn(service, "/reset-password", { token: "none", newPassword: PASSWORD }, headers),
      await postSignIn(service, "/change-password", { currentPassword: "x", newPassword: "y" }, headers),
      await postSignIn(service, "/delete-user", {}, headers),
      await get("/list-sessions", { ...headers, Origin: ALLOWED_ORIGIN }),
      await get("/verify-email?token=none", { ...headers, Origin: ALLOWED_ORIGIN }),
    ];
    for (const response of wrong) {
      expect(response.headers.get("X-Request-ID")).toBe("asked-1");
      expect(response.headers.get("Access-Control-Allow-Origin")).toBe(ALLOWED_ORIGIN);
      expect(await response.json()).toEqual({ detail: expect.any(String) });
    }
    expect(wrong.map(({ status }) => status)).toEqual([401, 400, 400, 400, 400, 401, 404, 404, 401]);
  });

  it("is 422 for what is no JSON, and for more of it than anybody needs", async () => {
    const send = (body: string, type = "application/json") =>
      service.request(`${SIGN_IN_PATH}/sign-in/email`, {
        method: "POST",
        headers: { "Content-Type": type, "Content-Length": String(body.length) },
        body,
      });
    const responses = [
      await send("{"),
      await send("a=b", "text/plain"),
      await send(`"${"x".repeat(2 ** 20)}"`),
    ];
    for (const response of responses) {
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ detail: [{ msg: expect.any(String) }] });
    }
  });
});
