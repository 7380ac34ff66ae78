import type { SharedContext } from "@knockon/api/serve-route";
import type { Logger } from "@knockon/core/context";
import type { OpenGitHost } from "@knockon/core/ports/git-host";
import type { Queue, ScanMessage } from "@knockon/core/ports/queue";
import { observeQueries } from "@knockon/db/connect/observe-queries";
import {
  type Attributes,
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import type { Delivery } from "../work-on-message.ts";

type Answer<Args extends [Request, ...unknown[]]> = (...args: Args) => unknown;

export interface Tracing {
  /** Adds spans to ports and database calls, and the trace to queue messages. */
  instrument: (shared: SharedContext) => SharedContext;
  /** Adds a span to each request. */
  traceRequests: <Args extends [Request, ...unknown[]]>(answer: Answer<Args>) => Answer<Args>;
  /** Handles a message in a span that belongs to the trace of its sender. */
  traceMessage: TraceMessage;
  /** Sends what is left. */
  close: () => Promise<void>;
}

export type TraceMessage = (
  delivery: Delivery,
  handle: (delivery: Delivery) => Promise<void>,
) => Promise<void>;

/** A message with the trace of its sender, as https://www.w3.org/TR/trace-context/ writes it. */
type TracedMessage = ScanMessage & { traceparent?: string };

const TRACEPARENT = /^00-(?<traceId>[\da-f]{32})-(?<spanId>[\da-f]{16})-(?<flags>[\da-f]{2})$/u;

/**
 * Sends spans to `OTEL_EXPORTER_OTLP_ENDPOINT`. They have names, IDs and durations: no parameters of queries, no paths of requests, and
 * no text of repositories.
 */
export function openTracing(role: string): Tracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      "service.name": process.env["OTEL_SERVICE_NAME"] || "knockon",
      "knockon.role": role,
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const tracer = provider.getTracer("knockon");

  async function inSpan<T>(
    name: string,
    work: (span: Span) => Promise<T> | T,
    { kind = SpanKind.INTERNAL, attributes = {}, parent = context.active() } = {},
  ): Promise<T> {
    const span = tracer.startSpan(name, { kind, attributes }, parent);
    try {
      return await context.with(trace.setSpan(parent, span), () => work(span));
    } catch (error) {
      markFailed(span, error);
      throw error;
    } finally {
      span.end();
    }
  }

  observeQueries((text) => {
    // Idle workers poll the queue. Queries outside of a request or message are not recorded.
    if (trace.getActiveSpan() === undefined) return undefined;
    const { name, attributes } = describeQuery(text);
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes });
    return (error) => {
      if (error) markFailed(span, error);
      span.end();
    };
  });

  const tracedQueue = (queue: Queue): Queue => ({
    send(messages, delaySeconds) {
      const traceparent = activeTraceparent();
      return queue.send(
        traceparent === undefined ? messages : messages.map((message) => ({ ...message, traceparent })),
        delaySeconds,
      );
    },
  });

  const tracedHosts =
    (open: OpenGitHost): OpenGitHost =>
    (org) => {
      const host = open(org);
      return {
        ...host,
        listRepositories: (cursor) => inSpan("list repositories", () => host.listRepositories(cursor)),
        openSnapshot: (repository, commit) =>
          inSpan("open commit", () => host.openSnapshot(repository, commit)),
      };
    };

  return {
    instrument: (shared) => ({
      ...shared,
      log: nameSpans(shared.log),
      ports: {
        ...shared.ports,
        queue: tracedQueue(shared.ports.queue),
        openGitHost: tracedHosts(shared.ports.openGitHost),
        extractor: {
          ...shared.ports.extractor,
          extract: (...args) => inSpan("extract", () => shared.ports.extractor.extract(...args)),
        },
        blobStore: {
          ...shared.ports.blobStore,
          put: (...args) => inSpan("write graph", () => shared.ports.blobStore.put(...args)),
          get: (...args) => inSpan("read graph", () => shared.ports.blobStore.get(...args)),
        },
      },
    }),
    traceRequests:
      (answer) =>
      (...args) => {
        const [request] = args;
        const parent = parentOf(request.headers.get("traceparent") ?? undefined);
        const attributes = { "http.request.method": request.method };
        return inSpan(request.method, () => answer(...args), { kind: SpanKind.SERVER, attributes, parent });
      },
    traceMessage({ message, ...delivery }, handle) {
      const { traceparent, ...sent } = message as TracedMessage;
      const attributes: Attributes = {
        "messaging.message.id": delivery.messageId,
        "knockon.workspace_id": sent.workspaceId,
        "knockon.receive_count": delivery.receiveCount,
        ...("scanId" in sent && { "knockon.scan_id": sent.scanId }),
        ...("repositoryId" in sent && { "knockon.repository_id": sent.repositoryId }),
      };
      return inSpan(sent.kind, () => handle({ ...delivery, message: sent }), {
        kind: SpanKind.CONSUMER,
        attributes,
        parent: parentOf(traceparent),
      });
    },
    close: () => provider.shutdown(),
  };
}

/** An error's message can quote repositories and parameters, so only its kind is recorded. */
function markFailed(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute("error.type", error instanceof Error ? error.name : "unknown");
}

/** Names the span of a request after its route, which is known once it is answered. */
const nameSpans = (log: Logger): Logger => ({
  ...log,
  info(message, fields = {}) {
    const { method, route, status, requestId } = fields;
    const span = trace.getActiveSpan();
    if (message === "request answered" && span) {
      if (typeof route === "string") {
        span.updateName(`${String(method)} ${route}`);
        span.setAttribute("http.route", route);
      }
      span.setAttribute("http.response.status_code", Number(status));
      span.setAttribute("knockon.request_id", String(requestId));
      if (Number(status) >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    }
    log.info(message, fields);
  },
});

/** The statement's kind and its first table: `SELECT scan`. The names of tables are ours; quoted values are never in a text. */
function describeQuery(text: string): { name: string; attributes: Attributes } {
  const operation =
    /^\s*(?:\/\*.*?\*\/\s*)?(?<word>[a-z]+)/iu.exec(text)?.groups?.["word"]?.toUpperCase() ?? "QUERY";
  const table = /\b(?:from|into|update) "(?<table>[a-z_]+)"/iu.exec(text)?.groups?.["table"];
  return {
    name: table === undefined ? operation : `${operation} ${table}`,
    attributes: {
      "db.system.name": "postgresql",
      "db.operation.name": operation,
      ...(table !== undefined && { "db.collection.name": table }),
    },
  };
}

function activeTraceparent(): string | undefined {
  const active = trace.getActiveSpan()?.spanContext();
  if (!active || !isSpanContextValid(active)) return undefined;
  return `00-${active.traceId}-${active.spanId}-${active.traceFlags.toString(16).padStart(2, "0")}`;
}

function parentOf(traceparent: string | undefined) {
  const { traceId, spanId, flags = "0" } = TRACEPARENT.exec(traceparent ?? "")?.groups ?? {};
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16);
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
