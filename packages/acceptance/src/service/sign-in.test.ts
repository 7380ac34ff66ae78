import { SIGN_IN_PATH } from "@knockon/contract/operation";
import { user } from "@knockon/db/schema/user.sql";
import { rateBucket } from "@knockon/db/schema/rate-bucket.sql";
import { eq } from "drizzle-orm";
import { PER_ACCOUNT, PER_ADDRESS } from "@knockon/core/session/limit-attempts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALLOWED_ORIGIN } from "../testing/test-workspace.ts";
import { cookieOf, PASSWORD, postSignIn } from "../testing/test-person.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";

const MINIMUM_RESPONSE_MS = 200;

let service: TestService;
let clock = Date.UTC(2026, 0, 1);
const logged: string[] = [];

beforeAll(async () => {
  const log = (message: string, fields?: object) => void logged.push(`${message} ${JSON.stringify(fields)}`);
  service = await startTestService({
    now: () => new Date(clock),
    log: { info: log, error: log },
    minimumResponseMs: MINIMUM_RESPONSE_MS,
  });
});

afterAll(() => service.close());

const WRONG = { detail: "The address or the password is wrong, or the address is not confirmed yet." };
let addresses = 0;
/** Returns an unused email address without counted attempts. */
const newEmail = (): string => `person${(addresses += 1)}@acme.example`;

const signIn = (email: string, password: string, client?: { address: string }) =>
  postSignIn(service, "/sign-in/email", { email, password }, {}, client);

/** Returns a response without the headers that always differ. */
async function comparable(response: Response) {
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

describe("sign-in attempts at one account", () => {
  it("are limited to five a minute from any number of addresses [D-10.48]", async () => {
    const { email } = await service.signUp("Ada");
    const guesses = times(20, (index) =>
      signIn(index % 2 ? email : email.toUpperCase(), `guess ${index} of many`),
    );
    expect(await statusesOf(guesses)).toEqual({ 401: PER_ACCOUNT, 429: 20 - PER_ACCOUNT });
    const rejected = await signIn(email, PASSWORD);
    const seconds = Number(rejected.headers.get("Retry-After"));
    expect(rejected.status).toBe(429);
    expect(seconds).toBeGreaterThan(0);
    expect(await rejected.json()).toEqual({
      detail: `Too many requests. Try again in ${seconds} s.`,
      retry_after: seconds,
    });
    expect((await signIn(newEmail(), PASSWORD)).status).toBe(401);
    clock += seconds * 1000;
    expect((await signIn(email, PASSWORD)).status).toBe(200);
  });

  it("are counted without names or addresses", async () => {
    const keys = (await service.shared.database.select({ key: rateBucket.key }).from(rateBucket)).map(
      ({ key }) => key,
    );
    expect(keys.filter((key) => key.startsWith("sign-in:")).length).toBeGreaterThan(1);
    expect(keys.filter((key) => key.includes("@") || key.includes("ada"))).toEqual([]);
  });

  it("are counted for every spelling of the path", async () => {
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

describe("sign-in attempts from one address", () => {
  const from = (address: string) => times(PER_ADDRESS + 5, () => signIn(newEmail(), PASSWORD, { address }));

  it("are limited to thirty a minute at any number of accounts, separately from other addresses [D-10.48]", async () => {
    clock += 3_600_000;
    expect(await statusesOf(from("192.0.2.1"))).toEqual({ 401: PER_ADDRESS, 429: 5 });
    expect((await signIn(newEmail(), PASSWORD, { address: "192.0.2.2" })).status).toBe(401);
    expect((await signIn(newEmail(), PASSWORD, { address: "::ffff:192.0.2.1" })).status).toBe(429);
  });

  it("are counted per /64 network in IPv6", async () => {
    expect(await statusesOf(from("2001:db8::1"))).toEqual({ 401: PER_ADDRESS, 429: 5 });
    expect((await signIn(newEmail(), PASSWORD, { address: "2001:db8::ffff:2" })).status).toBe(429);
    expect((await signIn(newEmail(), PASSWORD, { address: "2001:db8:0:1::1" })).status).toBe(401);
  });

  it("do not include session requests, which the application sends often", async () => {
    const getSession = () => service.request(`${SIGN_IN_PATH}/get-session`, {}, { address: "192.0.2.1" });
    expect(await statusesOf(times(PER_ADDRESS + 1, getSession))).toEqual({ 200: PER_ADDRESS + 1 });
  });
});

describe("the existence of an account", () => {
  it("is not revealed by a sign-up, except in the email", async () => {
    const { email } = await service.signUp("Known");
    const fresh = newEmail();
    const responses = [];
    for (const one of [email, fresh]) {
      const start = performance.now();
      const response = await postSignIn(service, "/sign-up/email", {
        name: "X",
        email: one,
        password: PASSWORD,
      });
      expect(performance.now() - start).toBeGreaterThan(MINIMUM_RESPONSE_MS - 10);
      responses.push(await comparable(response));
    }
    expect(responses[0]).toEqual(responses[1]);
    expect(responses[0]).toMatchObject({ status: 200, body: '{"status":true}' });
    const subjects = [email, fresh].map((to) => service.mails.findLast((mail) => mail.to === to)?.subject);
    expect(subjects).toEqual(["You have an account at Knockon", "Confirm your address for Knockon"]);
  });

  it("is not revealed by a sign-in after a sign-up with the same address", async () => {
    const { email } = await service.signUp("Occupied");
    const fresh = newEmail();
    const password = "another user's password";
    for (const one of [email, fresh]) {
      await postSignIn(service, "/sign-up/email", { name: "X", email: one, password });
    }
    const responses = [
      await signIn(email, password),
      await signIn(fresh, password),
      await signIn(newEmail(), password),
    ];
    const [first, ...others] = await Promise.all(responses.map(comparable));
    expect(others).toEqual([first, first]);
    expect(first).toMatchObject({ status: 401, body: JSON.stringify(WRONG) });
  });

  it("is not revealed by a password reset", async () => {
    const { email } = await service.signUp("Forgetful");
    const responses = [email, newEmail()].map(async (one) => {
      const start = performance.now();
      const response = await postSignIn(service, "/request-password-reset", { email: one });
      expect(performance.now() - start).toBeGreaterThan(MINIMUM_RESPONSE_MS - 10);
      return comparable(response);
    });
    const [known, unknown] = await Promise.all(responses);
    expect(known).toEqual(unknown);
    expect(known?.status).toBe(200);
  });

  it("is not in the log", () => {
    expect(logged.filter((line) => line.includes("@acme.example"))).toEqual([]);
  });
});

it("a user has no session before confirming the address", async () => {
  const email = newEmail();
  const response = await postSignIn(service, "/sign-up/email", { name: "X", email, password: PASSWORD });
  expect(response.headers.getSetCookie()).toEqual([]);
  expect((await signIn(email, PASSWORD)).status).toBe(401);
  await service.shared.database.update(user).set({ emailVerified: true }).where(eq(user.email, email));
  expect((await signIn(email, PASSWORD)).status).toBe(200);
});

describe("a sign-in response", () => {
  const get = (path: string, headers = {}) => service.request(`${SIGN_IN_PATH}${path}`, { headers });

  it("has the session only in its cookie, not in its body", async () => {
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
    const responses = [
      signedIn,
      await get("/get-session", headers),
      await postSignIn(service, "/update-user", { name: "Theresa" }, headers),
      await postSignIn(service, "/change-password", change, headers),
    ];
    for (const response of responses) {
      expect(response.status).toBe(200);
      const body = await response.text();
      expect(body).not.toContain(token);
      expect(body).not.toMatch(/"token"/u);
    }
    expect((await get("/get-session", { Cookie: cookie })).status).toBe(200);
  });

  it("returns the signed-in user", async () => {
    const { id, email, cookie } = await service.signUp("Uma");
    const current = (await (await get("/get-session", { Cookie: cookie })).json()) as object;
    expect(current).toMatchObject({ user: { id, email, emailVerified: true }, session: { userId: id } });
    expect(await (await get("/get-session")).json()).toBeNull();
  });

  it("has the service's error format, readable by the application", async () => {
    const headers = { "X-Request-ID": "request-1" };
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
      expect(response.headers.get("X-Request-ID")).toBe("request-1");
      expect(response.headers.get("Access-Control-Allow-Origin")).toBe(ALLOWED_ORIGIN);
      expect(await response.json()).toEqual({ detail: expect.any(String) });
    }
    expect(wrong.map(({ status }) => status)).toEqual([401, 400, 400, 400, 400, 401, 404, 404, 401]);
  });

  it("is 422 for a body that is not JSON or too large", async () => {
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
