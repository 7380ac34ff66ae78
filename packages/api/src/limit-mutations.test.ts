import type { Logger } from "@knockon/core/context";
import type { RateCounter } from "@knockon/core/ports/rate-counter";
import { memoryRateCounter } from "@knockon/core/testing/memory-ports";
import { describe, expect, it } from "vitest";
import { createApp } from "./app.ts";
import type { Caller } from "./identity.ts";
import { route, type Route } from "./route.ts";
import type { SharedContext } from "./serve-route.ts";
import { createTestApp, WORKSPACE_ID } from "./testing/test-app.ts";
import { createWidget, deleteWidget, getWidget, WIDGET } from "./testing/widget.ts";

const PATH = `/api/v1/widgets/${WIDGET.id}`;

const routes: Route[] = [
  route(getWidget, async () => WIDGET),
  route(createWidget, async () => WIDGET),
  route(deleteWidget, async () => null),
];

const keyOf = (prefix: string): Caller => ({
  type: "key",
  id: WIDGET.id,
  prefix,
  workspaceId: WORKSPACE_ID,
});
const user: Caller = { type: "user", id: "u1", roles: new Map([[WORKSPACE_ID, "owner"]]) };

/** An app whose credential `svc_<prefix>` is the key of that prefix, and any session the one user's. */
function openApp({ counter = memoryRateCounter(), perMinute = 3, served = routes } = {}) {
  let milliseconds = 0;
  const errors: unknown[] = [];
  const log: Logger = {
    info() {},
    error: (message: string, fields = {}) => void errors.push({ message, ...fields }),
  };
  const context = { log, now: () => new Date(milliseconds) } as SharedContext;
  const app = createTestApp({
    routes: served,
    context,
    mutationLimit: { counter, perMinute },
    authenticate: async ({ type, text }) => {
      if (type === "session") return user;
      return text.startsWith("svc_") ? keyOf(text) : undefined;
    },
  });
  return {
    errors,
    advance: (seconds: number) => void (milliseconds += seconds * 1000),
    get: (key = "svc_a") => app.get(PATH, { "X-API-Key": key }),
    remove: (headers: Record<string, string> = { "X-API-Key": "svc_a" }) =>
      app.send("DELETE", PATH, undefined, headers),
    create: (body: unknown) =>
      app.send("POST", "/api/v1/widgets", body, { "X-API-Key": "svc_a", "Content-Type": "application/json" }),
  };
}

const seen = async (response: Response) => ({
  status: response.status,
  policy: response.headers.get("RateLimit-Policy"),
  limit: response.headers.get("RateLimit"),
  retryAfter: response.headers.get("Retry-After"),
  body: response.status === 204 ? null : await response.json(),
});

describe("a mutation within the limit", () => {
  it("passes and reports the remaining quota", async () => {
    const { remove, advance } = openApp();
    const policy = '"mutations";q=3;w=60';
    const passed = { status: 204, policy, retryAfter: null, body: null };
    expect(await seen(await remove())).toEqual({ ...passed, limit: '"mutations";r=2;t=120' });
    advance(30);
    expect(await seen(await remove())).toEqual({ ...passed, limit: '"mutations";r=1;t=60' });
  });

  it("reports the quota in errors too [D-12.13]", async () => {
    const { create } = openApp();
    const response = await create({ name: "" });
    expect([response.status, response.headers.get("RateLimit")]).toEqual([422, '"mutations";r=2;t=120']);
  });
});

describe("429", () => {
  it("is returned over the limit, with the seconds until the next request passes [D-12.10]", async () => {
    const { remove, advance } = openApp();
    for (let sent = 0; sent < 3; sent += 1) expect((await remove()).status).toBe(204);
    advance(10);
    for (let sent = 0; sent < 5; sent += 1) {
      expect(await seen(await remove())).toEqual({
        status: 429,
        policy: '"mutations";q=3;w=60',
        limit: '"mutations";r=0;t=70',
        retryAfter: "70",
        body: { detail: "Too many requests. Try again in 70 s.", retry_after: 70 },
      });
    }
    advance(69);
    expect((await remove()).status).toBe(429);
    advance(1);
    expect((await remove()).status).toBe(204);
  });

  it("is counted per key, and per user across sessions [D-12.2]", async () => {
    const { remove } = openApp({ perMinute: 1 });
    const statusOf = async (headers: Record<string, string>) => (await remove(headers)).status;
    expect(await statusOf({ "X-API-Key": "svc_a" })).toBe(204);
    expect(await statusOf({ "X-API-Key": "svc_a" })).toBe(429);
    expect(await statusOf({ "X-API-Key": "svc_b" })).toBe(204);
    const Origin = "https://app.acme.example";
    expect(await statusOf({ Cookie: "service_access=one", Origin })).toBe(204);
    expect(await statusOf({ Cookie: "service_access=two", Origin })).toBe(429);
  });

  it("follows 401, which does not count, and precedes 422, which does [D-12.3]", async () => {
    const { remove, create } = openApp({ perMinute: 1 });
    for (let sent = 0; sent < 3; sent += 1) expect((await remove({ "X-API-Key": "no" })).status).toBe(401);
    expect((await create("{")).status).toBe(422);
    expect((await create("{")).status).toBe(429);
    expect((await create("x".repeat(2 ** 21))).status).toBe(429);
  });

  it("is never returned for reads, which are not counted", async () => {
    const { get, remove } = openApp({ perMinute: 1 });
    for (let sent = 0; sent < 100; sent += 1) {
      const response = await get();
      expect([response.status, response.headers.get("RateLimit")]).toEqual([200, null]);
    }
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(429);
    expect((await get()).status).toBe(200);
  });

  it("is never returned for exempt operations [D-12.14]", async () => {
    const exempt = { ...deleteWidget, auth: { ...deleteWidget.auth, rate: "exempt" } } as const;
    const { remove } = openApp({ perMinute: 1, served: [route(exempt, async () => null)] });
    for (let sent = 0; sent < 10; sent += 1) {
      const response = await remove();
      expect([response.status, response.headers.get("RateLimit")]).toEqual([204, null]);
    }
  });
});

describe("if the counter does not respond", () => {
  const outages: [string, RateCounter["count"], cause: string][] = [
    ["that throws", async () => Promise.reject(new Error("The table is gone.")), "The table is gone."],
    ["that hangs", () => new Promise(() => {}), "The counter did not respond within 50 ms."],
  ];

  it.each(outages)("%s, mutations pass, logged and numbered [D-12.11,12]", async (_name, count, cause) => {
    const { remove, errors } = openApp({ counter: { count }, perMinute: 1 });
    for (let uncounted = 1; uncounted <= 3; uncounted += 1) {
      const begun = performance.now();
      const response = await remove();
      expect(performance.now() - begun).toBeLessThan(1000);
      expect([response.status, response.headers.get("RateLimit")]).toEqual([204, null]);
      expect(errors.at(-1)).toEqual({
        message: "mutation not counted",
        requestId: response.headers.get("X-Request-ID"),
        uncounted,
        cause: expect.stringContaining(cause),
      });
    }
  });

  it("counts a response that arrived in time while the process was busy", async () => {
    const busy = (milliseconds: number) => {
      const end = performance.now() + milliseconds;
      while (performance.now() < end);
    };
    const memory = memoryRateCounter();
    const counter: RateCounter = {
      async count(...asked) {
        for (let turn = 0; turn < 2; turn += 1) {
          await new Promise((resolve) => setTimeout(resolve, 1));
          busy(80);
        }
        return memory.count(...asked);
      },
    };
    const { remove, errors } = openApp({ counter });
    expect((await remove()).headers.get("RateLimit")).toBe('"mutations";r=2;t=120');
    expect(errors).toEqual([]);
  });
});

it("requires a limit to serve mutations, unless they are exempt", () => {
  const serve = (served: Route) =>
    createApp({
      routes: [served],
      context: {} as SharedContext,
      authenticate: async () => user,
      allowedOrigins: [],
    });
  expect(() => serve(route(deleteWidget, async () => null))).toThrow("requires mutationLimit");
  expect(() => serve(route(getWidget, async () => WIDGET))).not.toThrow();
  const exempt = { ...deleteWidget, auth: { ...deleteWidget.auth, rate: "exempt" } } as const;
  expect(() => serve(route(exempt, async () => null))).not.toThrow();
});
