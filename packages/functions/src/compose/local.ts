import { join } from "node:path";
import { filesystemBlobStore } from "@knockon/adapters/blob-store/filesystem";
import { installableApp } from "@knockon/adapters/git-host/github/installable-app";
import { openGitHost } from "@knockon/adapters/git-host/open-git-host";
import { noPayments } from "@knockon/adapters/payments/none";
import type { BlobStore } from "@knockon/core/ports/blob-store";
import { postgresQueue } from "@knockon/adapters/queue/postgres";
import type { SharedContext } from "@knockon/api/serve-route";
import type { Logger, Settings } from "@knockon/core/context";
import type { SendMail } from "@knockon/core/ports/mail";
import type { Payments } from "@knockon/core/ports/payments";
import type { Database } from "@knockon/db/database";
import { createExtractor, type Extractor } from "@knockon/extract/isolate/extractor";
import type { HostSettings } from "./settings.ts";

export interface LocalOptions {
  database: Database;
  dataFolder: string;
  /** Files in the data folder by default. */
  blobStore?: BlobStore;
  /** `LOCAL_ORG_ROOTS`: folders below which `local` orgs may be. */
  localOrgRoots: readonly string[];
  /** Without it, only local orgs are supported. */
  hosts?: HostSettings;
  /** Number of repositories extracted concurrently. */
  threads: number;
  /** Replaces the extractor of `threads` threads. The caller closes it. */
  extractor?: Extractor;
  /** How long a received message stays hidden; the queue's default if omitted. */
  visibilitySeconds?: number;
  /** Without it, no email is sent. */
  sendMail?: SendMail;
  /** Without it, nothing can be bought. */
  payments?: Payments;
  settings?: Settings;
  log: Logger;
}

/** A local installation has no plan limits. */
const UNLIMITED: Settings = { appUrl: "http://127.0.0.1:4000", billingEnforced: false, ownership: "off" };

/** Creates every port without a cloud: the queue is a table, blobs are files by default. */
export function composeLocal(options: LocalOptions) {
  const { database, dataFolder, localOrgRoots, threads, visibilitySeconds, log } = options;
  const { allowedHosts = [], githubApp = null, encryptionKeys = new Map() } = options.hosts ?? {};
  const { githubAppSetup = null, githubAppWebhookSecret = null } = options.hosts ?? {};
  const { sendMail = async () => {}, payments = noPayments, settings = UNLIMITED } = options;
  const queue = postgresQueue(database, visibilitySeconds);
  const extractor = options.extractor ?? createExtractor(threads);
  const shared: SharedContext = {
    database,
    ports: {
      queue,
      extractor,
      encryptionKeys,
      blobStore: options.blobStore ?? filesystemBlobStore(join(dataFolder, "blobs")),
      openGitHost: openGitHost({ localOrgRoots, allowedHosts, githubApp }),
      sendMail,
      githubApp: githubAppSetup && installableApp(githubAppSetup, { allowedHosts, githubApp }),
      githubAppWebhookSecret,
      payments,
    },
    settings,
    now: () => new Date(),
    log,
  };
  return {
    shared,
    queue,
    close: async () => {
      if (!options.extractor) await extractor.close();
    },
  };
}
