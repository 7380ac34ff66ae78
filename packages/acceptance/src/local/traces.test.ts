import { execFile } from "node:child_process";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { migratedDatabase, reachableFolder, startLocal } from "../testing/local-process.ts";
import { ACME, makeOrganization } from "../testing/organizations.ts";
import { PRINTED } from "../testing/spawn-local.ts";

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

interface SpanRecord {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Attribute[];
}

interface Export {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: SpanRecord[] }[] }[];
}

/** Starts an OTLP/HTTP collector that keeps what it receives. */
async function startCollector() {
  const exports: Export[] = [];
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await json(request)) as Export;
    if (request.url === "/v1/traces") exports.push(body);
    response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
  }
  const server = createServer((request, response) => {
    void receive(request, response);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, exports };
}

it(
  "sends traces of requests, messages and queries, without what they contain",
  { timeout: 120_000 },
  async () => {
    const [folder, collector] = [await reachableFolder(), await startCollector()];
    const org = makeOrganization(folder, "acme", ACME);
    const server = await startLocal(["--org", org, "--port", "0", "--data", `${folder}/data`], {
      ...(await migratedDatabase()),
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_SERVICE_NAME: "impact",
      BLOB_STORE: "postgres",
    });
    const [, url = ""] = await server.printed(PRINTED.listening);
    const [, key = ""] = await server.printed(PRINTED.key);
    await server.printed(PRINTED.scanned);
    const [traceId, spanId] = ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"];
    const call = (path: string, init: RequestInit = {}) =>
      fetch(`${url}/api/v1${path}`, {
        ...init,
        headers: {
          "X-API-Key": key,
          "Content-Type": "application/json",
          traceparent: `00-${traceId}-${spanId}-01`,
        },
      });
    const [connected] = (await (await call("/connected-orgs")).json()) as { id: string }[];
    const started = await call(`/connected-orgs/${connected?.id}/scans`, { method: "POST", body: "{}" });
    const scan = (await started.json()) as { id: string; status: string };
    const read = async () => (await (await call(`/scans/${scan.id}`)).json()) as typeof scan;
    await expect.poll(async () => (await read()).status, { timeout: 30_000 }).toBe("completed");
    expect(await server.ended("SIGTERM")).toBe(0);
    expect(server.stderr()).toBe("");

    const { exports } = collector;
    const spans = exports.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
    );
    expect(exports[0]?.resourceSpans[0]?.resource.attributes).toContainEqual({
      key: "service.name",
      value: { stringValue: "impact" },
    });
    const named = (name: string): SpanRecord[] => spans.filter((span) => span.name === name);
    const childrenOf = (span: SpanRecord | undefined): Set<string> =>
      new Set(spans.filter(({ parentSpanId }) => parentSpanId === span?.spanId).map(({ name }) => name));

    // The caller's trace contains the request, its queries, and the messages that it caused.
    const [request] = named("POST /api/v1/connected-orgs/:connected_org_id/scans");
    expect(request).toMatchObject({ traceId, parentSpanId: spanId });
    expect(request?.attributes).toContainEqual({
      key: "http.response.status_code",
      value: { intValue: 202 },
    });
    expect([...childrenOf(request)]).toEqual(expect.arrayContaining(["INSERT scan", "COMMIT", "plan-scan"]));

    // The trace of the first scan continues from message to message.
    const plan = named("plan-scan").find((span) => span.traceId !== traceId);
    expect(childrenOf(plan)).toContain("list repositories");
    const repositories = named("scan-repository").filter((span) => span.traceId === plan?.traceId);
    expect(repositories).toHaveLength(Object.keys(ACME).length);
    for (const span of repositories) {
      expect(span.parentSpanId).toBe(plan?.spanId);
      expect([...childrenOf(span)]).toEqual(expect.arrayContaining(["open commit", "extract"]));
    }
    const finish = named("finish-scan").find((span) => span.traceId === plan?.traceId);
    expect([...childrenOf(finish)]).toEqual(expect.arrayContaining(["write graph"]));

    // Nothing that repositories, users or queries contain: words with a meaning are ours.
    const sent = JSON.stringify(exports);
    for (const secret of ["acme", "base-image", "Dockerfile", "debian", key, folder]) {
      expect([secret, sent.includes(secret)]).toEqual([secret, false]);
    }
    expect(
      spans.filter(({ parentSpanId, name }) => parentSpanId === undefined && /^[A-Z]+ \w+$/u.test(name)),
    ).toEqual([]);
  },
);

it("loads no OpenTelemetry without an endpoint", { timeout: 120_000 }, async () => {
  const start = import.meta.resolve("@knockon/functions/local/start");
  const script = `
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    await import(${JSON.stringify(start)});
    console.log(JSON.stringify(loaded));
    process.exit();`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], {
    maxBuffer: 2 ** 24,
  });
  const loaded = JSON.parse(stdout) as string[];
  expect(loaded).toContain(start);
  // The library for metrics loads the interfaces.
  expect(loaded.filter((url) => /@opentelemetry\/(?!api\/)/u.test(url))).toEqual([]);
});
