import { describe, expect, it } from "vitest";
import type { FindUnready } from "./readiness.ts";
import { createTestApp } from "./testing/test-app.ts";

const appThat = (findUnready: FindUnready) => createTestApp({ routes: [], findUnready });

describe("GET /readyz", () => {
  it("returns 200 without a credential if everything is ready", async () => {
    const response = await appThat(async () => undefined).get("/readyz", {});
    expect([response.status, await response.json()]).toEqual([200, { status: "ready" }]);
  });

  it.each(["database", "migrations"] as const)(
    "returns 503 that names the %s, and logs the cause",
    async (what) => {
      const { get, errors } = appThat(async () => ({ what, cause: new Error("password of 10.0.0.7") }));
      const response = await get("/readyz", { "X-Request-ID": "r-1" });
      expect([response.status, await response.json()]).toEqual([503, { detail: `Not ready: ${what}.` }]);
      expect(errors).toEqual([
        {
          message: "not ready",
          fields: { requestId: "r-1", what, cause: expect.stringContaining("10.0.0.7") },
        },
      ]);
      expect((await get("/healthz", {})).status).toBe(200);
    },
  );

  it("returns 404 without a check", async () => {
    expect((await createTestApp({ routes: [] }).get("/readyz", {})).status).toBe(404);
  });

  it("shares one check between concurrent requests", async () => {
    const answer = Promise.withResolvers<undefined>();
    let asked = 0;
    const { get } = appThat(() => {
      asked += 1;
      return answer.promise;
    });
    const responses = Array.from({ length: 5 }, () => get("/readyz", {}));
    answer.resolve(undefined);
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(asked).toBe(1);
    await get("/readyz", {});
    expect(asked).toBe(2);
  });
});
