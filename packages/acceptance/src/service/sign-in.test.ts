import { SIGN_IN_PATH } from "@knockon/contract/operation";
import { createWorkspace, listAuditEvents, listMembers } from "@knockon/contract/operations/workspace";
import { inWorkspace } from "@knockon/db/in-workspace";
import { membership } from "@knockon/db/schema/membership.sql";
import { rateBucket } from "@knockon/db/schema/rate-bucket.sql";
import { PER_ACCOUNT, PER_ADDRESS } from "@knockon/core/session/limit-attempts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALLOWED_ORIGIN } from "../testing/test-workspace.ts";
import {
  browserCookieOf,
  cookieOf,
  lastLink,
  openLink,
  PASSWORD,
  postSignIn,
} from "../testing/test-person.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";

const MINIMUM_RESPONSE_MS = 200;

let service: TestService;
let clock = Date.UTC(2026, 0, 1);
const logged: string[] = [];
const faults: string[] = [];

beforeAll(async () => {
  const log = (message: string, fields?: object) => void logged.push(`${message} ${JSON.stringify(fields)}`);
  const error = (message: string, fields?: object) => {
    faults.push(message);
    log(message, fields);
  };
  service = await startTestService({ now: () => new Date(clock), log: { info: log, error } });
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
  if (headers["set-cookie"]) headers["set-cookie"] = headers["set-cookie"].replace(/=[\w-]+/u, "=…");
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

  it("do not lock out a browser that signed in before", async () => {
    const { email } = await service.signUp("Grace");
    const signedIn = await signIn(email, PASSWORD);
    const device =
      signedIn.headers.getSetCookie().find((cookie) => cookie.startsWith("service_device=")) ?? "";
    expect(device).toMatch(/; HttpOnly; SameSite=Lax$/u);
    const from = (cookie: string, to = email, password = PASSWORD) =>
      postSignIn(
        service,
        "/sign-in/email",
        { email: to, password },
        { Cookie: cookie.split(";", 1)[0] ?? "" },
      );
    await Promise.all(times(20, (index) => signIn(email, `guess ${index} of many`)));
    expect((await signIn(email, PASSWORD)).status).toBe(429);
    expect((await from(device)).status).toBe(200);
    expect((await from(device.replace(/=./u, "=x"))).status).toBe(429);
    // The cookie belongs to one account, and has a separate limit.
    const { email: other } = await service.signUp("Hopper");
    await Promise.all(times(PER_ACCOUNT, () => signIn(other, "a wrong password")));
    expect((await from(device, other)).status).toBe(429);
    expect(await statusesOf(times(PER_ACCOUNT, () => from(device, email, "a wrong password")))).toEqual({
      401: PER_ACCOUNT - 1,
      429: 1,
    });
  });

  it("are counted without names or addresses", async () => {
    const keys = (await service.shared.database.select({ key: rateBucket.key }).from(rateBucket)).map(
      ({ key }) => key,
    );
    const attempts = keys.filter((key) => key.startsWith("sign-in:"));
    expect(attempts.length).toBeGreaterThan(1);
    // A SHA-256 in base64url, which may contain the letters of any short name.
    expect(attempts.filter((key) => !/^sign-in:[\w-]{43}$/u.test(key))).toEqual([]);
    expect(keys.filter((key) => key.includes("@"))).toEqual([]);
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

describe("a sign-up", () => {
  const signUp = (email: string, password: string, name = "X") =>
    postSignIn(service, "/sign-up/email", { name, email, password });
  const MINE = "the password of the owner";
  const THEIRS = "the password of an attacker";

  it("answers the same for known and unknown addresses, also in parallel", async () => {
    const { email } = await service.signUp("Parallel");
    for (const address of [email, newEmail()]) {
      const answers = await Promise.all(times(4, async () => comparable(await signUp(address, PASSWORD))));
      expect(answers.map(({ status, body }) => [status, body])).toEqual(
        times(4, () => [200, '{"status":true}']),
      );
    }
  });

  it("from another site, or with a link to one, is refused and sends nothing", async () => {
    const email = newEmail();
    const send = (path: string, body: object, Origin = ALLOWED_ORIGIN) =>
      postSignIn(service, path, { name: "X", email, password: PASSWORD, ...body }, { Origin });
    const callbackURL = "https://elsewhere.example/";
    const refused = [
      await send("/sign-up/email", {}, "https://elsewhere.example"),
      await send("/sign-up/email", { callbackURL }),
      await send("/send-verification-email", { callbackURL }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(lastLink(service, email)).toBe("");
    const { status } = await service.request(
      `${SIGN_IN_PATH}/verify-email?token=x&callbackURL=${encodeURIComponent(callbackURL)}`,
    );
    expect(status).toBe(403);
  });

  it("sends its own link, which decides the password", async () => {
    const email = newEmail();
    await signUp(email, THEIRS);
    const theirs = lastLink(service, email);
    const browser = browserCookieOf(await signUp(email, MINE, "Owner"));
    expect(lastLink(service, email)).not.toBe(theirs);
    expect((await openLink(service, email, browser)).headers.get("Location")).toBe("/");
    expect((await signIn(email, MINE)).status).toBe(200);
    expect((await signIn(email, THEIRS)).status).toBe(401);
    // Links that are opened later change nothing.
    await service.request(theirs.replace(/^http:..[^/]*/u, ""), { headers: { Cookie: browser } });
    expect((await signIn(email, MINE)).status).toBe(200);
    expect((await signIn(email, THEIRS)).status).toBe(401);
  });

  it("by another person does not decide the password, even if the owner of the address opens its link", async () => {
    const email = newEmail();
    await signUp(email, THEIRS);
    const opened = await openLink(service, email, "");
    const [, token = ""] = /\/reset\?token=(.+)$/u.exec(opened.headers.get("Location") ?? "") ?? [];
    expect((await signIn(email, THEIRS)).status).toBe(401);
    const chosen = await postSignIn(service, "/reset-password", { token, newPassword: MINE });
    expect(chosen.status).toBe(200);
    expect((await signIn(email, MINE)).status).toBe(200);
    expect((await signIn(email, THEIRS)).status).toBe(401);
  });

  it("replaces the password of an account that was never confirmed", async () => {
    const { email } = await service.signUp("Leftover", { confirms: false });
    const browser = browserCookieOf(await signUp(email, MINE));
    await openLink(service, email, browser);
    expect((await signIn(email, MINE)).status).toBe(200);
    expect((await signIn(email, PASSWORD)).status).toBe(401);
  });

  it("is confirmed after a program that checks mails opened the link", async () => {
    const email = newEmail();
    const browser = browserCookieOf(await signUp(email, MINE));
    await openLink(service, email, "");
    await openLink(service, email, browser);
    expect((await signIn(email, MINE)).status).toBe(200);
  });

  it("sends the link again to the browser that asked for it only", async () => {
    const email = newEmail();
    const browser = browserCookieOf(await signUp(email, MINE));
    const count = () => service.mails.filter(({ to }) => to === email).length;
    for (const [cookie, mails] of [
      ["", 1],
      ["service_sign_up=guess", 1],
      [browser, 2],
    ] as const) {
      await postSignIn(service, "/send-verification-email", { email }, { Cookie: cookie });
      expect(count()).toBe(mails);
    }
    await openLink(service, email, browser);
    expect((await signIn(email, MINE)).status).toBe(200);
  });

  it.each(["%00", "x", "", `${crypto.randomUUID()}.${"a".repeat(43)}`])(
    "rejects the link %j",
    async (token) => {
      const opened = await service.request(`${SIGN_IN_PATH}/verify-email?token=${token}`);
      expect([401, 422]).toContain(opened.status);
    },
  );
});

describe("a profile", () => {
  it.each([
    ["a name of 101 characters", "name", "x".repeat(101)],
    ["a name of two lines", "name", "a\nb"],
    ["a terminal escape in its name", "name", "a\u001b[31mb"],
    ["a NUL character in its name", "name", "a\u0000b"],
    ["a name from right to left", "name", "a\u202eb"],
    ["a mark from right to left in its name", "name", "a\u200fb"],
    ["a blank name", "name", " "],
    ["an invisible name", "name", "\u200b\u3164"],
    ["a number as name", "name", 7],
    ["a script as image", "image", "javascript:alert(1)"],
    ["an image over http", "image", "http://a.example/i.png"],
    ["an endless image URL", "image", `https://a.example/${"x".repeat(2000)}`],
    ["an image as data", "image", "data:image/png;base64,AAAA"],
  ])("with %s is rejected at sign-up and later", async (_, field, value) => {
    clock += 3_600_000;
    const { cookie } = await service.signUp(`P${(addresses += 1)}`);
    const account = { name: "X", email: newEmail(), password: PASSWORD };
    const responses = [
      await postSignIn(service, "/sign-up/email", { ...account, [field]: value }),
      await postSignIn(service, "/update-user", { [field]: value }, { Cookie: cookie }),
    ];
    for (const response of responses) {
      expect(response.status).toBe(422);
      const { detail } = (await response.json()) as { detail: { loc: string[] }[] };
      expect(["body", "name", "image"]).toContain(detail[0]?.loc.at(-1));
    }
  });

  it("with a NUL character elsewhere is no server error", async () => {
    for (const [path, body] of [
      ["/sign-in/email", { email: "a\u0000@acme.example", password: PASSWORD }],
      ["/reset-password", { token: "a\u0000", newPassword: PASSWORD }],
      ["/sign-up/email", { name: "X", email: newEmail(), password: `${PASSWORD}\u0000` }],
    ] as const)
      expect((await postSignIn(service, path, body)).status).toBe(422);
    expect((await service.request(`${SIGN_IN_PATH}/reset-password/a%00?callbackURL=/`)).status).toBe(422);
  });
});

it.each([
  ["an address that no mail server accepts", { email: `${"a1".repeat(3000)}@acme.example` }, "email"],
  ["a deeply nested body", `${"[".repeat(9000)}${"]".repeat(9000)}`, "body"],
])("%s is invalid", async (_, body, field) => {
  for (const path of ["/sign-up/email", "/sign-in/email", "/send-verification-email"]) {
    const text = typeof body === "string" ? body : JSON.stringify({ name: "X", password: PASSWORD, ...body });
    const response = await service.request(`${SIGN_IN_PATH}${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: ALLOWED_ORIGIN },
      body: text,
    });
    expect(response.status).toBe(422);
    const { detail } = (await response.json()) as { detail: { loc: string[] }[] };
    expect(detail[0]?.loc.at(-1)).toBe(field);
  }
});

it("what the library refuses is logged without the client's text, and not as a fault", async () => {
  const before = [logged.length, faults.length] as const;
  const elsewhere = "https://elsewhere.example";
  await postSignIn(service, "/request-password-reset", { email: newEmail(), redirectTo: elsewhere });
  await postSignIn(
    service,
    "/sign-in/email",
    { email: newEmail(), password: PASSWORD },
    { Origin: elsewhere, Cookie: "a=b" },
  );
  await postSignIn(service, "/sign-in/social", { provider: "github" });
  await service.request(`${SIGN_IN_PATH}/callback/github?state=x&code=y`);
  expect(faults.slice(before[1])).toEqual([]);
  const lines = logged.slice(before[0]).join("\n");
  for (const line of ["Invalid redirectURL", "Invalid origin", "Provider not found", "Failed to parse state"])
    expect(lines).toContain(`Sign-in: ${line} `);
  expect(lines).not.toContain("elsewhere");
});

describe("the existence of an account", () => {
  let slow: TestService;

  beforeAll(async () => {
    slow = await startTestService({ minimumResponseMs: MINIMUM_RESPONSE_MS });
  });

  afterAll(() => slow.close());

  it("is not revealed by a sign-up, except in the email", async () => {
    const { email } = await slow.signUp("Known");
    const fresh = newEmail();
    const responses = [];
    for (const one of [email, fresh]) {
      const start = performance.now();
      const response = await postSignIn(slow, "/sign-up/email", {
        name: "X",
        email: one,
        password: PASSWORD,
      });
      expect(performance.now() - start).toBeGreaterThan(MINIMUM_RESPONSE_MS - 10);
      responses.push(await comparable(response));
    }
    expect(responses[0]).toEqual(responses[1]);
    expect(responses[0]).toMatchObject({ status: 200, body: '{"status":true}' });
    const subjects = [email, fresh].map((to) => slow.mails.findLast((mail) => mail.to === to)?.subject);
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
    const { email } = await slow.signUp("Forgetful");
    const responses = [email, newEmail()].map(async (one) => {
      const start = performance.now();
      const response = await postSignIn(slow, "/request-password-reset", { email: one });
      expect(performance.now() - start).toBeGreaterThan(MINIMUM_RESPONSE_MS - 10);
      return comparable(response);
    });
    const [known, unknown] = await Promise.all(responses);
    expect(known).toEqual(unknown);
    expect(known?.status).toBe(200);
  });

  it("is not revealed by the time of sending the link again", async () => {
    const { email } = await slow.signUp("Impatient");
    for (const one of [email, newEmail()]) {
      const signedUp = await postSignIn(slow, "/sign-up/email", {
        name: "X",
        email: one,
        password: PASSWORD,
      });
      const start = performance.now();
      const Cookie = browserCookieOf(signedUp);
      const response = await postSignIn(slow, "/send-verification-email", { email: one }, { Cookie });
      expect(performance.now() - start).toBeGreaterThan(MINIMUM_RESPONSE_MS - 10);
      expect(response.status).toBe(200);
    }
  });

  it("is not in the log", () => {
    expect(logged.filter((line) => line.includes("@acme.example"))).toEqual([]);
  });
});

it("a user has no session before confirming the address", async () => {
  const email = newEmail();
  const response = await postSignIn(service, "/sign-up/email", { name: "X", email, password: PASSWORD });
  expect(cookieOf(response)).toBe("");
  expect((await signIn(email, PASSWORD)).status).toBe(401);
  await openLink(service, email, browserCookieOf(response));
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
      await postSignIn(service, "/change-email", {}, headers),
      await get("/account-info", { ...headers, Origin: ALLOWED_ORIGIN }),
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

describe("an account", () => {
  const get = (path: string, cookie: string) =>
    service.request(`${SIGN_IN_PATH}${path}`, { headers: { Cookie: cookie } });
  const post = (path: string, body: object, cookie: string) =>
    postSignIn(service, path, body, { Cookie: cookie });

  it("lists its sessions without their tokens, and its sign-in methods", async () => {
    clock += 3_600_000;
    const person = await service.signUp("Lister");
    clock += 60_000;
    await signIn(person.email, PASSWORD);
    const sessions = await (await get("/list-sessions", person.cookie)).text();
    expect(JSON.parse(sessions)).toHaveLength(2);
    expect(sessions).not.toContain(person.cookie.slice("service_access=".length).split(".", 1)[0]);
    expect(await (await get("/list-accounts", person.cookie)).json()).toMatchObject([
      { providerId: "credential" },
    ]);
    expect((await get("/list-sessions", "")).status).toBe(401);
  });

  it("changes its password and ends its other sessions", async () => {
    clock += 60_000;
    const person = await service.signUp("Changer");
    clock += 60_000;
    const other = cookieOf(await signIn(person.email, PASSWORD));
    const change = (currentPassword: string) =>
      post(
        "/change-password",
        { currentPassword, newPassword: "a new horse battery", revokeOtherSessions: true },
        person.cookie,
      );
    expect((await change("not the password")).status).toBe(400);
    expect((await change(PASSWORD)).status).toBe(200);
    expect(await (await get("/get-session", other)).json()).toBeNull();
    clock += 60_000;
    expect((await signIn(person.email, PASSWORD)).status).toBe(401);
    expect((await signIn(person.email, "a new horse battery")).status).toBe(200);
  });

  it("is deleted with its memberships, but not while it owns a workspace", async () => {
    clock += 3_600_000;
    const owner = await service.signUp("Keeper");
    const acme = await owner.call(createWorkspace, { body: { name: "Kept" } });
    const refused = await post("/delete-user", { password: PASSWORD }, owner.cookie);
    expect([refused.status, await refused.json()]).toEqual([
      409,
      { detail: 'You own "Kept". Transfer or delete these workspaces first.' },
    ]);
    clock += 60_000;
    const member = await service.signUp("Leaver");
    await inWorkspace({ database: service.shared.database, workspaceId: acme.id }, (tx) =>
      tx.insert(membership).values({ workspaceId: acme.id, userId: member.id, role: "member" }),
    );
    expect((await post("/delete-user", { password: "not the password" }, member.cookie)).status).toBe(400);
    expect((await post("/delete-user", { password: PASSWORD }, member.cookie)).status).toBe(200);
    expect(await (await get("/get-session", member.cookie)).json()).toBeNull();
    const params = { workspace_id: acme.id };
    expect(await owner.call(listMembers, { params })).toHaveLength(1);
    expect((await owner.call(listAuditEvents, { params }))[0]).toMatchObject({
      action: "member.removed",
      actor: { type: "user", id: member.id },
      target: { type: "user", id: member.id },
    });
    clock += 60_000;
    expect((await signIn(member.email, PASSWORD)).status).toBe(401);
  });
});
