import type { Organization } from "./organization.ts";
import type { Push } from "./push.ts";
import type { Statement } from "./statement-log.ts";

/** What a worker works on. */
export interface WorkerOptions {
  url: string;
  blobFolder: string;
  organization: Organization;
}

export type Command = { kind: "scan" } | { kind: "push"; push: Push } | { kind: "read" };

/** What a command took; times in milliseconds. */
export interface Work {
  milliseconds: number;
  /** Of each repository that was read: how long its message took, and how much of that was the extraction. */
  repositories: { total: number; extraction: number }[];
  /** Of each finished scan: resolving, writing and packing the graph. */
  publishes: number[];
  opened: number;
  statements: Statement[];
  /** Of the process, its threads included. */
  cpuSeconds: number;
  /** The most memory that the process held so far. */
  peakBytes: number;
}
