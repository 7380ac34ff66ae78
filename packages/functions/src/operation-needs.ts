import {
  createConnectedOrg,
  deleteConnectedOrg,
  getConnectedOrgStats,
  getGraph,
  testConnectedOrg,
  updateConnectedOrg,
} from "@knockon/contract/operations/connected-org";
import { getImpact, getRepositoryImpact } from "@knockon/contract/operations/repository";
import { triggerScan } from "@knockon/contract/operations/scan";
import {
  createWebhookSecret,
  receiveGithubWebhook,
  receiveGitlabWebhook,
} from "@knockon/contract/operations/webhook";
import { createInvitation, exportWorkspace, getWorkspaceStats } from "@knockon/contract/operations/workspace";

/** What a function may need beyond the database: its code for the bundle, its permission for the role. */
export type Need =
  | "queue"
  | "readBlobs"
  | "publishBlobs"
  | "gitHosts"
  | "installations"
  | "encryptionKeys"
  | "mail";

/** An event has the repositories that it is about scanned. */
const RECEIVE_WEBHOOKS: readonly Need[] = ["encryptionKeys", "queue"];

const NEEDS: Partial<Record<string, readonly Need[]>> = {
  [createConnectedOrg.id]: ["encryptionKeys", "gitHosts", "installations"],
  [createInvitation.id]: ["mail"],
  [createWebhookSecret.id]: ["encryptionKeys"],
  [deleteConnectedOrg.id]: ["publishBlobs"],
  [exportWorkspace.id]: ["readBlobs"],
  [getConnectedOrgStats.id]: ["readBlobs"],
  [getGraph.id]: ["readBlobs"],
  [getImpact.id]: ["readBlobs"],
  [getRepositoryImpact.id]: ["readBlobs"],
  [getWorkspaceStats.id]: ["readBlobs"],
  [receiveGithubWebhook.id]: RECEIVE_WEBHOOKS,
  [receiveGitlabWebhook.id]: RECEIVE_WEBHOOKS,
  [testConnectedOrg.id]: ["encryptionKeys", "gitHosts", "installations"],
  [triggerScan.id]: ["queue"],
  [updateConnectedOrg.id]: ["encryptionKeys", "gitHosts"],
};

/** Of an operation; sessions and the limit on mutations follow from its declaration. */
export const needsOf = (operationId: string): readonly Need[] => NEEDS[operationId] ?? [];
