import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { neonBranches } from "./neon-branches.ts";
import { previews } from "./previews.ts";

const BASE = { id: "br-base", name: "main", created_at: "2026-01-01T00:00:00Z" };
const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const NOW = new Date("2026-06-15T12:00:00Z");

/** Starts a fake Neon API and records the commands on stages. */
async function start(existing: Record<string, string> = {}) {
  const branches = [
    BASE,
    ...Object.entries(existing).map(([name, at]) => ({ id: `br-${name}`, name, created_at: at })),
  ];
  const done: string[] = [];
  const secrets: Record<string, string>[] = [];
  let busy = 0;
  let failing = "";
  const server = createServer((request, response) => {
    void (async () => {
      const { pathname, searchParams } = new URL(request.url ?? "", "http://neon");
      const [, , project, kind, id] = pathname.split("/");
      const answer = (status: number, body: object): void =>
        void response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
      if (request.headers.authorization !== "Bearer neon-key" || project !== "previews")
        return answer(401, { message: "no" });
      if (kind === "connection_uri")
        return answer(200, {
          uri: `postgres://${searchParams.get("branch_id")}/${searchParams.get("pooled")}`,
        });
      if (request.method === "GET") return answer(200, { branches });
      if (busy-- > 0) return answer(423, { message: "project already has running operations" });
      if (request.method === "DELETE") {
        done.push(`delete ${id}`);
        branches.splice(
          branches.findIndex((branch) => branch.id === id),
          1,
        );
        return answer(200, {});
      }
      const { branch } = (await json(request)) as { branch: { name: string; parent_id?: string } };
      const made = { id: `br-${branch.name}`, name: branch.name, created_at: NOW.toISOString() };
      done.push(`create ${made.id} of ${branch.parent_id ?? "the default branch"}`);
      branches.push(made);
      answer(201, { branch: made });
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const subject = previews({
    branches: neonBranches({
      projectId: "previews",
      apiKey: "neon-key",
      database: "knockon",
      role: "owner",
      api: addressOf(server),
      retryDelayMs: 1,
    }),
    commands: {
      async deploy(stage, url) {
        done.push(`deploy ${stage} over ${url}`);
      },
      remove(stage) {
        if (stage === failing) throw new Error(`${stage} cannot be removed.`);
        done.push(`remove ${stage}`);
      },
      setSecrets(stage, given) {
        if (stage === failing) throw new Error(`${stage} takes no secrets.`);
        done.push(`secrets of ${stage}`);
        secrets.push(given);
      },
    },
    mailSender: "previews@knockon.example",
    now: () => NOW,
  });
  return {
    subject,
    done,
    secrets,
    setBusy: (times: number) => void (busy = times),
    setFailing: (stage: string) => void (failing = stage),
  };
}

it("creates a preview as a branch of the empty base, with its own keys, migrated over the direct URL", async () => {
  const { subject, done, secrets } = await start();
  await subject.open(7);
  await subject.open(8);
  expect(done.slice(0, 3)).toEqual([
    "create br-pr-7 of the default branch",
    "secrets of pr-7",
    "deploy pr-7 over postgres://br-pr-7/false",
  ]);
  const [first, second] = secrets;
  expect(first).toMatchObject({
    DatabaseUrl: "postgres://br-pr-7/true",
    MailSender: "previews@knockon.example",
  });
  expect(first?.["EncryptionKeys"]).toMatch(/^1:[\w+/]{43}=$/u);
  expect(first?.["SessionSecret"]?.length).toBeGreaterThanOrEqual(32);
  for (const name of ["DatabaseUrl", "EncryptionKeys", "SessionSecret"])
    expect(second?.[name]).not.toBe(first?.[name]);
});

it("deletes the database of a preview whose secrets cannot be set", async () => {
  const { subject, done, setFailing } = await start();
  setFailing("pr-7");
  await expect(subject.open(7)).rejects.toThrow("pr-7 takes no secrets.");
  expect(done).toEqual(["create br-pr-7 of the default branch", "delete br-pr-7"]);
});

it("keeps database and keys when a preview is deployed again, even if ten exist", async () => {
  const up = Object.fromEntries(
    Array.from({ length: 10 }, (_, n) => [`pr-${n + 1}`, "2026-06-14T00:00:00Z"]),
  );
  const { subject, done } = await start(up);
  await subject.open(10);
  expect(done).toEqual(["deploy pr-10 over postgres://br-pr-10/false"]);
});

it("rejects an eleventh preview and names the existing ones", async () => {
  const up = Object.fromEntries(
    Array.from({ length: 10 }, (_, n) => [`pr-${n + 1}`, "2026-06-14T00:00:00Z"]),
  );
  const { subject, done } = await start(up);
  await expect(subject.open(11)).rejects.toThrow(
    /^10 previews exist \(pr-1, .*pr-10\)\. Close one first\.$/u,
  );
  expect(done).toEqual([]);
});

it("removes the stage before its database when closing, and nothing if there is no preview", async () => {
  const { subject, done, setBusy } = await start({ "pr-7": "2026-06-14T00:00:00Z" });
  setBusy(2);
  await subject.close(7);
  await subject.close(7);
  expect(done).toEqual(["remove pr-7", "delete br-pr-7"]);
});

it("keeps young previews of open pull requests, and other branches, when sweeping", async () => {
  const { subject, done, setFailing } = await start({
    "pr-1": "2026-06-14T00:00:00Z",
    "pr-2": "2026-06-14T00:00:00Z",
    "pr-3": "2026-05-30T00:00:00Z",
    "pr-4": "2026-06-14T00:00:00Z",
    staging: "2026-01-01T00:00:00Z",
  });
  setFailing("pr-2");
  await expect(subject.sweep([1, 3])).rejects.toThrow("Some previews could not be closed.");
  expect(done).toEqual(["remove pr-3", "delete br-pr-3", "remove pr-4", "delete br-pr-4"]);
});

it("reports Neon's errors without the API key", async () => {
  const server = createServer((_, response) =>
    response.writeHead(404).end('{"message":"project not found"}'),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const options = { projectId: randomUUID(), apiKey: "wrong", database: "knockon", role: "owner" };
  await expect(neonBranches({ ...options, api: addressOf(server) }).list()).rejects.toThrow(
    'Neon answered 404 to GET /branches?limit=10000: {"message":"project not found"}',
  );
});
