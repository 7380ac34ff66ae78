import { checkChange, rerunChangeCheck } from "@knockon/contract/operations/check";
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
  listRepositories,
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
import type { OperationInput } from "@knockon/contract/operation";

/** What a function may need beyond the database: code for its bundle and permissions for its role. */
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

/** An event requests a scan of its repositories, or a check. */
const RECEIVE_WEBHOOKS: readonly Need[] = ["encryptionKeys", "queue"];

const NEEDS: Partial<Record<string, readonly Need[]>> = {
  [beginGithubInstallation.id]: ["githubApp"],
  [checkChange.id]: ["readBlobs"],
  [createConnectedOrg.id]: ["encryptionKeys", "gitHosts", "installations"],
  [createInvitation.id]: ["mail"],
  [createWebhookSecret.id]: ["encryptionKeys"],
  [deleteConnectedOrg.id]: ["publishBlobs"],
  [exportWorkspace.id]: ["readBlobs", "ownership"],
  [finishGithubInstallation.id]: ["sessions", "githubApp", "installations"],
  [getConnectedOrgStats.id]: ["readBlobs"],
  [getGraph.id]: ["readBlobs", "ownership"],
  [getImpact.id]: ["readBlobs", "ownership"],
  [getOwnership.id]: ["ownership"],
  [getRepositoryContext.id]: ["ownership"],
  [getRepositoryImpact.id]: ["readBlobs", "ownership"],
  [getWorkspaceStats.id]: ["readBlobs"],
  [listOwnershipRiskPeople.id]: ["ownership"],
  [listOwnershipRisks.id]: ["ownership"],
  [listRepositories.id]: ["readBlobs", "ownership"],
  [receiveGithubWebhook.id]: [...RECEIVE_WEBHOOKS, "appEvents"],
  [receiveGitlabWebhook.id]: RECEIVE_WEBHOOKS,
  [receivePaymentsWebhook.id]: ["paymentEvents"],
  [rerunChangeCheck.id]: ["queue"],
  [testConnectedOrg.id]: ["encryptionKeys", "gitHosts", "installations"],
  [triggerScan.id]: ["queue"],
  [updateConnectedOrg.id]: ["encryptionKeys", "gitHosts"],
};

const ASKS_PROCESSOR = new Set(OPERATIONS.filter(({ asksProcessor }) => asksProcessor).map(({ id }) => id));

/** Returns the needs of an operation. Rate limits and session credentials follow from its declaration. */
export const needsOf = (operationId: string): readonly Need[] => [
  ...(NEEDS[operationId] ?? []),
  ...(ASKS_PROCESSOR.has(operationId) ? (["payments"] as const) : []),
];

/**
 * Operations whose response may exceed the 6 MB that Lambda passes to a gateway. Each has a second function with a
 * streaming URL, to which the router sends its requests.
 */
export const STREAMED_OPERATIONS: readonly OperationInput[] = [getGraph, exportWorkspace];

/** `getGraph` → `streamGetGraph`. */
export const streamFunctionOf = (operationId: string): string =>
  `stream${operationId.replace(/^./u, (letter) => letter.toUpperCase())}`;
