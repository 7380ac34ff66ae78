import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import {
  findPostgres,
  isRunning,
  preparedDataFolder,
  reachableFolder,
  startLocal,
} from "../testing/local-process.ts";
import { GLOBEX, makeOrganization } from "../testing/organizations.ts";
import { PRINTED } from "../testing/spawn-local.ts";

describe("GET /readyz of the local product", { timeout: 60_000 }, () => {
  it("returns 503 without Postgres, while /healthz still returns 200", async () => {
    const data = await preparedDataFolder();
    const org = makeOrganization(await reachableFolder(), "globex", GLOBEX);
    const local = await startLocal(["--org", org, "--port", "0", "--data", data]);
    const [, baseUrl] = await local.printed(PRINTED.listening);
    await local.printed(PRINTED.lastRequest);
    const ask = async (path: string) => {
      const response = await fetch(`${baseUrl}${path}`);
      return [response.status, await response.json()];
    };
    expect(await ask("/readyz")).toEqual([200, { status: "ready" }]);

    const postgres = findPostgres(data) ?? 0;
    process.kill(postgres, "SIGQUIT");
    while (isRunning(postgres)) await sleep(20);
    expect(await ask("/readyz")).toEqual([503, { detail: "Not ready: database." }]);
    expect(await ask("/healthz")).toEqual([200, { status: "ok" }]);
  });
});
