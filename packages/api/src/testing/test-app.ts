import { memoryRateCounter } from "@knockon/core/testing/memory-ports";
import type { Logger } from "@knockon/core/context";
import type { Hono } from "hono";
import type { AppEnv } from "../app-env.ts";
import { createApp, type AppOptions } from "../app.ts";
import type { Caller } from "../identity.ts";
import type { SharedContext } from "../serve-route.ts";

export const WORKSPACE_ID = "6f1c2a8e-4b0d-4c55-9a37-0d9f3f5b7c21";

/** The default caller, authenticated by `X-API-Key: svc_test`. */
export const KEY: Caller = {
  type: "key",
  id: "0a4f4a4e-58a1-4a0e-8f1d-5f0d2f1c9b33",
  prefix: "svc_live_00000000",
  workspaceId: WORKSPACE_ID,
};

export const AS_KEY = { "X-API-Key": "svc_test" };

interface LogLine {
  message: string;
  fields: Record<string, unknown> | undefined;
}

export interface TestApp {
  app: Hono<AppEnv>;
  /** Logged lines by level. */
  errors: LogLine[];
  infos: LogLine[];
  get: (path: string, headers?: Record<string, string>) => Promise<Response>;
  /** Sends `body` as JSON; strings unchanged. */
  send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Response>;
}

/** Creates an app with inline handlers and an empty context. Responses are validated against their schemas. */
export function createTestApp(options: Pick<AppOptions, "routes"> & Partial<AppOptions>): TestApp {
  const errors: LogLine[] = [];
  const infos: LogLine[] = [];
  const log: Logger = {
    info: (message, fields) => infos.push({ message, fields }),
    error: (message, fields) => errors.push({ message, fields }),
  };
  const app = createApp({
    authenticate: async ({ text }) => (text === "svc_test" ? KEY : undefined),
    context: { log, now: () => new Date(0) } as SharedContext,
    mutationLimit: { counter: memoryRateCounter(), perMinute: 60 },
    allowedOrigins: ["https://app.acme.example"],
    validateResponses: true,
    ...options,
  });
  return {
    app,
    errors,
    infos,
    get: async (path, headers = AS_KEY) => app.request(path, { headers }),
    send: async (method, path, body, headers = { ...AS_KEY, "Content-Type": "application/json" }) =>
      app.request(path, {
        method,
        headers,
        ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      }),
  };
}
