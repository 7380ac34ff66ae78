import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestService, type TestService } from "../testing/test-service.ts";

const run = promisify(execFile);

const SUITE = fileURLToPath(
  new URL("../../../../node_modules/@modelcontextprotocol/conformance/dist/index.js", import.meta.url),
);

let service: TestService;
let url: string;
let folder: string;
let key: string;

/** The suite sends no credential, so a proxy adds one. It passes the other headers on, `Host` included. */
const proxy = createServer((incoming, outgoing) => {
  const { method = "GET", url: path = "/", headers } = incoming;
  const forwarded = request(
    `${service.url}${path}`,
    { method, headers: { ...headers, "x-api-key": key }, agent: false },
    (response) => {
      outgoing.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(outgoing);
    },
  );
  forwarded.on("error", () => outgoing.destroy());
  incoming.pipe(forwarded);
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "knockon-conformance-"));
  service = await startTestService();
  ({ key } = await service.openWorkspace("Acme"));
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  url = `http://localhost:${(proxy.address() as AddressInfo).port}/mcp`;
});

afterAll(async () => {
  proxy.close();
  proxy.closeAllConnections();
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

/** Scenarios for servers with what this server has: tools, without a session. The suite has none for revision 2026-07-28 yet. */
const APPLICABLE = ["server-initialize", "ping", "tools-list", "dns-rebinding-protection"];

/** The others, by the start of their names, and why they do not apply. */
const NOT_APPLICABLE: Record<string, string> = {
  "tools-call-": "They call tools that only a server for this suite has, such as test_simple_text.",
  "json-schema-2020-12": "It lists a tool that only a server for this suite has.",
  "elicitation-": "Tools never ask the user.",
  "logging-": "Nothing is logged to the client.",
  "completion-": "There are no prompts or resource templates to complete.",
  "resources-": "There are no resources.",
  "prompts-": "There are no prompts.",
  "server-sse-": "Nothing is streamed.",
};

const runSuite = async (...args: string[]): Promise<string> =>
  (await run(process.execPath, [SUITE, ...args])).stdout;

it.each(APPLICABLE)("passes the scenario %s of the protocol's conformance suite", async (scenario) => {
  const printed = await runSuite("server", "--url", url, "--scenario", scenario, "-o", folder);
  expect(printed).toMatch(/Passed: [1-9]\d*\/\d+, 0 failed/);
});

it("knows every scenario of the suite", async () => {
  const printed = await runSuite("list", "--server");
  const scenarios = Array.from(printed.matchAll(/^ +- ([\w-]+) /gm), ([, name = ""]) => name);
  expect(scenarios.length).toBeGreaterThan(APPLICABLE.length);
  const isKnown = (name: string): boolean =>
    APPLICABLE.includes(name) || Object.keys(NOT_APPLICABLE).some((start) => name.startsWith(start));
  expect(scenarios.filter((name) => !isKnown(name))).toEqual([]);
});
