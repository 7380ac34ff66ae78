import { join } from "node:path";
import { OPERATIONS } from "@knockon/contract/operations/all";
import { STREAMED_OPERATIONS, streamFunctionOf } from "../operation-needs.ts";
import { operationEntry, streamEntry } from "./operation-entries.ts";

/** Functions that do not belong to an operation. */
const OTHER_FUNCTIONS = [
  "scan-worker",
  "scan-dead-letters",
  "scan-sweeper",
  "garbage-collector",
  "readiness",
  "sign-in",
  "not-found",
];

/** Returns each function's entry point by name: one per operation, a second one for streamed operations, and files in `lambdaFolder`. */
export const functionEntryPoints = (lambdaFolder: string): Record<string, string> =>
  Object.fromEntries([
    ...OPERATIONS.map(({ id }) => [id, operationEntry(id)]),
    ...STREAMED_OPERATIONS.map(({ id }) => [streamFunctionOf(id), streamEntry(id)]),
    ...OTHER_FUNCTIONS.map((name) => [name, join(lambdaFolder, `${name}.ts`)]),
  ]);
