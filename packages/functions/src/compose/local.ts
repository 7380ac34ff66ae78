import { join } from "node:path";
import { filesystemBlobStore } from "@knockon/adapters/blob-store/filesystem";
import { installableApp } from "@knockon/adapters/git-host/github/installable-app";
import { openGitHost } from "@knockon/adapters/git-host/open-git-host";
import { noPayments } from "@knockon/adapters/payments/none";
import { postgresQueue } from "@knockon/adapters/queue/postgres";
import type { SharedContext } from "@knockon/api/serve-route";
import type { Logger, Settings } from "@knockon/core/context";
import type { SendMail } from "@knockon/core/ports/mail";
import type { Payments } from "@knockon/core/ports/payments";
import type { Database } from "@knockon/db/database";
import { createExtractor } from "@knockon/extract/isolate/extractor";
import type { HostSettings } from "./host-settings.ts";

export interface LocalOptions {
  database: Database;
  dataFolder: string;
  /** `LOCAL_ORG_ROOTS`: folders below which `local` orgs may lie. */
  localOrgRoots: readonly string[];
  /** Only local orgs unless given. */
  hosts?: HostSettings;
  /** Repositories extracted at once. */
  threads: number;
  /** How long a message is hidden while somebody works on it; as long as the queue likes unless given. */
  visibilitySeconds?: number;
  /** Nobody gets any mail unless given. */
  sendMail?: SendMail;
  /** Nothing can be bought unless given. */
  payments?: Payments;
  settings?: Settings;
  log: Logger;
}

/** No plan limits whoever runs the product on a machine of their own. */
const UNLIMITED: Settings = { appUrl: "http://127.0.0.1:4000", billingEnforced: false, ownership: "off" };

/** Every port on one machine: the queue is a table, blobs are files, repositories are folders. */
export function composeLocal(options: LocalOptions) {
  const { database, dataFolder, localOrgRoots, threads, visibilitySeconds, log } = options;
  const { allowedHosts = [], githubApp = null, encryptionKeys = new Map() } = options.hosts ?? {};
  const { githubAppSetup = null, githubAppWebhookSecret = null } = options.hosts ?? {};
  const { sendMail = async () => {}, payments = noPayments, settings = UNLIMITED } = options;
  const queue = postgresQueue(database, visibilitySeconds);
  const extractor = createExtractor(threads);
  const shared: SharedContext = {
    database,
    ports: {
      queue,
      extractor,
      encryptionKeys,
      blobStore: filesystemBlobStore(join(dataFolder, "blobs")),
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
  return { shared, queue, close: () => extractor.close() };
}
