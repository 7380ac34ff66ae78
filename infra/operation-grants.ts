import { isRateLimited, type OperationInput } from "@knockon/contract/operation";
import { needsOf, type Need } from "@knockon/functions/operation-needs";
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

/** Git hosts are outside of AWS: the way to them is everybody's. */
const GRANTS: Record<Need, Grant | undefined> = {
  queue: sendScanMessages,
  readBlobs,
  publishBlobs,
  gitHosts: undefined,
  installations: useInstallations,
  encryptionKeys: useCredentials,
  mail: sendMails,
  githubApp: installApp,
  appEvents: receiveAppEvents,
  sessions: useSessions,
  ownership: knowOwnership,
  payments: usePayments,
  paymentEvents: receivePayments,
};

export const operationGrants = (operation: OperationInput): Grant[] => [
  useDatabase,
  enforcePlans,
  ...(operation.auth.credentials.includes("session") ? [useSessions] : []),
  ...(isRateLimited(operation) ? [countMutations] : []),
  ...needsOf(operation.id).flatMap((need) => GRANTS[need] ?? []),
];
