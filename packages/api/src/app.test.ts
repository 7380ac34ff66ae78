import { openApiDocument } from "@knockon/contract/openapi";
import { SIGN_IN_PATH } from "@knockon/contract/operation";
import { cancelScan } from "@knockon/contract/operations/scan";
import { getRepository, listRepositories, lookupRepository } from "@knockon/contract/operations/repository";
import {
  BadRequestError,
  ConflictError,
  DomainError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
  TooManyRequestsError,
} from "@knockon/core/errors";
import type { SignInRequest } from "@knockon/core/ports/sign-in";
import { memoryRateCounter } from "@knockon/core/testing/memory-ports";
import { describe, expect, it } from "vitest";
import { createReference } from "./reference/reference.ts";
import { route, type Route } from "./route.ts";
import { AS_KEY, createTestApp } from "./testing/test-app.ts";
import { deleteWidget, getWidget, listWidgets, WIDGET, WIDGET_ON_WIRE } from "./testing/widget.ts";

const widgetPath = `/api/v1/widgets/${WIDGET.id}`;
const failing = (error: Error): Route[] => [
  route(getWidget, async () => {
    throw error;
  }),
];
const seen = async (response: Response) => [response.status, await response.json()];

describe("success", () => {
  it("returns the operation's status and only declared fields, in snake_case", async () => {
    const row = { ...WIDGET, secretHash: "x" };
    const { get } = createTestApp({ routes: [route(getWidget, async () => row)] });
    expect(await seen(await get(widgetPath))).toEqual([200, WIDGET_ON_WIRE]);
  });

  it("returns lists as arrays, with the full count in X-Total-Count", async () => {
    const { get } = createTestApp({
      routes: [route(listWidgets, async () => ({ total: 7, body: [WIDGET] }))],
    });
    const response = await get("/api/v1/widgets?limit=1");
    expect(await seen(response)).toEqual([200, [WIDGET_ON_WIRE]]);
    expect(response.headers.get("X-Total-Count")).toBe("7");
  });

  it("returns no body with 204", async () => {
    const { send } = createTestApp({ routes: [route(deleteWidget, async () => null)] });
    const response = await send("DELETE", widgetPath, undefined, AS_KEY);
    expect([response.status, await response.text()]).toEqual([204, ""]);
  });
});

describe("the handler", () => {
  it("receives the actor, workspace and request ID", async () => {
    let ctx: unknown;
    const { get } = createTestApp({
      routes: [
        route(getWidget, async (given) => {
          ctx = given;
          return WIDGET;
        }),
      ],
    });
    await get(widgetPath, { ...AS_KEY, "X-Request-ID": "r-1" });
    expect(ctx).toMatchObject({
      actor: { type: "key", prefix: "svc_live_00000000" },
      workspaceId: "6f1c2a8e-4b0d-4c55-9a37-0d9f3f5b7c21",
      requestId: "r-1",
    });
  });
});

describe("domain errors", () => {
  it.each([
    [new BadRequestError("Which?"), 400, { detail: "Which?" }],
    [new ForbiddenError("Not you."), 403, { detail: "Not you." }],
    [new NotFoundError(), 404, { detail: "Not found." }],
    [
      new ConflictError("Running.", { scanId: "1", candidates: [{ fullPath: "acme/api" }] }),
      409,
      { detail: "Running.", scan_id: "1", candidates: [{ full_path: "acme/api" }] },
    ],
    [new TooManyRequestsError(7), 429, { detail: "Too many requests. Try again in 7 s.", retry_after: 7 }],
    [
      new InvalidInputError(["body", "url"], "No such folder."),
      422,
      { detail: [{ loc: ["body", "url"], msg: "No such folder.", type: "invalid_value" }] },
    ],
  ])("%o is %i", async (error, status, body) => {
    const { get, errors } = createTestApp({ routes: failing(error) });
    expect(await seen(await get(widgetPath))).toEqual([status, body]);
    expect(errors).toEqual([]);
  });

  it("returns identical bytes for a hidden resource and an unknown path", async () => {
    const { get } = createTestApp({ routes: failing(new NotFoundError()) });
    const [hidden, absent] = [await get(widgetPath), await get("/api/v1/nothing/here")];
    expect(absent.status).toBe(hidden.status);
    expect(absent.headers.get("Content-Type")).toBe(hidden.headers.get("Content-Type"));
    expect(await absent.text()).toBe(await hidden.text());
  });
});

describe("500", () => {
  it.each([new Error("outer", { cause: new Error("hidden") }), new DomainError("hidden, without a status")])(
    "returns the request ID and logs the cause: %o",
    async (error) => {
      const { get, errors } = createTestApp({ routes: failing(error) });
      const response = await get(widgetPath, { ...AS_KEY, "X-Request-ID": "r-1" });
      expect(await seen(response)).toEqual([500, { detail: "Internal server error.", request_id: "r-1" }]);
      expect(errors).toEqual([
        {
          message: "request failed",
          fields: {
            requestId: "r-1",
            method: "GET",
            route: "/api/v1/widgets/:widget_id",
            error: expect.stringContaining("hidden"),
          },
        },
      ]);
    },
  );

  it("is returned for a response that does not match its schema, if responses are validated", async () => {
    const routes = [route(getWidget, async () => ({ ...WIDGET, id: "seven" }))];
    const strict = createTestApp({ routes });
    expect((await strict.get(widgetPath)).status).toBe(500);
    expect(strict.errors[0]?.fields?.["error"]).toContain("The response of getWidget breaks its contract");
    expect((await createTestApp({ routes, validateResponses: false }).get(widgetPath)).status).toBe(200);
  });
});

it("an upload that the client aborts is no fault", async () => {
  const answer = async () => new Response();
  const limits = { counter: memoryRateCounter(), now: () => new Date(), secret: "secret" };
  const { app, errors } = createTestApp({ routes: [], signIn: { answer, limits, addressOf: () => "" } });
  const aborted = Object.assign(new Error("aborted"), { code: "ECONNRESET" });
  const body = new ReadableStream({ pull: (controller) => controller.error(aborted) });
  const headers = { "Content-Type": "application/json" };
  const request = new Request(`http://a${SIGN_IN_PATH}/sign-in/email`, {
    method: "POST",
    headers,
    body,
    duplex: "half",
  });
  expect((await app.request(request)).status).toBe(400);
  expect(errors).toEqual([]);
});

describe("paths and methods", () => {
  it("returns 405 with the allowed methods for a known path only", async () => {
    const { send } = createTestApp({
      routes: [route(getWidget, async () => WIDGET), route(deleteWidget, async () => null)],
    });
    const response = await send("PATCH", widgetPath);
    expect(await seen(response)).toEqual([405, { detail: "Method not allowed." }]);
    expect(response.headers.get("Allow")?.split(", ").toSorted()).toEqual(["DELETE", "GET", "HEAD"]);
    expect((await send("PATCH", "/api/v1/nothing")).status).toBe(404);
  });

  it("serves HEAD as GET without a body", async () => {
    const { send } = createTestApp({ routes: [route(getWidget, async () => WIDGET)] });
    const response = await send("HEAD", widgetPath, undefined, AS_KEY);
    expect([response.status, await response.text()]).toEqual([200, ""]);
  });

  it("serves unprefixed aliases only for the paths that the specification writes without prefix", async () => {
    const { get, send } = createTestApp({
      routes: [
        route(listRepositories, async () => ({ total: 0, body: [] })),
        route(cancelScan, async () => {
          throw new ConflictError("It has ended.");
        }),
      ],
    });
    expect((await get("/repositories")).status).toBe(200);
    expect((await get("/api/v1/repositories")).status).toBe(200);
    expect((await send("DELETE", "/repositories")).status).toBe(405);
    expect((await send("POST", `/api/v1/scans/${WIDGET.id}/cancel`)).status).toBe(409);
    expect((await send("POST", `/scans/${WIDGET.id}/cancel`)).status).toBe(404);
  });

  it("prefers a fixed path over a parameterized one, in any order of routes", async () => {
    const routes = [getRepository, lookupRepository].map((declared) =>
      route(declared, async () => {
        throw new ConflictError(declared.id);
      }),
    );
    for (const order of [routes, routes.toReversed()]) {
      const { get } = createTestApp({ routes: order });
      const response = await get("/api/v1/repositories/lookup?url=a");
      expect(await response.json()).toEqual({ detail: "lookupRepository" });
    }
  });
});

describe("every response", () => {
  const { get, send } = createTestApp({ routes: failing(new Error("broken")) });
  const answers = () => [
    get("/healthz"),
    get("/nothing"),
    get(widgetPath),
    get(widgetPath, {}),
    send("PUT", widgetPath),
  ];

  const idFor = async (offered: string) =>
    (await get("/nothing", { "X-Request-ID": offered })).headers.get("X-Request-ID");

  it("has a unique X-Request-ID", async () => {
    const responses = await Promise.all(answers());
    expect(responses.map(({ status }) => status)).toEqual([200, 404, 500, 401, 405]);
    const ids = new Set(responses.map(({ headers }) => headers.get("X-Request-ID")));
    expect(ids.size).toBe(responses.length);
    expect([...ids].every((id) => id && /^[\w.-]{1,128}$/u.test(id))).toBe(true);
  });

  it("keeps the X-Request-ID of the request if it is well-formed [D-1.19]", async () => {
    expect(await idFor("ci.run_7-A")).toBe("ci.run_7-A");
    expect(await idFor("x".repeat(128))).toBe("x".repeat(128));
    for (const malformed of ["x".repeat(129), "a b", "<script>", ""]) {
      expect(await idFor(malformed)).not.toBe(malformed);
    }
  });

  it.each(["/healthz", "/nothing", widgetPath])(
    "allows scripts of allowed origins to read it: %s",
    async (path) => {
      const headersFor = async (origin: string) => (await get(path, { ...AS_KEY, Origin: origin })).headers;
      const allowed = await headersFor("https://app.acme.example");
      expect(allowed.get("Access-Control-Allow-Origin")).toBe("https://app.acme.example");
      expect(allowed.get("Access-Control-Expose-Headers")).toBe(
        "RateLimit,RateLimit-Policy,Retry-After,X-Request-ID,X-Total-Count,X-Unnamed-Count",
      );
      const foreign = await headersFor("https://evil.example");
      expect(foreign.get("Access-Control-Allow-Origin")).toBeNull();
      expect(foreign.get("Vary")).toContain("Origin");
    },
  );
});

it("answers preflights of allowed origins without a credential", async () => {
  const { app } = createTestApp({ routes: [route(deleteWidget, async () => null)] });
  const headers = {
    Origin: "https://app.acme.example",
    "Access-Control-Request-Method": "DELETE",
    "Access-Control-Request-Headers": "X-API-Key",
  };
  const response = await app.request(widgetPath, { method: "OPTIONS", headers });
  expect(response.status).toBe(204);
  expect(response.headers.get("Access-Control-Allow-Methods")).toContain("DELETE");
  expect(response.headers.get("Access-Control-Allow-Headers")).toBe("X-API-Key");
});

describe("endpoints that are not operations", () => {
  it("GET /healthz needs no credential", async () => {
    const { get } = createTestApp({ routes: [] });
    expect(await seen(await get("/healthz", {}))).toEqual([200, { status: "ok" }]);
  });

  it("GET /openapi.json serves the given document, or 404 without one", async () => {
    const document = openApiDocument([getWidget]);
    const { get } = createTestApp({ routes: [], reference: createReference(() => document) });
    expect(await seen(await get("/openapi.json", {}))).toEqual([200, JSON.parse(JSON.stringify(document))]);
    expect((await createTestApp({ routes: [] }).get("/openapi.json")).status).toBe(404);
  });
});

describe("sign-in", () => {
  it("rejects bodies over the limit", async () => {
    const read: number[] = [];
    const answer = async ({ body }: SignInRequest) => {
      read.push(JSON.stringify(body).length);
      return new Response();
    };
    const limits = { counter: memoryRateCounter(), now: () => new Date(), secret: "secret" };
    const { app } = createTestApp({ routes: [], signIn: { answer, limits, addressOf: () => "" } });
    const headers = { "Content-Type": "application/json" };
    const send = (length: number) => {
      const body = JSON.stringify("x".repeat(length - 2));
      return app.request(`${SIGN_IN_PATH}/sign-in/email`, { method: "POST", headers, body });
    };
    expect((await send(1024 * 1024)).status).toBe(200);
    expect((await send(1024 * 1024 + 1)).status).toBe(422);
    expect(read).toEqual([1024 * 1024]);
  });
});
