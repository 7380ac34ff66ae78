import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request as forward } from "node:http";
import { createServer, request as send } from "node:https";
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { join } from "node:path";
import { startMailServer } from "@knockon/adapters/testing/mail-server";
import { expect, it, onTestFinished } from "vitest";
import { migratedDatabase, reachableFolder, startLocal } from "../testing/local-process.ts";

const HOST = "knockon.acme.example";
const PERSON = { name: "Ada", email: "ada@acme.example", password: "correct horse battery" };

/** Creates a certificate of the host. */
function createCertificate(folder: string) {
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const subject = ["-subj", `/CN=${HOST}`, "-addext", `subjectAltName=DNS:${HOST}`];
  const options = [
    "-x509",
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:prime256v1",
    "-nodes",
    "-days",
    "2",
  ];
  execFileSync("openssl", ["req", ...options, ...subject, "-keyout", key, "-out", cert], { stdio: "ignore" });
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

/** Starts a proxy that ends TLS and passes requests to the port, as nginx does. Returns its port. */
async function startProxy(port: number, certificate: { key: Buffer; cert: Buffer }): Promise<number> {
  const proxy = createServer(certificate, (incoming, outgoing) => {
    const headers = { ...incoming.headers, "x-forwarded-for": "203.0.113.7" };
    const upstream = forward(
      { port, host: "127.0.0.1", method: incoming.method, path: incoming.url, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    upstream.on("error", () => outgoing.destroy());
    incoming.pipe(upstream);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void proxy.close());
  await once(proxy, "listening");
  return (proxy.address() as AddressInfo).port;
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

it("signs in and invites users behind a TLS proxy of another name", { timeout: 120_000 }, async () => {
  const folder = await reachableFolder();
  const certificate = createCertificate(folder);
  const mailServer = await startMailServer();
  onTestFinished(mailServer.stop);
  const server = await startLocal(["--role", "api", "--data", `${folder}/data`], {
    ...(await migratedDatabase()),
    APP_URL: `https://${HOST}`,
    TRUSTED_PROXIES: "127.0.0.1",
    SESSION_SECRET: randomBytes(32).toString("base64url"),
    ENCRYPTION_KEYS: `1:${randomBytes(32).toString("base64")}`,
    SMTP_URL: mailServer.url.href,
    MAIL_SENDER: "knockon@acme.example",
    PORT: "0",
  });
  const [, upstream = ""] = await server.printed(/ is listening on (http:\S+)$/mu);
  const port = await startProxy(Number(new URL(upstream).port), certificate);

  const jar = new Map<string, string>();
  /** Sends a request as a browser does: to the name of the host, with its cookies. */
  async function browse(
    path: string,
    { method = "GET", body = "", origin = `https://${HOST}` } = {},
  ): Promise<Answer> {
    const headers: OutgoingHttpHeaders = {
      Host: HOST,
      Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; "),
      ...(method !== "GET" && { Origin: origin, "Content-Type": "application/json" }),
    };
    const outgoing = send({
      port,
      host: "127.0.0.1",
      servername: HOST,
      ca: certificate.cert,
      method,
      path,
      headers,
    });
    const [incoming] = (await once(outgoing.end(body), "response")) as [IncomingMessage];
    for (const cookie of incoming.headers["set-cookie"] ?? []) {
      const [name = "", value = ""] = cookie.split(";", 1)[0]?.split(/=(.*)/su) ?? [];
      jar.set(name, value);
    }
    return { status: incoming.statusCode ?? 0, headers: incoming.headers, body: await text(incoming) };
  }

  const signUp = { method: "POST", body: JSON.stringify(PERSON) };
  const elsewhere = await browse("/api/v1/auth/sign-up/email", { ...signUp, origin: "https://evil.example" });
  expect(elsewhere.status).toBe(403);
  const direct = await browse("/api/v1/auth/sign-up/email", { ...signUp, origin: upstream });
  expect(direct.status).toBe(403);
  expect((await browse("/api/v1/auth/sign-up/email", signUp)).status).toBe(200);

  await expect.poll(() => mailServer.received.length).toBe(1);
  const mail = mailServer.received[0]?.message.replaceAll("=\r\n", "").replaceAll("=3D", "=") ?? "";
  const [link = ""] = /https:\/\/\S+/u.exec(mail) ?? [];
  const { host, pathname, search } = new URL(link);
  expect(host).toBe(HOST);
  const confirmed = await browse(pathname + search);
  expect([confirmed.status, new URL(confirmed.headers.location ?? "", `https://${HOST}`).host]).toEqual([
    302,
    HOST,
  ]);

  jar.delete("service_access");
  const { email, password } = PERSON;
  const signedIn = await browse("/api/v1/auth/sign-in/email", {
    method: "POST",
    body: JSON.stringify({ email, password }),
  });
  expect(signedIn.status).toBe(200);
  const session = signedIn.headers["set-cookie"]?.find((cookie) => cookie.startsWith("service_access="));
  for (const flag of ["HttpOnly", "Secure", "SameSite=Lax", "Path=/"]) expect(session).toContain(`; ${flag}`);
  expect(session).not.toContain("Domain=");

  const workspaces = await browse("/api/v1/workspaces");
  expect([workspaces.status, (JSON.parse(workspaces.body) as unknown[]).length]).toEqual([200, 1]);
  const create = { method: "POST", body: JSON.stringify({ name: "Ci" }) };
  expect((await browse("/api/v1/workspaces", { ...create, origin: "https://evil.example" })).status).toBe(
    403,
  );
  const created = await browse("/api/v1/workspaces", create);
  expect(created.status).toBe(201);

  const { id } = JSON.parse(created.body) as { id: string };
  const invitation = { method: "POST", body: JSON.stringify({ email: "bob@acme.example", role: "member" }) };
  expect((await browse(`/api/v1/workspaces/${id}/invitations`, invitation)).status).toBe(201);
  await expect.poll(() => mailServer.received.length).toBe(2);
  const invited = mailServer.received[1];
  expect(invited?.to).toBe("bob@acme.example");
  expect(invited?.message).toMatch(/^Subject: You are invited to Ci on Knockon\r$/mu);
  expect(invited?.message.replaceAll("=\r\n", "")).toContain(`https://${HOST}/`);

  const page = await browse("/");
  expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
});
