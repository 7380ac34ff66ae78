import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile } from "node:fs/promises";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "./testing/temporary-folder.ts";

const ROOT = resolve(import.meta.dirname, "../../..");

/** Whether `npm run check`, as this repository configures it, refuses the statement in a file of that path. */
async function isRefused(path: string, statement: string): Promise<boolean> {
  const folder = await temporaryFolder({ [path]: statement });
  await copyFile(resolve(ROOT, ".oxlintrc.json"), resolve(folder, ".oxlintrc.json"));
  const oxlint = spawn(resolve(ROOT, "node_modules/.bin/oxlint"), ["--format=unix"], { cwd: folder });
  const [output] = await Promise.all([text(oxlint.stdout), once(oxlint, "close")]);
  return output.includes("no-restricted-imports");
}

const importOf = (from: string): string => `import { x } from "${from}";\nexport const y = x;\n`;

describe("an import against the one way between the packages is refused", () => {
  it.each([
    ["contract/src/client.ts", "@knockon/extract/name"],
    ["contract/src/client.ts", "node:fs/promises"],
    ["extract/src/name.ts", "@knockon/graph/ordinal"],
    ["extract/src/name.ts", "@knockon/contract/client"],
    ["extract/src/ecosystems/npm/read.ts", "node:fs"],
    ["extract/src/name.ts", "node:worker_threads"],
    ["extract/src/isolate/extractor.ts", "@knockon/core/context"],
    ["graph/src/edges.ts", "@knockon/db/database"],
    ["graph/src/edges.ts", "@knockon/extract/isolate/extractor"],
    ["graph/src/edges.ts", "node:crypto"],
    ["graph/src/uuid.ts", "node:fs"],
    ["db/src/migrate.ts", "@knockon/core/context"],
    ["db/src/schema/scan.sql.ts", "@knockon/extract/ecosystem"],
    ["core/src/scan/count.ts", "@knockon/adapters/queue/postgres"],
    ["core/src/scan/count.ts", "@knockon/db/connect/embedded"],
    ["core/src/scan/count.test.ts", "@knockon/api/app"],
    ["adapters/src/queue/postgres.ts", "@knockon/core/scan/count"],
    ["api/src/app.ts", "@knockon/adapters/queue/postgres"],
    ["api/src/app.ts", "@knockon/db/in-workspace"],
    ["cli/src/knockon.ts", "@knockon/core/context"],
    ["cli/src/knockon.ts", "@knockon/adapters/queue/postgres"],
    ["web/src/main.ts", "@knockon/core/context"],
    ["web/src/main.ts", "node:path"],
    ["functions/src/local.ts", "../../core/src/context.ts"],
    ["graph/src/impact/impact.ts", "../../../extract/src/name.ts"],
  ])("%s: %s", async (path, from) => {
    expect(await isRefused(`packages/${path}`, importOf(from))).toBe(true);
  });
});

describe("an import along the way is allowed", () => {
  it.each([
    ["contract/src/client.ts", importOf("./operation.ts")],
    ["extract/src/ecosystem.ts", importOf("@knockon/contract/vocabulary/evidence")],
    ["extract/src/ecosystems/npm/binding.ts", importOf("node:path")],
    ["extract/src/ecosystems/npm/binding.ts", importOf("../../name.ts")],
    ["extract/src/isolate/extraction-thread.ts", importOf("node:worker_threads")],
    ["graph/src/resolve/resolve.ts", importOf("@knockon/extract/git-url")],
    ["graph/src/uuid.ts", importOf("node:crypto")],
    [
      "db/src/schema/extraction.sql.ts",
      'import type { x } from "@knockon/extract/ecosystem";\nexport type Y = x;\n',
    ],
    ["core/src/scan/count.ts", importOf("@knockon/db/in-workspace")],
    ["core/src/scan/count.test.ts", importOf("@knockon/db/connect/node-postgres")],
    ["adapters/src/queue/postgres.ts", importOf("@knockon/core/ports/queue")],
    ["api/src/app.ts", 'import type { x } from "@knockon/db/database";\nexport type Y = x;\n'],
    ["api/src/app.test.ts", importOf("@knockon/db/in-workspace")],
    ["cli/src/offline/scan-folder.ts", importOf("@knockon/adapters/git-host/local/discover")],
    ["web/src/main.ts", importOf("@knockon/contract/client")],
    ["functions/src/local.ts", importOf("@knockon/core/scan/count")],
  ])("%s: %s", async (path, statement) => {
    expect(await isRefused(`packages/${path}`, statement)).toBe(false);
  });
});
