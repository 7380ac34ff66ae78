import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { preparedDataFolder, startLocal } from "../testing/local-process.ts";
import { cookieOf } from "../testing/test-person.ts";
import { PRINTED } from "../testing/spawn-local.ts";

const PERSON = { name: "Ada", email: "ada@acme.example", password: "correct horse battery" };

/** Starts the server on a data folder, with a client for its sign-in. */
async function start(data: string) {
  const server = await startLocal(["--port", "0", "--data", data]);
  const [, url = ""] = await server.printed(PRINTED.listening);
  const post = (path: string, body: object) =>
    fetch(`${url}/api/v1/auth${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: url },
      body: JSON.stringify(body),
    });
  return {
    ...server,
    post,
    signIn: () => post("/sign-in/email", { email: PERSON.email, password: PERSON.password }),
    list: async (headers: Record<string, string>) =>
      (await fetch(`${url}/api/v1/workspaces`, { headers })).status,
  };
}

it("a copied data folder keeps passwords, sessions and API keys", { timeout: 120_000 }, async () => {
  const data = await preparedDataFolder();
  const first = await start(data);
  const [, key = ""] = await first.printed(PRINTED.key);
  const signedUp = await first.post("/sign-up/email", PERSON);
  expect(signedUp.status).toBe(200);
  // Without a confirmed address there is no account, and the answer is that of a wrong password.
  expect((await first.signIn()).status).toBe(401);
  const [link] = await first.printed(/http:\/\/\S+verify\S+/u);
  const Cookie = signedUp.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
  expect((await fetch(link, { headers: { Cookie }, redirect: "manual" })).status).toBe(302);
  const session = cookieOf(await first.signIn());
  expect(await first.list({ Cookie: session })).toBe(200);
  expect(await first.ended("SIGTERM")).toBe(0);

  const copy = join(data, "../copy");
  execFileSync("cp", ["-a", data, copy]);
  const restored = await start(copy);
  expect((await restored.signIn()).status).toBe(200);
  expect(await restored.list({ Cookie: session })).toBe(200);
  expect(await restored.list({ "X-API-Key": key })).toBe(200);
  expect(
    (await restored.post("/sign-in/email", { email: PERSON.email, password: "wrong password" })).status,
  ).toBe(401);
});
