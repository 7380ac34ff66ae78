import {
  createConnectedOrg,
  deleteConnectedOrg,
  getConnectedOrgStats,
  getGraph,
  testConnectedOrg,
  updateConnectedOrg,
} from "@knockon/contract/operations/connected-org";
import {
  beginGithubInstallation,
  finishGithubInstallation,
} from "@knockon/contract/operations/github-installation";
import {
  getOwnership,
  listOwnershipRiskPeople,
  listOwnershipRisks,
} from "@knockon/contract/operations/ownership";
import {
  getImpact,
  getRepositoryContext,
  getRepositoryImpact,
} from "@knockon/contract/operations/repository";
import { OPERATIONS } from "@knockon/contract/operations/all";
import { triggerScan } from "@knockon/contract/operations/scan";
import {
  createWebhookSecret,
  receiveGithubWebhook,
  receiveGitlabWebhook,
  receivePaymentsWebhook,
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
  | "mail"
  | "githubApp"
  | "appEvents"
  | "sessions"
  | "ownership"
  | "payments"
  | "paymentEvents";

/** An event has the repositories that it is about scanned. */
const RECEIVE_WEBHOOKS: readonly Need[] = ["encryptionKeys", "queue"];

const NEEDS: Partial<Record<string, readonly Need[]>> = {
  [beginGithubInstallation.id]: ["githubApp"],
  [createConnectedOrg.id]: ["encryptionKeys", "gitHosts", "installations"],
  [createInvitation.id]: ["mail"],
  [createWebhookSecret.id]: ["encryptionKeys"],
  [deleteConnectedOrg.id]: ["publishBlobs"],
  [exportWorkspace.id]: ["readBlobs", "ownership"],
  [finishGithubInstallation.id]: ["sessions", "githubApp", "installations"],
  [getConnectedOrgStats.id]: ["readBlobs"],
  [getGraph.id]: ["readBlobs"],
  [getImpact.id]: ["readBlobs", "ownership"],
  [getOwnership.id]: ["ownership"],
  [getRepositoryContext.id]: ["ownership"],
  [getRepositoryImpact.id]: ["readBlobs", "ownership"],
  [getWorkspaceStats.id]: ["readBlobs"],
  [listOwnershipRiskPeople.id]: ["ownership"],
  [listOwnershipRisks.id]: ["ownership"],
  [receiveGithubWebhook.id]: [...RECEIVE_WEBHOOKS, "appEvents"],
  [receiveGitlabWebhook.id]: RECEIVE_WEBHOOKS,
  [receivePaymentsWebhook.id]: ["paymentEvents"],
  [testConnectedOrg.id]: ["encryptionKeys", "gitHosts", "installations"],
  [triggerScan.id]: ["queue"],
  [updateConnectedOrg.id]: ["encryptionKeys", "gitHosts"],
};

const ASKS_PROCESSOR = new Set(OPERATIONS.filter(({ asksProcessor }) => asksProcessor).map(({ id }) => id));

/** Of an operation; the limit on mutations, and sessions that are its credential, follow from its declaration. */
export const needsOf = (operationId: string): readonly Need[] => [
  ...(NEEDS[operationId] ?? []),
  ...(ASKS_PROCESSOR.has(operationId) ? (["payments"] as const) : []),
];
