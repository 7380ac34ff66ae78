import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isRateLimited } from "@knockon/contract/operation";
import { OPERATIONS } from "@knockon/contract/operations/all";
import { beforeAll, describe, expect, it } from "vitest";
import { type Need, STREAMED_OPERATIONS, needsOf, streamFunctionOf } from "../operation-needs.ts";
import { ARE_APART, builtFunctions } from "../testing/built-functions.ts";

const BUILD_MS = 180_000;

let folder: string;
let bundles: Awaited<ReturnType<typeof builtFunctions>>["bundles"];

beforeAll(async () => {
  ({ folder, bundles } = await builtFunctions());
}, BUILD_MS);

const holdersOf = (name: string): string[] =>
  [...bundles].filter(([, { packages }]) => packages.includes(name)).map(([holder]) => holder);

const needing = (...needs: Need[]): string[] => {
  const isNeeding = ({ id }: { id: string }): boolean => needsOf(id).some((need) => needs.includes(need));
  return [
    ...OPERATIONS.filter(isNeeding).map(({ id }) => id),
    ...STREAMED_OPERATIONS.filter(isNeeding).map(({ id }) => streamFunctionOf(id)),
  ];
};

describe("functions hold what they need, and no others hold", () => {
  it.each([
    ["@aws-sdk/client-dynamodb", [...OPERATIONS.filter(isRateLimited).map(({ id }) => id), "mcp"]],
    ["@aws-sdk/client-sqs", [...needing("queue"), "scan-worker", "scan-dead-letters", "scan-sweeper"]],
    [
      "@aws-sdk/client-s3",
      [...needing("readBlobs", "publishBlobs"), "scan-worker", "garbage-collector", "mcp"],
    ],
    ["@aws-sdk/client-sesv2", [...needing("mail"), "sign-in"]],
    ["modern-tar", [...needing("gitHosts", "installations"), "scan-worker"]],
    ["stripe", [...needing("payments"), "scan-sweeper"]],
    ["better-auth", ["sign-in"]],
    ["@modelcontextprotocol/server", ["mcp"]],
  ])("%s", (name, holders) => {
    const built = holders.filter((holder) => bundles.has(holder));
    expect(built).not.toEqual([]);
    expect(holdersOf(name).toSorted()).toEqual(built.toSorted());
  });
});

it("bundles no operation but the function's own", async () => {
  for (const { id } of OPERATIONS.filter((operation) => bundles.has(operation.id))) {
    const source = await readFile(join(folder, id, "index.mjs"), "utf8");
    const bundled = OPERATIONS.filter((operation) => source.includes(`id:"${operation.id}"`));
    expect(bundled.map((operation) => operation.id)).toEqual([id]);
  }
});

it("a read of the database alone stays below 660 kB: every new container loads them", () => {
  const reads = OPERATIONS.filter(({ id, method }) => method === "GET" && needsOf(id).length === 0);
  const sizes = reads.flatMap(({ id }) => {
    const bundle = bundles.get(id);
    return bundle ? [{ id, kilobytes: bundle.bytes / 1000 }] : [];
  });
  expect(sizes.length).toBeGreaterThan(ARE_APART ? 20 : 4);
  expect(sizes.filter(({ kilobytes }) => kilobytes >= 660)).toEqual([]);
});
