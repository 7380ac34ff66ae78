import { describe, expect, it } from "vitest";
import { openMetrics } from "./metrics.ts";

const TOKEN = "0123456789abcdef";

function open(backlog = async () => ({ messages: 3, oldestSeconds: 12 })) {
  const lines: string[] = [];
  const log = { info: (line: string) => lines.push(line), error: (line: string) => lines.push(line) };
  const metrics = openMetrics(TOKEN, backlog);
  const get = (path: string, token?: string) =>
    metrics.answer(
      new Request(`http://127.0.0.1${path}`, {
        headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
      }),
    );
  return { metrics, get, log: metrics.meter(log), lines };
}

describe("/metrics", () => {
  it("counts requests, messages and faults by their log lines, which it passes on", async () => {
    const { get, log, lines } = open();
    log.info("request answered", { method: "GET", route: "/api/v1/scans/:id", status: 200, durationMs: 30 });
    log.info("request answered", { method: "GET", route: null, status: 404, durationMs: 1 });
    log.info("message handled", { kind: "scan-repository", durationMs: 1500 });
    log.error("message failed", { kind: "plan-scan", durationMs: 10 });
    log.info("scans swept");
    expect(lines).toHaveLength(5);
    const response = await get("/metrics", TOKEN);
    expect(response?.status).toBe(200);
    expect(response?.headers.get("Content-Type")).toContain("text/plain");
    const text = await response?.text();
    for (const line of [
      'knockon_http_request_duration_seconds_count{method="GET",route="/api/v1/scans/:id",status="200"} 1',
      'knockon_http_request_duration_seconds_count{method="GET",route="none",status="404"} 1',
      'knockon_message_duration_seconds_sum{kind="scan-repository",outcome="handled"} 1.5',
      'knockon_message_duration_seconds_count{kind="plan-scan",outcome="failed"} 1',
      "knockon_faults_total 1",
      "knockon_queue_messages 3",
      "knockon_queue_oldest_message_seconds 12",
    ])
      expect(text).toContain(`${line}\n`);
    expect(text).toContain("process_resident_memory_bytes ");
  });

  it.each([undefined, "", "0123456789abcdeF", `${TOKEN}0`])("requires the token: %j", async (token) => {
    const response = await open().get("/metrics", token);
    expect(response?.status).toBe(401);
    expect(await response?.text()).not.toContain("knockon_");
  });

  it("is served without a database", async () => {
    const response = await open(() => Promise.reject(new Error("The database is away."))).get(
      "/metrics",
      TOKEN,
    );
    expect(await response?.text()).toContain("knockon_queue_messages Nan\n");
  });

  it("answers no other path", () => {
    expect(open().get("/metricsx", TOKEN)).toBeUndefined();
  });
});
