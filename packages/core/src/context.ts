import type { Role } from "@knockon/contract/vocabulary/scan";
import type { Database } from "@knockon/db/database";
import type { Extractor } from "@knockon/extract/isolate/extractor";
import type { EncryptionKeys } from "./connected-org/credential/encryption-keys.ts";
import type { BlobStore } from "./ports/blob-store.ts";
import type { InstallableApp } from "./ports/installable-app.ts";
import type { OpenGitHost } from "./ports/git-host.ts";
import type { SendMail } from "./ports/mail.ts";
import type { Payments } from "./ports/payments.ts";
import type { Queue } from "./ports/queue.ts";

/** Who is asking. A key is Owner-equivalent within its workspace. */
export type Actor =
  | { type: "key"; id: string; prefix: string }
  | { type: "user"; id: string; role: Role | null }
  | { type: "system" };

/** What the outside provides; see ARCHITECTURE.md for the adapters of each. */
export interface Ports {
  queue: Queue;
  blobStore: BlobStore;
  openGitHost: OpenGitHost;
  extractor: Extractor;
  /** What credentials are sealed with in the database. */
  encryptionKeys: EncryptionKeys;
  sendMail: SendMail;
  /** Null where people cannot install one by themselves. */
  githubApp: InstallableApp | null;
  /** What GitHub signs the events of the App itself with; null where none are accepted. */
  githubAppWebhookSecret: string | null;
  payments: Payments;
}

/** How this deployment is set up. */
export interface Settings {
  /** The address of the application, without a slash at the end. */
  appUrl: string;
  /** Whether plans limit anything: where a payment processor is configured, by which one gets more. */
  billingEnforced: boolean;
  /** Whether histories are read to tell who owns a repository; `people`: whether Admins also see what rests on whom. */
  ownership: "off" | "signal" | "people";
}

export interface Logger {
  info(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

/** Says of every line what it is about. */
export const withFields = (log: Logger, about: Record<string, unknown>): Logger => ({
  info: (message, fields) => log.info(message, { ...about, ...fields }),
  error: (message, fields) => log.error(message, { ...about, ...fields }),
});

/** What an operation about a person, in no workspace, may use. A key speaks for its own workspace. */
export type UserContext = Omit<Context, "workspaceId"> & { workspaceId: string | null };

/** Everything an operation may use, passed from call to call, never ambient. */
export interface Context {
  actor: Actor;
  workspaceId: string;
  database: Database;
  ports: Ports;
  settings: Settings;
  now: () => Date;
  log: Logger;
  requestId: string;
}
