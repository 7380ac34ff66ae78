import type { Role } from "@knockon/contract/vocabulary/scan";
import type { Database } from "@knockon/db/database";
import type { Extractor } from "@knockon/extract/isolate/extractor";
import type { EncryptionKeys } from "./connected-org/seal.ts";
import type { BlobStore } from "./ports/blob-store.ts";
import type { InstallableApp } from "./ports/installable-app.ts";
import type { OpenGitHost } from "./ports/git-host.ts";
import type { SendMail } from "./ports/mail.ts";
import type { Payments } from "./ports/payments.ts";
import type { Queue } from "./ports/queue.ts";

/** The caller. A key has the Owner's rights in its workspace. */
export type Actor =
  | { type: "key"; id: string; prefix: string }
  | { type: "user"; id: string; role: Role | null }
  | { type: "system" };

/** External services. ARCHITECTURE.md lists the adapters of each. */
export interface Ports {
  queue: Queue;
  blobStore: BlobStore;
  openGitHost: OpenGitHost;
  extractor: Extractor;
  /** Keys that encrypt credentials in the database. */
  encryptionKeys: EncryptionKeys;
  sendMail: SendMail;
  /** Null if users cannot install the App themselves. */
  githubApp: InstallableApp | null;
  /** Verifies the App's own events; null if they are not accepted. */
  githubAppWebhookSecret: string | null;
  payments: Payments;
}

/** The deployment's settings. */
export interface Settings {
  /** The application's URL, without a trailing slash. */
  appUrl: string;
  /** Whether plan limits are enforced. */
  billingEnforced: boolean;
  /** `signal`: reads histories to compute ownership. `people`: also shows Admins the risks per person. */
  ownership: "off" | "signal" | "people";
}

export interface Logger {
  info(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

/** Adds fields to every log line. */
export const withFields = (log: Logger, common: Record<string, unknown>): Logger => ({
  info: (message, fields) => log.info(message, { ...common, ...fields }),
  error: (message, fields) => log.error(message, { ...common, ...fields }),
});

/** The context of an operation on a user rather than a workspace. A key still has its workspace. */
export type UserContext = Omit<Context, "workspaceId"> & { workspaceId: string | null };

/** Everything an operation may use. Passed explicitly, never ambient. */
export interface Context {
  actor: Actor;
  workspaceId: string;
  database: Database;
  ports: Ports;
  settings: Settings;
  now: () => Date;
  log: Logger;
  requestId: string;
  /** Whether a file or an agent gets the answer, and not a page of the application. */
  leavesApplication?: boolean;
  /** How long a statement may take; unlimited by default. */
  statementTimeoutMs?: number;
}
