import { join } from "node:path";
import { filesystemBlobStore } from "@knockon/adapters/blob-store/filesystem";
import { openGitHost } from "@knockon/adapters/git-host/open-git-host";
import { postgresQueue } from "@knockon/adapters/queue/postgres";
import type { SharedContext } from "@knockon/api/serve-route";
import type { Logger } from "@knockon/core/context";
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
  log: Logger;
}

/** Every port on one machine: the queue is a table, blobs are files, repositories are folders. */
export function composeLocal(options: LocalOptions) {
  const { database, dataFolder, localOrgRoots, threads, visibilitySeconds, log } = options;
  const { allowedHosts = [], githubApp = null, encryptionKeys = new Map() } = options.hosts ?? {};
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
    },
    now: () => new Date(),
    log,
  };
  return { shared, queue, close: () => extractor.close() };
}
