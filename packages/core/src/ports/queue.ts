import type { ChangeHead } from "./change-host.ts";

/** A message to the scan workers. It can be delivered twice, late or out of order. */
export type ScanMessage =
  | {
      kind: "plan-scan";
      workspaceId: string;
      scanId: string;
      cursor: string | null;
      /** Pages of the listing before this one; 0 by default. */
      pagesBefore?: number;
    }
  | { kind: "scan-repository"; workspaceId: string; scanId: string; repositoryId: string }
  | { kind: "finish-scan"; workspaceId: string; scanId: string }
  | { kind: "start-rescan"; workspaceId: string; connectedOrgId: string }
  | { kind: "check-change"; workspaceId: string; checkId: string }
  | {
      kind: "check-unknown";
      workspaceId: string;
      connectedOrgId: string;
      /** The host's ID of the repository. */
      platformId: string;
      head: ChangeHead;
      /** How often the host was unreachable, or all deliveries failed; 0 by default. */
      failures?: number;
    };

/** Returns the IDs of a message, for the log. */
export function idsOf(message: ScanMessage): Record<string, unknown> {
  const { kind: _, head: _head, ...ids } = { head: undefined, ...message };
  return ids;
}

export interface Queue {
  /** Resolves once all messages are stored. Call it only after the commit that the messages refer to. */
  send(messages: readonly ScanMessage[], delaySeconds?: number): Promise<void>;
}
