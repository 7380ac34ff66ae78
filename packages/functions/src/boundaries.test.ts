import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile } from "node:fs/promises";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { temporaryFolder } from "./testing/temporary-folder.ts";

const ROOT = resolve(import.meta.dirname, "../../..");

/** A module imported by a file below `packages/`. */
type PlantedImport = readonly [path: string, from: string, kind?: "type"];

/** Lints the imports with this repository's configuration and returns the refused ones. */
async function findRefused(planted: readonly PlantedImport[]): Promise<PlantedImport[]> {
  const importsOf = Map.groupBy(planted, ([path]) => `packages/${path}`);
  const files = [...importsOf].map(([path, imports]) => {
    const lines = imports.map(
      ([, from, kind = ""], index) => `import ${kind} { x as x${index} } from "${from}";\n`,
    );
    return [path, lines.join("")];
  });
  const folder = await temporaryFolder(Object.fromEntries(files));
  await copyFile(resolve(ROOT, "oxlint.config.ts"), resolve(folder, "oxlint.config.ts"));
  const oxlint = spawn(resolve(ROOT, "node_modules/.bin/oxlint"), ["--format=unix"], { cwd: folder });
  const [output] = await Promise.all([text(oxlint.stdout), once(oxlint, "close")]);
  const refused = new Set(
    output
      .split("\n")
      .filter((line) => line.includes("no-restricted-imports"))
      .map((line) => line.split(":").slice(0, 2).join(":")),
  );
  return [...importsOf].flatMap(([path, imports]) =>
    imports.filter((_, index) => refused.has(`${path}:${index + 1}`)),
  );
}

it("refuses imports against the direction of the packages", async () => {
  const planted: PlantedImport[] = [
    ["contract/src/client.ts", "@knockon/extract/name"],
    ["contract/src/client.ts", "node:fs/promises"],
    ["extract/src/name.ts", "@knockon/graph/ordinal"],
    ["extract/src/name.ts", "@knockon/contract/client"],
    ["extract/src/name.ts", "node:worker_threads"],
    ["extract/src/ecosystems/npm/read.ts", "node:fs"],
    ["extract/src/isolate/extractor.ts", "@knockon/core/context"],
    ["graph/src/edges.ts", "@knockon/db/database"],
    ["graph/src/edges.ts", "@knockon/extract/isolate/extractor"],
    ["graph/src/edges.ts", "node:crypto"],
    ["graph/src/uuid.ts", "node:fs"],
    ["graph/src/impact/impact.ts", "../../../extract/src/name.ts"],
    ["db/src/migrate.ts", "@knockon/core/context"],
    ["db/src/migrate.ts", "@knockon/contract/client"],
    ["db/src/schema/scan.sql.ts", "@knockon/extract/ecosystem"],
    ["core/src/scan/count.ts", "@knockon/adapters/queue/postgres"],
    ["core/src/scan/count.ts", "@knockon/db/connect/embedded"],
    ["core/src/scan/count.ts", "@knockon/db/migrate"],
    ["core/src/scan/count.test.ts", "@knockon/api/app"],
    ["adapters/src/queue/postgres.ts", "@knockon/core/scan/count"],
    ["api/src/app.ts", "@knockon/adapters/queue/postgres"],
    ["api/src/app.ts", "@knockon/db/in-workspace"],
    ["mcp/src/tools.ts", "@knockon/graph/edges"],
    ["graph/src/risk.ts", "@knockon/contract/resources/check"],
    ["cli/src/knockon.ts", "@knockon/core/context"],
    ["cli/src/knockon.ts", "@knockon/adapters/queue/postgres"],
    ["web/src/main.ts", "@knockon/core/context"],
    ["web/src/main.ts", "node:path"],
    ["functions/src/local.ts", "../../core/src/context.ts"],
    ["acceptance/src/service/scans.test.ts", "../../../core/src/context.ts"],
  ];
  expect(await findRefused(planted)).toEqual(planted);
});

it("accepts imports along the direction of the packages", async () => {
  const planted: PlantedImport[] = [
    ["contract/src/client.ts", "./operation.ts"],
    ["extract/src/ecosystem.ts", "@knockon/contract/vocabulary/evidence"],
    ["extract/src/ecosystems/npm/binding.ts", "node:path"],
    ["extract/src/ecosystems/npm/binding.ts", "../../name.ts"],
    ["extract/src/isolate/extraction-thread.ts", "node:worker_threads"],
    ["graph/src/resolve/resolve.ts", "@knockon/extract/git-url"],
    ["graph/src/uuid.ts", "node:crypto"],
    ["db/src/schema/extraction.sql.ts", "@knockon/extract/ecosystem", "type"],
    ["core/src/scan/count.ts", "@knockon/db/in-workspace"],
    ["core/src/scan/count.test.ts", "@knockon/db/connect/node-postgres"],
    ["adapters/src/queue/postgres.ts", "@knockon/core/ports/queue"],
    ["api/src/app.ts", "@knockon/db/database", "type"],
    ["api/src/app.test.ts", "@knockon/db/in-workspace"],
    ["cli/src/offline/scan-folder.ts", "@knockon/adapters/git-host/local/discover"],
    ["web/src/main.ts", "@knockon/contract/client"],
    ["functions/src/local.ts", "@knockon/core/scan/count"],
  ];
  expect(await findRefused(planted)).toEqual([]);
});
