import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { API_PREFIX } from "@knockon/contract/operation";
import { OPERATIONS } from "@knockon/contract/operations/all";
import { buildFunctions } from "@knockon/functions/build/build-functions";
import type { Bundle } from "@knockon/functions/build/lay-out";
import { operationEntries, operationEntry } from "@knockon/functions/build/entry-points";
import { apiGatewayEvent } from "@knockon/functions/testing/events";

/** A bundle, and a request that it handles without a database. */
export interface Subject extends Bundle {
  name: string;
  file: string;
  event: unknown;
}

const LAMBDA_FOLDER = fileURLToPath(new URL("./lambda/", import.meta.resolve("@knockon/functions/build")));
const SOME_ID = "00000000-0000-4000-8000-000000000000";

/** Builds baselines and operations separately, so that they share no chunks. */
export async function buildSubjects(
  folder: string,
): Promise<{ baselines: Subject[]; operations: Subject[] }> {
  const baselines = await build(join(folder, "baselines"), {
    "bare Hono": fileURLToPath(new URL("bare-hono.ts", import.meta.url)),
    "Hono, zod, drizzle, Neon": fileURLToPath(new URL("bare-neon.ts", import.meta.url)),
  });
  const operations = await build(
    join(folder, "operations"),
    Object.fromEntries(OPERATIONS.map(({ id }) => [id, operationEntry(id)])),
  );
  return { baselines, operations };
}

async function build(outFolder: string, entryPoints: Record<string, string>): Promise<Subject[]> {
  const plugins = [operationEntries(LAMBDA_FOLDER)];
  const bundles = await buildFunctions({ entryPoints, plugins, outFolder });
  return [...bundles].map(([name, bundle]) => ({
    ...bundle,
    name,
    file: join(outFolder, name, "index.mjs"),
    event: apiGatewayEvent(requestOf(name)),
  }));
}

/** Returns a request without a credential, which gets a 401 after everything is loaded. */
function requestOf(name: string): { method: string; path: string } {
  const operation = OPERATIONS.find(({ id }) => id === name);
  if (!operation) return { method: "GET", path: "/" };
  return {
    method: operation.method,
    path: API_PREFIX + operation.path.replaceAll(/\{\w+\}/gu, SOME_ID),
  };
}
