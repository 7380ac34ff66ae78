import { describe, expect, it } from "vitest";
import type { FindUnready } from "./readiness.ts";
import { createTestApp } from "./testing/test-app.ts";

const appThat = (findUnready: FindUnready) => createTestApp({ routes: [], findUnready });

describe("GET /readyz", () => {
  it("200 when nothing is found, without a credential", async () => {
    const response = await appThat(async () => undefined).get("/readyz", {});
    expect([response.status, await response.json()]).toEqual([200, { status: "ready" }]);
  });

  it.each(["database", "migrations"] as const)(
    "503 names the %s and no cause, which is logged",
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

  it("404 where nobody can tell", async () => {
    expect((await createTestApp({ routes: [] }).get("/readyz", {})).status).toBe(404);
  });

  it("asks once for all who ask at the same time, and again for the next", async () => {
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
