import { readFile, glob } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { SERVER_SETTINGS } from "./variables.ts";

const PACKAGES = resolve(import.meta.dirname, "../../..");

/** Set by the cloud's infrastructure, by Node, or by the AWS SDK's users. Not settings of the server. */
const OTHERS = new Set([
  "AWS_ENDPOINT_URL_S3",
  "BILLING_ENFORCED",
  "BLOB_BUCKET",
  "NEON_WS_PROXY",
  "NODE_COMPILE_CACHE",
  "PATH",
  "RATE_LIMIT_TABLE",
  "SCAN_QUEUE_URL",
]);

/** Returns the environment variables that the server's sources read. */
async function findRead(): Promise<Set<string>> {
  const found = new Set<string>();
  for await (const file of glob("{functions,adapters,api,core,db}/src/**/*.ts", { cwd: PACKAGES })) {
    if (/\.test\.ts$|\/testing\/|\/build\//u.test(file)) continue;
    const source = await readFile(join(PACKAGES, file), "utf8");
    const names = /\benv\["(?<name>[A-Z\d_]+)"\]|required\((?:process\.)?env, "(?<other>[A-Z\d_]+)"\)/gu;
    for (const { groups } of source.matchAll(names)) found.add(groups?.["name"] ?? groups?.["other"] ?? "");
    for (const [, prefix = ""] of source.matchAll(/parseOAuthClient\(env, "(\w+)"\)/gu)) {
      found.add(`${prefix}_CLIENT_ID`).add(`${prefix}_CLIENT_SECRET`);
    }
    for (const [, name = ""] of source.matchAll(/_SETTING = "([A-Z_]+)"/gu)) found.add(name);
    for (const [, names_ = ""] of source.matchAll(/const SHARED = \[([^\]]+)\]/gu)) {
      for (const [, name = ""] of names_.matchAll(/"([A-Z_]+)"/gu)) found.add(name);
    }
  }
  return found.difference(OTHERS);
}

it("lists every environment variable that the server reads, and no other", async () => {
  const listed = SERVER_SETTINGS.flatMap(({ settings }) => settings.flatMap(({ names }) => names));
  expect(listed.toSorted()).toEqual([...(await findRead())].toSorted());
});
