import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { findPostgres, preparedDataFolder, reachableFolder, startLocal } from "../testing/local-process.ts";
import { makeOrganization } from "../testing/organizations.ts";
import { PRINTED } from "../testing/spawn-local.ts";

const REPOSITORIES = Object.fromEntries(
  Array.from({ length: 60 }, (_, index) => [`service-${index}`, { Dockerfile: "FROM debian:12\n" }]),
);

it("goes on with a scan as soon as it is started again after SIGKILL", { timeout: 120_000 }, async () => {
  const org = makeOrganization(await reachableFolder(), "acme", REPOSITORIES);
  const data = await preparedDataFolder();
  const args = ["--org", org, "--port", "0", "--data", data];
  const killed = await startLocal(args);
  await killed.printed(/^Scanning /mu);
  // A scan of these repositories takes longer.
  await sleep(300);
  await killed.ended("SIGKILL");
  expect(killed.stdout()).not.toContain("Scan completed");
  expect(findPostgres(data)).toBeDefined();

  const next = await startLocal(args);
  await next.printed(PRINTED.listening);
  const startedAt = performance.now();
  const [, scanned] = await next.printed(PRINTED.scanned);
  expect(scanned).toBe("60");
  process.stdout.write(`continued and completed in ${Math.round(performance.now() - startedAt)} ms\n`);
});
