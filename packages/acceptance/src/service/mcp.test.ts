import { callTool, REVISIONS, startMcp, type Revision } from "@knockon/cli/testing/mcp-client";
import { createWorkspace, listAuditEvents } from "@knockon/contract/operations/workspace";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { makeOrganization } from "../testing/organizations.ts";
import { sendOverHttp } from "../testing/send-over-http.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import { ALLOWED_ORIGIN, type TestWorkspace } from "../testing/test-workspace.ts";

let service: TestService;
let acme: TestWorkspace;
let other: TestWorkspace;

const ACTION = "inputs:\n  version:\n    required: true\nruns:\n  using: composite\n  steps: []\n";
const CALLER =
  "on: push\njobs:\n  a:\n    steps:\n      - uses: acme/actions/setup@main\n        with:\n          version: 22\n";

beforeAll(async () => {
  service = await startTestService();
  acme = await service.openWorkspace("Acme");
  other = await service.openWorkspace("Globex");
  await scan(acme, "acme", {
    actions: { "setup/action.yml": ACTION },
    web: { ".github/workflows/ci.yml": CALLER, Dockerfile: "FROM ghcr.io/acme/base:1\n" },
    base: { Dockerfile: "FROM scratch\n", "release.sh": "docker push ghcr.io/acme/base:1\n" },
  });
  await scan(other, "globex", { secret: { "package.json": '{"name": "@globex/secret"}' } });
});

afterAll(() => service.close());

async function scan(
  workspace: TestWorkspace,
  name: string,
  repositories: Parameters<typeof makeOrganization>[2],
) {
  const connected = await workspace.connect(name, makeOrganization(service.folder, name, repositories));
  await workspace.scan(connected);
}

/** Connects the official client over HTTP until the end of the test. */
async function connect(headers: Record<string, string>, mode: Revision = REVISIONS[0][1]): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), {
    requestInit: { headers },
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

const asKey = ({ key }: TestWorkspace) => ({ "X-API-Key": key });

const PING = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });

const post = (headers: Record<string, string>, body = PING) =>
  service.request("/mcp", {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      ...headers,
    },
    body,
  });

describe.each(REVISIONS)("protocol revision %s over HTTP", (revision, mode) => {
  it("answers tool calls with the graph's age and a link to the page that shows the same", async () => {
    const client = await connect(asKey(acme), mode);
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect((await client.listTools()).tools).toHaveLength(5);
    const { data, text: shown } = await callTool(client, "impact_of_change", { repository: "acme/actions" });
    expect(data).toMatchObject({
      direct: 1,
      affected: [{ repository: "acme/web", clock: "next_run", file: ".github/workflows/ci.yml", line: 5 }],
      graph: { scanned_at: expect.stringMatching(/^\d{4}-/) as string, complete: true },
      link: expect.stringMatching(
        /^http:\/\/127\.0\.0\.1:\d+\/w\/[\w-]+\/impact\?repository_id=[\w-]+&/,
      ) as string,
    });
    expect(shown).toContain(String(data["link"]));
  });
});

it("answers over HTTP and over stdio with --url what the report of a scan answers", async () => {
  const remote = await connect(asKey(acme));
  const local = await startMcp(["--url", service.url], { environment: { KNOCKON_API_KEY: acme.key } });
  onTestFinished(() => local.close());
  for (const [tool, args] of [
    ["find_artifact", { query: "base" }],
    ["find_artifact", { query: "ghcr.io/acme/base" }],
    ["impact_of_change", { artifact: "ghcr.io/acme/base" }],
    ["check_change", { repository: "acme/actions", removes: [{ name: "version" }] }],
    ["explain_edge", { consumer: "acme/web", producer: "acme/base" }],
    ["rollout_plan", { repository: "acme/base" }],
  ] as const) {
    const answer = await callTool(remote, tool, args);
    expect(answer).toMatchObject({ isError: false });
    const same = await callTool(local, tool, args);
    expect(same.data).toEqual(answer.data);
  }
});

it("names the consumers of an input that is about to be removed", async () => {
  const client = await connect(asKey(acme));
  const { data } = await callTool(client, "check_change", {
    repository: "acme/actions",
    removes: [{ artifact: "acme/actions/setup", kind: "input", name: "version" }],
  });
  expect(data).toMatchObject({
    verdict: "breaks",
    breaking: 1,
    uses: [
      { consumer: "acme/web", file: ".github/workflows/ci.yml", line: 7, clock: "next_run", effect: "warns" },
    ],
  });
});

it("names nothing of another workspace: its names give the error of unknown ones", async () => {
  const client = await connect(asKey(acme));
  const answers = [];
  for (const name of ["globex/secret", "globex/secreu"]) {
    const answer = await callTool(client, "impact_of_change", { repository: name });
    answers.push({ ...answer, text: answer.text.replaceAll(name, "NAME") });
  }
  expect(answers[0]).toMatchObject({ isError: true });
  expect(answers[1]).toEqual(answers[0]);
  const { data } = await callTool(client, "find_artifact", { query: "@globex/secret" });
  expect(data["total"]).toBe(0);
});

describe("authorization", () => {
  it("accepts an API key in either header, and a session token of a member", async () => {
    const person = await service.signUp("mcp-viewer");
    const [, token = ""] = person.cookie.split("=", 2);
    for (const headers of [asKey(acme), { Authorization: `Bearer ${acme.key}` }]) {
      const answer = await callTool(await connect(headers), "find_artifact", { query: "base" });
      expect(answer.data["total"]).toBeGreaterThan(0);
    }
    const session = { Authorization: `Bearer ${token}` };
    expect((await post(session)).status).toBe(400);
    const { id } = await person.call(createWorkspace, { body: { name: "Own" } });
    expect((await post(session)).status).toBe(200);
    expect((await post({ ...session, "X-Workspace-Id": id })).status).toBe(200);
    expect((await post({ ...session, "X-Workspace-Id": acme.scope.workspaceId })).status).toBe(404);
    const { data } = await callTool(await connect(session), "find_artifact", { query: "base" });
    expect(data).toMatchObject({ total: 0, graph: { scanned_at: null, complete: false } });
    await person.call(createWorkspace, { body: { name: "Second" } });
    const chosen = await connect({ ...session, "X-Workspace-Id": id });
    expect(await callTool(chosen, "find_artifact", { query: "base" })).toMatchObject({ isError: false });
  });

  it.each([
    ["nothing", {}],
    ["an unknown key", { "X-API-Key": "svc_live_x" }],
    ["a token of another service", { Authorization: "Bearer eyJhbGciOiJub25lIn0.eyJhdWQiOiJvdGhlciJ9." }],
  ])("returns 401 with the URL of the metadata for %s", async (_, headers) => {
    const response = await post(headers);
    expect(response.status).toBe(401);
    const challenge = response.headers.get("WWW-Authenticate") ?? "";
    const [, metadata = ""] = /^Bearer resource_metadata="([^"]+)"$/.exec(challenge) ?? [];
    const described = await fetch(metadata);
    expect(await described.json()).toMatchObject({
      resource: `${service.url}/mcp`,
      bearer_methods_supported: ["header"],
    });
  });

  it("ignores session cookies, which browsers attach to requests of any site", async () => {
    const { cookie } = await service.signUp("mcp-browser");
    expect((await post({ Cookie: cookie, Origin: ALLOWED_ORIGIN })).status).toBe(401);
  });

  it("serves the metadata at both well-known paths", async () => {
    for (const path of ["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"])
      expect(await (await service.request(path)).json()).toMatchObject({ resource: `${service.url}/mcp` });
  });
});

describe("requests that other sites make a browser send", () => {
  it("rejects origins that are not allowed", async () => {
    expect((await post({ ...asKey(acme), Origin: "https://evil.example" })).status).toBe(403);
    expect((await post({ ...asKey(acme), Origin: "null" })).status).toBe(403);
    const metadata = "/.well-known/oauth-protected-resource/mcp";
    expect((await service.request(metadata, { headers: { Origin: "https://evil.example" } })).status).toBe(
      403,
    );
    for (const origin of [ALLOWED_ORIGIN, service.url])
      expect((await post({ ...asKey(acme), Origin: origin })).status).toBe(200);
  });

  it("rejects other names of the host", async () => {
    const headers = new Headers({ ...asKey(acme), Host: "evil.example" });
    expect((await sendOverHttp(`${service.url}/mcp`, { method: "POST", headers, body: PING })).status).toBe(
      403,
    );
  });
});

it.each(["GET", "DELETE", "PUT"])("%s /mcp returns 405", async (method) => {
  const response = await service.request("/mcp", { method, headers: asKey(acme) });
  expect(response.status).toBe(405);
  expect(response.headers.get("Allow")).toContain("POST");
});

it("refuses subscriptions, for which a function would keep a stream open", async () => {
  const client = await connect(asKey(acme));
  await expect(client.listen({ toolsListChanged: true })).rejects.toThrow("Subscription limit reached");
});

it("rejects bodies above 1 MiB, other content types and invalid JSON", async () => {
  expect((await post(asKey(acme), JSON.stringify({ text: "a".repeat(2 ** 20) }))).status).toBe(422);
  expect((await post({ ...asKey(acme), "Content-Type": "text/plain" })).status).toBe(415);
  expect((await post(asKey(acme), "{")).status).toBe(400);
});

it("records each tool call without text of the caller", async () => {
  const client = await connect(asKey(acme));
  await callTool(client, "find_artifact", { query: "hunter2" });
  await callTool(client, "impact_of_change", { repository: "hunter2" });
  await callTool(client, "explain_edge", { consumer: "WEB", producer: "acme/base" });
  const params = { workspace_id: acme.scope.workspaceId };
  const events = await acme.call(listAuditEvents, { params, query: { area: "mcp", limit: "3" } });
  expect(events).toMatchObject([
    {
      action: "mcp.tool_called",
      target: { type: "mcp_tool", id: "explain_edge" },
      after: { repository: "acme/base", consumer: "acme/web" },
    },
    { target: { id: "impact_of_change" }, after: {} },
    { target: { id: "find_artifact" }, after: {} },
  ]);
  expect(JSON.stringify(events)).not.toContain("hunter2");
});

it("counts each request once against the limit of mutations", async () => {
  const limited = await startTestService({ mutationsPerMinute: 5 });
  onTestFinished(() => limited.close());
  const workspace = await limited.openWorkspace("Limited");
  const call = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "check_change", arguments: { repository: "acme/none", removes: [{ name: "x" }] } },
  });
  const statuses = [];
  for (let sent = 0; sent < 6; sent += 1) {
    const response = await limited.request("/mcp", {
      method: "POST",
      headers: {
        ...asKey(workspace),
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
      },
      body: call,
    });
    statuses.push(response.status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});
