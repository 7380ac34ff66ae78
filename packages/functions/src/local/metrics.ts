import { hash, timingSafeEqual } from "node:crypto";
import type { Backlog } from "@knockon/adapters/queue/postgres";
import type { Logger } from "@knockon/core/context";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

export interface Metrics {
  /** Counts requests and messages by their log lines, and passes the lines on. */
  meter: (log: Logger) => Logger;
  /** Answers a request to `/metrics`: 401 without the token. Returns undefined for other paths. */
  answer: (request: Request) => Promise<Response> | undefined;
}

const SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** Names follow https://prometheus.io/docs/practices/naming/. Labels contain no names of customers or repositories. */
export function openMetrics(token: string, backlog: () => Promise<Backlog>): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "knockon_http_request_duration_seconds",
    help: "Duration of API requests by method, route and status.",
    labelNames: ["method", "route", "status"],
    buckets: SECONDS,
    registers,
  });
  const messages = new Histogram({
    name: "knockon_message_duration_seconds",
    help: "Duration of queue messages by kind and outcome.",
    labelNames: ["kind", "outcome"],
    buckets: SECONDS,
    registers,
  });
  const faults = new Counter({
    name: "knockon_faults_total",
    help: "Errors that were logged.",
    registers,
  });
  const waiting = new Gauge({
    name: "knockon_queue_messages",
    help: "Queue messages that no worker holds.",
    registers,
  });
  const oldest = new Gauge({
    name: "knockon_queue_oldest_message_seconds",
    help: "How long the oldest of these messages has been waiting.",
    registers,
  });

  async function serve(): Promise<Response> {
    // Without a database, the other metrics matter all the more.
    const unknown = { messages: Number.NaN, oldestSeconds: Number.NaN };
    const { messages: count, oldestSeconds } = await backlog().catch(() => unknown);
    waiting.set(count);
    oldest.set(oldestSeconds);
    return new Response(await registry.metrics(), { headers: { "Content-Type": registry.contentType } });
  }

  function observe(message: string, fields: Record<string, unknown> = {}): void {
    const seconds = Number(fields["durationMs"] ?? 0) / 1000;
    if (message === "request answered") {
      const route = typeof fields["route"] === "string" ? fields["route"] : "none";
      requests.observe(
        { method: String(fields["method"]), route, status: String(fields["status"]) },
        seconds,
      );
    }
    const { outcome } = /^message (?<outcome>handled|failed|interrupted)$/u.exec(message)?.groups ?? {};
    if (outcome !== undefined) messages.observe({ kind: String(fields["kind"]), outcome }, seconds);
  }

  const expected = hash("sha256", `Bearer ${token}`, "buffer");
  const isAuthorized = (request: Request): boolean =>
    timingSafeEqual(hash("sha256", request.headers.get("Authorization") ?? "", "buffer"), expected);

  return {
    meter: (log) => ({
      info(message, fields) {
        observe(message, fields);
        log.info(message, fields);
      },
      error(message, fields) {
        observe(message, fields);
        faults.inc();
        log.error(message, fields);
      },
    }),
    answer(request) {
      if (new URL(request.url).pathname !== "/metrics") return undefined;
      return isAuthorized(request) ? serve() : Promise.resolve(unauthorized());
    },
  };
}

const unauthorized = (): Response =>
  Response.json(
    { detail: "Metrics require the bearer token METRICS_TOKEN." },
    { status: 401, headers: { "WWW-Authenticate": "Bearer" } },
  );
