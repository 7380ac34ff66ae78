import { join } from "node:path";
import { OPERATIONS } from "@knockon/contract/operations/all";
import { STREAMED_OPERATIONS, streamFunctionOf } from "../streamed-operations.ts";
import { operationEntry, streamEntry } from "./operation-entries.ts";

/** The functions that no operation stands for. */
const OTHER_FUNCTIONS = [
  "scan-worker",
  "scan-dead-letters",
  "scan-sweeper",
  "garbage-collector",
  "readiness",
  "sign-in",
  "not-found",
];

/** Each function's entry point by the function's name: one per operation, another for what is streamed, and the others' files in `lambdaFolder`. */
export const functionEntryPoints = (lambdaFolder: string): Record<string, string> =>
  Object.fromEntries([
    ...OPERATIONS.map(({ id }) => [id, operationEntry(id)]),
    ...STREAMED_OPERATIONS.map(({ id }) => [streamFunctionOf(id), streamEntry(id)]),
    ...OTHER_FUNCTIONS.map((name) => [name, join(lambdaFolder, `${name}.ts`)]),
  ]);
