import { randomUUID } from "node:crypto";
import type { ScanType } from "@knockon/contract/vocabulary/scan";
import type { Database } from "@knockon/db/database";
import { asSystem } from "@knockon/db/in-workspace";
import { workspace } from "@knockon/db/schema/workspace.sql";
import type { Context } from "../context.ts";
import { createConnectedOrg } from "../connected-org/create-connected-org.ts";
import { HostRefusedError } from "../ports/git-host.ts";
import type { Payments } from "../ports/payments.ts";
import { getScan } from "../scan/read-scans.ts";
import { handleMessage } from "../scan/handle-message.ts";
import { triggerScan } from "../scan/start-scan.ts";
import { inProcessExtractor, memoryBlobStore, type MemoryQueue, orderlyQueue } from "./memory-ports.ts";
import { scriptedGitHost, type ScriptedOrg } from "./scripted-org.ts";

/** A new workspace with in-memory ports and a clock that only the test advances. */
export interface TestWorkspace {
  ctx: Context;
  queue: MemoryQueue;
  advance(milliseconds: number): void;
  /** Connects a scripted org and returns its ID. */
  connect(org: ScriptedOrg, name?: string): Promise<string>;
  /** Handles messages until none is left. */
  deliver(): Promise<void>;
  /** Triggers a scan, delivers its messages and returns the ended scan. */
  scan(connectedOrgId: string, scanType?: ScanType): ReturnType<typeof getScan>;
}

export async function openTestWorkspace(
  database: Database,
  queue: MemoryQueue = orderlyQueue(),
): Promise<TestWorkspace> {
  const workspaceId = randomUUID();
  await asSystem(database, (tx) =>
    tx.insert(workspace).values({ id: workspaceId, name: "Acme", slug: workspaceId }),
  );
  const orgs = new Map<string, ScriptedOrg>();
  let now = Date.UTC(2026, 0, 1);
  const clock = () => new Date(now);
  const ctx: Context = {
    actor: { type: "system" },
    workspaceId,
    database,
    ports: {
      queue,
      blobStore: memoryBlobStore(clock),
      extractor: inProcessExtractor,
      encryptionKeys: new Map(),
      openGitHost({ url }) {
        const org = orgs.get(url);
        if (!org) throw new HostRefusedError(`${url} is not scripted.`);
        return scriptedGitHost(url, org);
      },
      sendMail: async () => {},
      githubApp: null,
      githubAppWebhookSecret: null,
      payments: { isConfigured: false } as Payments,
    },
    settings: { appUrl: "https://app.acme.example", billingEnforced: false, ownership: "off" },
    now: clock,
    log: { info() {}, error() {} },
    requestId: "test",
  };

  async function deliver(): Promise<void> {
    for (let message = queue.take(); message; message = queue.take()) await handleMessage(ctx, message);
  }
  return {
    ctx,
    queue,
    deliver,
    advance(milliseconds) {
      now += milliseconds;
    },
    async connect(org, name = "acme") {
      const url = `https://github.com/${name}`;
      orgs.set(url, org);
      return (await createConnectedOrg(ctx, { name, platform: "github", url })).id;
    },
    async scan(connectedOrgId, scanType = "incremental") {
      const { id } = await triggerScan(ctx, { connectedOrgId, scanType });
      await deliver();
      return getScan(ctx, { scanId: id });
    },
  };
}
