import { isRateLimited, type OperationInput } from "@knockon/contract/operation";
import {
  deleteConnectedOrg,
  getConnectedOrgStats,
  getGraph,
} from "@knockon/contract/operations/connected-org";
import { getImpact, getRepositoryImpact } from "@knockon/contract/operations/repository";
import { triggerScan } from "@knockon/contract/operations/scan";
import { useDatabase } from "./database.ts";
import type { Grant } from "./grant.ts";
import { sendScanMessages } from "./queue.ts";
import { countMutations } from "./rate-limit.ts";
import { publishBlobs, readBlobs } from "./storage.ts";

/** Beyond what every operation needs, by operation id. */
const FURTHER: Partial<Record<string, Grant>> = {
  [deleteConnectedOrg.id]: publishBlobs,
  [getConnectedOrgStats.id]: readBlobs,
  [getGraph.id]: readBlobs,
  [getImpact.id]: readBlobs,
  [getRepositoryImpact.id]: readBlobs,
  [triggerScan.id]: sendScanMessages,
};

export const operationGrants = (operation: OperationInput): Grant[] => {
  const further = FURTHER[operation.id];
  return [useDatabase, ...(isRateLimited(operation) ? [countMutations] : []), ...(further ? [further] : [])];
};
