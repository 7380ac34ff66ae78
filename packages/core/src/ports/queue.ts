/** What a scan asks of its workers. Every message can come twice, late, or out of order. */
export type ScanMessage =
  | { kind: "plan-scan"; workspaceId: string; scanId: string; cursor: string | null }
  | { kind: "scan-repository"; workspaceId: string; scanId: string; repositoryId: string }
  | { kind: "finish-scan"; workspaceId: string; scanId: string }
  | { kind: "start-rescan"; workspaceId: string; connectedOrgId: string };

export interface Queue {
  /** Resolves once every message is stored; messages leave only after the commit that they tell of. */
  send(messages: readonly ScanMessage[], delaySeconds?: number): Promise<void>;
}
