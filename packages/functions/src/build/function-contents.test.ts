import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isRateLimited } from "@knockon/contract/operation";
import { OPERATIONS } from "@knockon/contract/operations/all";
import { expect, it } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { buildFunctions } from "./build-functions.ts";
import { functionEntryPoints } from "./entry-points.ts";
import { operationEntries } from "./operation-entries.ts";

const LAMBDA_FOLDER = new URL("../lambda", import.meta.url).pathname;

it("DynamoDB's SDK is in the functions of mutations, and in no other's", async () => {
  const outFolder = join(await temporaryFolder({}), "out");
  const entryPoints = functionEntryPoints(LAMBDA_FOLDER);
  await buildFunctions({ entryPoints, plugins: [operationEntries(LAMBDA_FOLDER)], outFolder });
  const holders: string[] = [];
  for (const name of Object.keys(entryPoints)) {
    const files = await readdir(join(outFolder, name));
    const texts = await Promise.all(files.map((file) => readFile(join(outFolder, name, file), "utf8")));
    if (texts.some((text) => text.includes("node_modules/@aws-sdk/client-dynamodb/"))) holders.push(name);
  }
  expect(holders.toSorted()).toEqual(
    OPERATIONS.filter(isRateLimited)
      .map(({ id }) => id)
      .toSorted(),
  );
});
