import { fileURLToPath } from "node:url";
import { createHmac } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startDynamodb } from "@knockon/adapters/testing/dynamodb";
import { SENDER, startFakeSes, type FakeSes } from "@knockon/adapters/testing/fake-ses";
import { SIGN_IN_PATH } from "@knockon/contract/operation";
import { PER_ADDRESS } from "@knockon/core/session/limit-attempts";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { buildFunctions } from "@knockon/functions/build/build-functions";
import { operationEntries, operationEntry } from "@knockon/functions/build/operation-entries";
import { apiGatewayEvent, type HttpRequest } from "@knockon/functions/testing/events";
import { startNeonDatabase } from "../testing/neon-database.ts";
import { startFunction, type RunningFunction } from "@knockon/functions/testing/start-function";
import { PASSWORD } from "../testing/test-person.ts";
import { SESSION_SECRET } from "../testing/test-service.ts";
import { ROUTER_PROOF_HEADER, routerProof, VIEWER_ADDRESS_HEADER } from "@knockon/functions/viewer-address";

const LAMBDA_FOLDER = fileURLToPath(new URL("lambda/", import.meta.resolve("@knockon/functions/local")));
const OPERATIONS = ["createWorkspace", "createInvitation", "listWorkspaces"];
const APP_URL = "https://api.acme.test";

const ends: (() => unknown)[] = [];
const functions = new Map<string, RunningFunction>();
let ses: FakeSes;
let outFolder: string;

/** The functions as they are deployed, in Lambda's own runtime client, over Neon's driver, SES and DynamoDB. */
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "knockon-sign-in-"));
  ends.push(() => rm(folder, { recursive: true, force: true }));
  const database = await startNeonDatabase();
  ends.push(database.close);
  ses = await startFakeSes();
  ends.push(ses.close);
  const dynamodb = await startDynamodb();
  ends.push(dynamodb.stop);
  outFolder = join(folder, "functions");
  await buildFunctions({
    entryPoints: {
      ...Object.fromEntries(OPERATIONS.map((id) => [id, operationEntry(id)])),
      "sign-in": join(LAMBDA_FOLDER, "sign-in.ts"),
    },
    plugins: [operationEntries(LAMBDA_FOLDER)],
    outFolder,
  });
  const environment = {
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
    ...database.environment,
    AWS_ENDPOINT_URL_SESV2: ses.endpoint,
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb.config.endpoint,
    RATE_LIMIT_TABLE: await dynamodb.makeTable(),
    MAIL_SENDER: SENDER,
    SESSION_SECRET,
    APP_URL,
  };
  for (const name of [...OPERATIONS, "sign-in"])
    functions.set(name, await startFunction(join(outFolder, name), environment));
}, 120_000);

afterAll(async () => {
  for (const running of functions.values()) running.stop();
  for (const end of ends.toReversed()) await end();
});

interface HttpAnswer {
  statusCode: number;
  headers: Record<string, string>;
  cookies: string[];
  body: string;
}

const call = async (name: string, request: HttpRequest): Promise<HttpAnswer> =>
  (await functions.get(name)?.invoke(apiGatewayEvent(request))) as HttpAnswer;

const signIn = (request: HttpRequest) =>
  call("sign-in", { ...request, path: `${SIGN_IN_PATH}${request.path}` });

const signUp = (email: string) =>
  signIn({
    method: "POST",
    path: "/sign-up/email",
    headers: { Origin: APP_URL },
    body: { name: "X", email, password: PASSWORD },
  });

const linkOf = ({ text }: { text: string }): URL => new URL(/^https:.*$/mu.exec(text)?.[0] ?? "");

/** Signs somebody up and opens the link that proves the address. Returns the answer to the latter. */
async function confirmed(email: string): Promise<HttpAnswer> {
  expect((await signUp(email)).statusCode).toBe(200);
  const mail = ses.mails.find(({ to }) => to === email);
  const { origin, pathname, searchParams } = linkOf(mail ?? { text: "" });
  expect(origin).toBe(APP_URL);
  return call("sign-in", { method: "GET", path: pathname, query: Object.fromEntries(searchParams) });
}

describe("signing in under Lambda's runtime client", () => {
  it("sign-up, mail, the link, a session, an operation, an invitation by mail", async () => {
    const { statusCode, cookies } = await confirmed("ada@acme.example");
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
    expect(linkOf(invitation ?? { text: "" }).origin).toBe(APP_URL);
  });

  it("401 for a cookie that another secret signed", async () => {
    const { cookies } = await confirmed("eve@acme.example");
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

describe("a mail", () => {
  it("is out when the invocation ends, however long SES takes", async () => {
    ses.delayMs = 1500;
    onTestFinished(() => void (ses.delayMs = 0));
    await signUp("slow@acme.example");
    expect(ses.mails.map(({ to }) => to)).toContain("slow@acme.example");
  });

  it("that is refused changes no answer, and is in the log without whom it was for", async () => {
    const taken = await signUp("taken@acme.example");
    const message = "Address is on the suppression list: refused@acme.example";
    ses.failNext({ status: 400, type: "MessageRejected", message });
    const refused = await signUp("refused@acme.example");
    expect([refused.statusCode, refused.body]).toEqual([taken.statusCode, taken.body]);
    const log = functions.get("sign-in")?.log();
    expect(log).toMatch(/"mail not sent".*SES did not take a mail: MessageRejected/u);
    expect(log).not.toContain("@acme.example");
  });

  it("does not show in how long a refused sign-in takes that the address waits to be confirmed", async () => {
    await signUp("waiting@acme.example");
    const attempts = [
      ["waiting@acme.example", PASSWORD],
      ["nobody@acme.example", PASSWORD],
    ];
    for (const [email, password] of attempts) {
      const begun = performance.now();
      const body = { email, password };
      const answer = await signIn({
        method: "POST",
        path: "/sign-in/email",
        headers: { Origin: APP_URL },
        body,
      });
      expect(answer.statusCode).toBe(401);
      expect(performance.now() - begun).toBeGreaterThan(490);
    }
    expect(ses.mails.filter(({ to }) => to === "waiting@acme.example")).toHaveLength(2);
  });
});

describe("the function of the sign-in", () => {
  it("answers as the whole service does", async () => {
    const headers = { "X-Request-ID": "asked-1", Origin: APP_URL };
    const asked = [
      await signIn({ method: "GET", path: "/get-session", headers }),
      await signIn({ method: "POST", path: "/sign-in/email", headers, body: [] }),
      await signIn({ method: "POST", path: "/sign-in/email", headers, body: "x".repeat(2 ** 20) }),
      await signIn({ method: "GET", path: "/list-sessions", headers }),
      await signIn({ method: "DELETE", path: "/get-session", headers }),
    ];
    expect(asked.map(({ statusCode }) => statusCode)).toEqual([200, 400, 422, 404, 405]);
    expect(asked.map((answer) => answer.headers["x-request-id"])).toEqual(asked.map(() => "asked-1"));
    for (const { body } of asked.slice(1)) expect(JSON.parse(body)).toHaveProperty("detail");
  });

  it("alone has the library", async () => {
    const holders = [];
    for (const name of functions.keys()) {
      const files = await readdir(join(outFolder, name));
      const texts = await Promise.all(files.map((file) => readFile(join(outFolder, name, file), "utf8")));
      if (texts.some((text) => text.includes("BetterAuthError"))) holders.push(name);
    }
    expect(holders).toEqual(["sign-in"]);
  });

  it("limits attempts by the address that the gateway saw, whatever headers say", async () => {
    const ask = (index: number, sourceIp: string) =>
      signIn({
        method: "GET",
        path: "/verify-email",
        query: { token: "none" },
        headers: { "X-Forwarded-For": `198.51.100.${index}`, Forwarded: `for=198.51.100.${index}` },
        sourceIp,
      });
    for (let index = 0; index < PER_ADDRESS; index += 1)
      expect((await ask(index, "203.0.113.1")).statusCode).toBe(401);
    const refused = await ask(PER_ADDRESS, "203.0.113.1");
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect((await ask(0, "203.0.113.2")).statusCode).toBe(401);
  });

  it("limits attempts by the address that the router saw, where it proves to be the router", async () => {
    const ask = (viewer: string, proof: string) =>
      signIn({
        method: "GET",
        path: "/verify-email",
        query: { token: "none" },
        headers: { [VIEWER_ADDRESS_HEADER]: viewer, [ROUTER_PROOF_HEADER]: proof },
        sourceIp: "203.0.113.3",
      });
    const proof = routerProof(SESSION_SECRET);
    for (let index = 0; index < PER_ADDRESS; index += 1)
      expect((await ask("198.51.100.1", proof)).statusCode).toBe(401);
    expect((await ask("198.51.100.1", proof)).statusCode).toBe(429);
    expect((await ask("198.51.100.2", proof)).statusCode).toBe(401);
    for (let index = 0; index < PER_ADDRESS; index += 1)
      expect((await ask(`198.51.100.${index}`, "guessed")).statusCode).toBe(401);
    expect((await ask("198.51.100.3", "guessed")).statusCode).toBe(429);
  });
});
