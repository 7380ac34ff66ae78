import { isRateLimited, type OperationInput } from "@knockon/contract/operation";
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
import { triggerScan } from "@knockon/contract/operations/scan";
import { createInvitation, exportWorkspace, getWorkspaceStats } from "@knockon/contract/operations/workspace";
import {
  createWebhookSecret,
  receiveGithubWebhook,
  receiveGitlabWebhook,
  receivePaymentsWebhook,
} from "@knockon/contract/operations/webhook";
import { useDatabase } from "./database.ts";
import { installApp, receiveAppEvents, useCredentials, useInstallations } from "./git-hosts.ts";
import type { Grant } from "./grant.ts";
import { sendMails } from "./mail.ts";
import { knowOwnership } from "./ownership.ts";
import { sendScanMessages } from "./queue.ts";
import { countMutations } from "./rate-limit.ts";
import { useSessions } from "./session.ts";
import { enforcePlans, receivePayments, usePayments } from "./stripe.ts";
import { publishBlobs, readBlobs } from "./storage.ts";

/** An event has the repositories that it is about scanned. */
const receiveWebhooks = [useCredentials, sendScanMessages];

/** Beyond what every operation needs, by operation id. */
const FURTHER: Partial<Record<string, Grant[]>> = {
  [beginGithubInstallation.id]: [installApp],
  [createConnectedOrg.id]: [useCredentials, useInstallations],
  [createInvitation.id]: [sendMails],
  [createWebhookSecret.id]: [useCredentials],
  [deleteConnectedOrg.id]: [publishBlobs],
  [exportWorkspace.id]: [readBlobs, knowOwnership],
  [finishGithubInstallation.id]: [useSessions, installApp, useInstallations],
  [getConnectedOrgStats.id]: [readBlobs],
  [getGraph.id]: [readBlobs],
  [getImpact.id]: [readBlobs, knowOwnership],
  [getOwnership.id]: [knowOwnership],
  [getRepositoryContext.id]: [knowOwnership],
  [getRepositoryImpact.id]: [readBlobs, knowOwnership],
  [getWorkspaceStats.id]: [readBlobs],
  [listOwnershipRiskPeople.id]: [knowOwnership],
  [listOwnershipRisks.id]: [knowOwnership],
  [receiveGithubWebhook.id]: [...receiveWebhooks, receiveAppEvents],
  [receiveGitlabWebhook.id]: receiveWebhooks,
  [receivePaymentsWebhook.id]: [receivePayments],
  [testConnectedOrg.id]: [useCredentials, useInstallations],
  [updateConnectedOrg.id]: [useCredentials],
  [triggerScan.id]: [sendScanMessages],
};

export const operationGrants = (operation: OperationInput): Grant[] => [
  useDatabase,
  enforcePlans,
  ...(operation.asksProcessor ? [usePayments] : []),
  ...(operation.auth.credentials.includes("session") ? [useSessions] : []),
  ...(isRateLimited(operation) ? [countMutations] : []),
  ...(FURTHER[operation.id] ?? []),
];
