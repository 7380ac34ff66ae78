import type { OperationInput } from "@knockon/contract/operation";
import { getGraph } from "@knockon/contract/operations/connected-org";
import { exportWorkspace } from "@knockon/contract/operations/workspace";

/**
 * What may answer with more than the 6 MB that Lambda hands a gateway. Each has a second function, whose URL streams;
 * the router sends to it whatever asks for one of these.
 */
export const STREAMED_OPERATIONS: readonly OperationInput[] = [getGraph, exportWorkspace];

/** `getGraph` → `streamGetGraph`. */
export const streamFunctionOf = (operationId: string): string =>
  `stream${operationId.replace(/^./u, (letter) => letter.toUpperCase())}`;
