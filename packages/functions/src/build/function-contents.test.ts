import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isRateLimited, type OperationInput } from "@knockon/contract/operation";
import { OPERATIONS } from "@knockon/contract/operations/all";
import { expect, it } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { buildFunctions } from "./build-functions.ts";
import { functionEntryPoints } from "./entry-points.ts";
import { operationEntries } from "./operation-entries.ts";

const LAMBDA_FOLDER = new URL("../lambda", import.meta.url).pathname;

const SDKS: [folder: string, holders: string[]][] = [
  ["@aws-sdk/client-dynamodb", idsOf(isRateLimited)],
  ["stripe", [...idsOf(({ asksProcessor }) => asksProcessor === true), "scan-sweeper"]],
];

function idsOf(holds: (operation: OperationInput) => boolean): string[] {
  return OPERATIONS.filter(holds).map(({ id }) => id);
}

it("an SDK is in the functions that need it, and in no other's: DynamoDB's, Stripe's", async () => {
  const outFolder = join(await temporaryFolder({}), "out");
  const entryPoints = functionEntryPoints(LAMBDA_FOLDER);
  await buildFunctions({ entryPoints, plugins: [operationEntries(LAMBDA_FOLDER)], outFolder });
  const found = SDKS.map(() => [] as string[]);
  for (const name of Object.keys(entryPoints)) {
    const files = await readdir(join(outFolder, name));
    const texts = await Promise.all(files.map((file) => readFile(join(outFolder, name, file), "utf8")));
    for (const [index, [folder]] of SDKS.entries())
      if (texts.some((text) => text.includes(`node_modules/${folder}/`))) found[index]?.push(name);
  }
  expect(found.map((names) => names.toSorted())).toEqual(SDKS.map(([, holders]) => holders.toSorted()));
});
