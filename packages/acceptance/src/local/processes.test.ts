import { randomBytes } from "node:crypto";
import { constants, getPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { startFauxqs } from "fauxqs";
import { startMailServer } from "@knockon/adapters/testing/mail-server";
import { expect, it, onTestFinished } from "vitest";
import { freshDatabase, reachableFolder, startLocal } from "../testing/local-process.ts";
import { makeOrganization } from "../testing/organizations.ts";
import { PRINTED } from "../testing/spawn-local.ts";

const BUCKET = "knockon-blobs";
const APP_URL = "https://knockon.acme.example";
const METRICS_TOKEN = "metrics-token-of-the-test";
const REPOSITORY_COUNT = 40;

/** With SIGKILL, a minute must pass until messages are delivered again: in `npm run verify:deep`. */
const SIGNAL = process.env["KNOCKON_KILLS"] === undefined ? "SIGTERM" : "SIGKILL";

const REPOSITORIES = Object.fromEntries(
  Array.from({ length: REPOSITORY_COUNT }, (_, index) => [
    `service-${index}`,
    { Dockerfile: "FROM debian:12\n" },
  ]),
);

/** Starts an S3-compatible store with the bucket. Returns the variables that name it. */
async function startBlobStore(): Promise<Record<string, string>> {
  const s3 = await startFauxqs({ port: 0, logger: false });
  onTestFinished(() => s3.stop());
  s3.createBucket(BUCKET);
  return {
    BLOB_STORE: `s3://${BUCKET}`,
    AWS_ENDPOINT_URL_S3: s3.address,
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
  };
}

it("is one product in several processes, which survives the end of some", { timeout: 240_000 }, async () => {
  const folder = await reachableFolder();
  const org = makeOrganization(folder, "acme", REPOSITORIES);
  const mailServer = await startMailServer();
  onTestFinished(mailServer.stop);
  const environment = {
    ...(await freshDatabase()),
    ...(await startBlobStore()),
    APP_URL,
    METRICS_TOKEN,
    SESSION_SECRET: randomBytes(32).toString("base64url"),
    ENCRYPTION_KEYS: `1:${randomBytes(32).toString("base64")}`,
    LOCAL_ORG_ROOTS: folder,
    SMTP_URL: mailServer.url.href,
    MAIL_SENDER: "knockon@acme.example",
    PORT: "0",
  };
  const startAs = async (role: string, index: number) => {
    const started = await startLocal(["--role", role, "--data", `${folder}/${role}-${index}`], environment);
    return {
      ...started,
      listening: started.printed(/ is listening on (http:\S+)$/mu).then(([, url = ""]) => url),
    };
  };
  const first = await startAs("api", 1);
  const url = await first.listening;
  const [, key = ""] = await first.printed(PRINTED.key);
  const [second, worker, ...others] = await Promise.all([
    startAs("api", 2),
    startAs("worker", 1),
    startAs("worker", 2),
    startAs("sweeper", 1),
  ]);
  const secondUrl = await second.listening;
  await Promise.all([worker, ...others].map(({ listening }) => listening));
  expect(second.stdout()).not.toMatch(PRINTED.key);
  // Requests come before scans.
  expect(getPriority(second.pid)).toBe(getPriority());
  expect(getPriority(worker.pid)).toBe(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));

  const call = async (base: string, path: string, init: RequestInit = {}) => {
    const headers = { "X-API-Key": key, "Content-Type": "application/json" };
    const response = await fetch(`${base}/api/v1${path}`, { ...init, headers });
    return (await response.json()) as { id: string; status: string; scanned_repos: number };
  };
  const connected = await call(url, "/connected-orgs", {
    method: "POST",
    body: JSON.stringify({ name: "acme", platform: "local", url: org }),
  });
  const { id } = await call(url, `/connected-orgs/${connected.id}/scans`, { method: "POST", body: "{}" });
  const scan = () => call(secondUrl, `/scans/${id}`);
  while ((await scan()).scanned_repos < 2) await sleep(10);
  const startedAt = performance.now();
  await Promise.all([first.ended(SIGNAL), worker.ended(SIGNAL)]);
  while (["pending", "running"].includes((await scan()).status)) await sleep(100);
  expect(await scan()).toMatchObject({ status: "completed", scanned_repos: REPOSITORY_COUNT });
  process.stdout.write(`after ${SIGNAL}, completed in ${Math.round(performance.now() - startedAt)} ms\n`);

  // The browser's origin is that of the proxy, which is not the one that the process listens on.
  const signUp = (origin: string) =>
    fetch(`${secondUrl}/api/v1/auth/sign-up/email`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: origin },
      body: JSON.stringify({ name: "Ada", email: "ada@acme.example", password: "correct horse battery" }),
    });
  expect((await signUp("https://elsewhere.example")).status).toBe(403);
  expect((await signUp(APP_URL)).status).toBe(200);
  while (mailServer.received.length === 0) await sleep(10);
  const [mail] = mailServer.received;
  expect(mail?.to).toBe("ada@acme.example");
  expect(mail?.message).toMatch(/^From: knockon@acme\.example\r$/mu);
  expect(mail?.message.replaceAll("=\r\n", "")).toContain(`${APP_URL}/`);

  const metrics = await fetch(`${secondUrl}/metrics`, {
    headers: { Authorization: `Bearer ${METRICS_TOKEN}` },
  });
  expect(await metrics.text()).toContain('knockon_http_request_duration_seconds_count{method="GET",route="');
  const workerUrl = (await others[0]?.listening) ?? "";
  expect((await fetch(`${workerUrl}/healthz`)).status).toBe(200);
  expect((await fetch(`${workerUrl}/readyz`)).status).toBe(200);
  expect((await fetch(`${workerUrl}/api/v1/scans/${id}`)).status).toBe(404);
});
