import { createHmac } from "node:crypto";
import { join } from "node:path";
import { startDynamodb } from "@knockon/adapters/testing/dynamodb";
import { SENDER, startFakeSes, type FakeSes } from "@knockon/adapters/testing/fake-ses";
import { SIGN_IN_PATH } from "@knockon/contract/operation";
import { PER_ADDRESS } from "@knockon/core/session/limit-attempts";
import { builtFunctions } from "@knockon/functions/testing/built-functions";
import { apiGatewayEvent, type HttpRequest } from "@knockon/functions/testing/events";
import { startFunction, type RunningFunction } from "@knockon/functions/testing/start-function";
import { ROUTER_PROOF_HEADER, routerProof, VIEWER_ADDRESS_HEADER } from "@knockon/functions/viewer-address";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { startNeonDatabase } from "../testing/neon-database.ts";
import { PASSWORD } from "../testing/test-person.ts";
import { SESSION_SECRET } from "../testing/test-service.ts";

const FUNCTIONS = ["sign-in", "createWorkspace", "createInvitation", "listWorkspaces"] as const;
const APP_URL = "https://api.acme.test";
/** Longer than the function takes to respond if it does not wait for the email. */
const SLOW_MAIL_MS = 1000;

const cleanups: (() => unknown)[] = [];
const functions = new Map<string, RunningFunction>();
let ses: FakeSes;

/** The deployed bundles in Lambda's own runtime client, over Neon's driver, SES and DynamoDB. */
beforeAll(async () => {
  const neon = await startNeonDatabase();
  cleanups.push(neon.close);
  ses = await startFakeSes();
  cleanups.push(ses.close);
  const dynamodb = await startDynamodb();
  cleanups.push(dynamodb.stop);
  const built = await builtFunctions();
  const environment = {
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
    ...neon.environment,
    AWS_ENDPOINT_URL_SESV2: ses.endpoint,
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb.config.endpoint,
    RATE_LIMIT_TABLE: await dynamodb.makeTable(),
    MAIL_SENDER: SENDER,
    SESSION_SECRET,
    APP_URL,
  };
  for (const name of FUNCTIONS) {
    const running = await startFunction(join(built.folder, name), environment);
    functions.set(name, running);
    cleanups.push(running.stop);
  }
}, 180_000);

afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup();
});

interface HttpResponse {
  statusCode: number;
  headers: Record<string, string>;
  cookies: string[];
  body: string;
}

const call = async (name: (typeof FUNCTIONS)[number], request: HttpRequest): Promise<HttpResponse> =>
  (await functions.get(name)?.invoke(apiGatewayEvent(request))) as HttpResponse;

const signIn = (request: HttpRequest) =>
  call("sign-in", { ...request, path: `${SIGN_IN_PATH}${request.path}` });

const signUp = (email: string) =>
  signIn({
    method: "POST",
    path: "/sign-up/email",
    headers: { Origin: APP_URL },
    body: { name: "X", email, password: PASSWORD },
  });

const linkIn = ({ text }: { text: string }): URL => new URL(/^https:.*$/mu.exec(text)?.[0] ?? "");

/** Signs up and opens the verification link. Returns the response to the link. */
async function signUpVerified(email: string): Promise<HttpResponse> {
  const { statusCode, cookies } = await signUp(email);
  expect(statusCode).toBe(200);
  const mail = ses.mails.find(({ to }) => to === email);
  const { origin, pathname, searchParams } = linkIn(mail ?? { text: "" });
  expect(origin).toBe(APP_URL);
  const headers = { Cookie: cookies[0]?.split(";", 1)[0] ?? "" };
  return call("sign-in", { method: "GET", path: pathname, query: Object.fromEntries(searchParams), headers });
}

describe("the sign-in function", () => {
  it("signs up by email, starts a session for operations, and emails invitations", async () => {
    const { statusCode, cookies } = await signUpVerified("ada@acme.example");
    expect(statusCode).toBe(302);
    expect(cookies[0]?.split("; ").toSorted()).toEqual([
      "HttpOnly",
      "Max-Age=2592000",
      "Path=/",
      "SameSite=Lax",
      "Secure",
      expect.stringMatching(/^service_access=/u),
    ]);
    const headers = { Cookie: cookies[0]?.split(";", 1)[0] ?? "", Origin: APP_URL };
    const path = "/api/v1/workspaces";
    const created = await call("createWorkspace", { method: "POST", path, headers, body: { name: "Acme" } });
    expect(created.statusCode).toBe(201);
    const { id } = JSON.parse(created.body) as { id: string };
    const listed = await call("listWorkspaces", { method: "GET", path, headers });
    expect(JSON.parse(listed.body)).toMatchObject([{ id, name: "Acme" }]);
    const invited = await call("createInvitation", {
      method: "POST",
      path: `${path}/${id}/invitations`,
      headers,
      body: { email: "bob@acme.example", role: "member" },
    });
    expect(invited.statusCode).toBe(201);
    const invitation = ses.mails.find(({ to }) => to === "bob@acme.example");
    expect(invitation?.subject).toBe("You are invited to Acme on Knockon");
    expect(linkIn(invitation ?? { text: "" }).origin).toBe(APP_URL);
  });

  it("rejects a cookie signed with another secret", async () => {
    const { cookies } = await signUpVerified("eve@acme.example");
    const Cookie = cookies[0]?.split(";", 1)[0] ?? "";
    const token = Cookie.replace(/^service_access=|\..*$/gu, "");
    const signature = createHmac("sha256", "another secret").update(token).digest("base64");
    const forged = `service_access=${encodeURIComponent(`${token}.${signature}`)}`;
    const statuses = [Cookie, forged].map(async (cookie) => {
      const headers = { Cookie: cookie };
      return (await call("listWorkspaces", { method: "GET", path: "/api/v1/workspaces", headers }))
        .statusCode;
    });
    expect(await Promise.all(statuses)).toEqual([200, 401]);
  });
});

describe("an email", () => {
  it("is sent before the invocation ends, even if SES is slow", async () => {
    ses.delayMs = SLOW_MAIL_MS;
    onTestFinished(() => void (ses.delayMs = 0));
    await signUp("slow@acme.example");
    expect(ses.mails.map(({ to }) => to)).toContain("slow@acme.example");
  });

  it("that SES rejects does not change the response, and is logged without its recipient", async () => {
    const taken = await signUp("taken@acme.example");
    const message = "Address is on the suppression list: refused@acme.example";
    ses.failNext({ status: 400, type: "MessageRejected", message });
    const rejected = await signUp("refused@acme.example");
    expect([rejected.statusCode, rejected.body]).toEqual([taken.statusCode, taken.body]);
    const log = functions.get("sign-in")?.log();
    expect(log).toMatch(/"mail not sent".*SES rejected an email: MessageRejected/u);
    expect(log).not.toContain("@acme.example");
  });

  it("does not reveal by the time of a rejected sign-in that the account is unverified", async () => {
    await signUp("unverified@acme.example");
    const attempts = [
      ["unverified@acme.example", PASSWORD],
      ["unknown@acme.example", PASSWORD],
    ];
    for (const [email, password] of attempts) {
      const start = performance.now();
      const body = { email, password };
      const response = await signIn({
        method: "POST",
        path: "/sign-in/email",
        headers: { Origin: APP_URL },
        body,
      });
      expect(response.statusCode).toBe(401);
      expect(performance.now() - start).toBeGreaterThan(490);
    }
    expect(ses.mails.filter(({ to }) => to === "unverified@acme.example")).toHaveLength(1);
  });
});

describe("the sign-in function over HTTP", () => {
  it("responds with the service's headers and error bodies", async () => {
    const headers = { "X-Request-ID": "request-1", Origin: APP_URL };
    const responses = [
      await signIn({ method: "GET", path: "/get-session", headers }),
      await signIn({ method: "POST", path: "/sign-in/email", headers, body: [] }),
      await signIn({ method: "POST", path: "/sign-in/email", headers, body: "x".repeat(2 ** 20) }),
      await signIn({ method: "GET", path: "/ok", headers }),
      await signIn({ method: "DELETE", path: "/get-session", headers }),
    ];
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 400, 422, 404, 405]);
    expect(responses.map((response) => response.headers["x-request-id"])).toEqual(
      responses.map(() => "request-1"),
    );
    for (const { body } of responses.slice(1)) expect(JSON.parse(body)).toHaveProperty("detail");
  });

  it("limits attempts per address that the gateway saw, ignoring headers", async () => {
    const verify = (index: number, sourceIp: string) =>
      signIn({
        method: "GET",
        path: "/verify-email",
        query: { token: "none" },
        headers: { "X-Forwarded-For": `198.51.100.${index}`, Forwarded: `for=198.51.100.${index}` },
        sourceIp,
      });
    for (let index = 0; index < PER_ADDRESS; index += 1)
      expect((await verify(index, "203.0.113.1")).statusCode).toBe(401);
    const rejected = await verify(PER_ADDRESS, "203.0.113.1");
    expect(rejected.statusCode).toBe(429);
    expect(Number(rejected.headers["retry-after"])).toBeGreaterThan(0);
    expect((await verify(0, "203.0.113.2")).statusCode).toBe(401);
  });

  it("limits attempts per address that the router saw, if the router proves its identity", async () => {
    const verify = (viewer: string, proof: string) =>
      signIn({
        method: "GET",
        path: "/verify-email",
        query: { token: "none" },
        headers: { [VIEWER_ADDRESS_HEADER]: viewer, [ROUTER_PROOF_HEADER]: proof },
        sourceIp: "203.0.113.3",
      });
    const proof = routerProof(SESSION_SECRET);
    for (let index = 0; index < PER_ADDRESS; index += 1)
      expect((await verify("198.51.100.1", proof)).statusCode).toBe(401);
    expect((await verify("198.51.100.1", proof)).statusCode).toBe(429);
    expect((await verify("198.51.100.2", proof)).statusCode).toBe(401);
    for (let index = 0; index < PER_ADDRESS; index += 1)
      expect((await verify(`198.51.100.${index}`, "guessed")).statusCode).toBe(401);
    expect((await verify("198.51.100.3", "guessed")).statusCode).toBe(429);
  });
});
