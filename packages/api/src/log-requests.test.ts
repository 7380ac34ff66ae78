import { describe, expect, it } from "vitest";
import { route } from "./route.ts";
import { AS_KEY, createTestApp } from "./testing/test-app.ts";
import { createWidget, getWidget, WIDGET } from "./testing/widget.ts";

const { send, get, infos } = createTestApp({
  routes: [
    route(getWidget, async () => WIDGET),
    route(createWidget, async () => {
      throw new Error("broken");
    }),
  ],
});

describe("every request is logged", () => {
  it.each([
    ["GET", `/api/v1/widgets/${WIDGET.id}`, 200, "/api/v1/widgets/:widget_id"],
    ["GET", "/api/v1/widgets/seven", 422, "/api/v1/widgets/:widget_id"],
    ["GET", "/healthz", 200, "/healthz"],
    ["GET", "/api/v1/nothing", 404, null],
    ["PATCH", `/api/v1/widgets/${WIDGET.id}`, 405, null],
    ["POST", "/api/v1/widgets", 500, "/api/v1/widgets"],
  ])("%s %s: %i", async (method, path, status, pattern) => {
    infos.length = 0;
    const headers = { ...AS_KEY, "X-Request-ID": "r-1", "Content-Type": "application/json" };
    await send(method, path, method === "POST" ? { name: "wheel" } : undefined, headers);
    const fields = { requestId: "r-1", method, route: pattern, status, durationMs: expect.any(Number) };
    expect(infos).toEqual([{ message: "request answered", fields }]);
  });

  it("logs the route of a rejected request", async () => {
    infos.length = 0;
    await get(`/api/v1/widgets/${WIDGET.id}`, {});
    expect(infos[0]?.fields).toMatchObject({ route: "/api/v1/widgets/:widget_id", status: 401 });
  });

  it("logs nothing the client sent", async () => {
    infos.length = 0;
    const secret = "s3cret";
    const headers = { "X-API-Key": secret, Authorization: secret, "Content-Type": "application/json" };
    await send("POST", `/api/v1/widgets?token=${secret}`, { access_token: secret }, headers);
    await send("GET", `/${secret}?token=${secret}`);
    expect(infos).toHaveLength(2);
    expect(JSON.stringify(infos)).not.toContain(secret);
  });
});
