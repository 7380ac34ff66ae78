/**
 * Where a declaration was read, the first half of every confidence value:
 * - `manifest`: a deterministic parser of a known format;
 * - `build_file`: a reference found by pattern in a build or CI file, a manifest, or a fetch command;
 * - `unclassified`: the same in a file that no classifier knows;
 * - `prose`: the same in prose, HTML templates, generated blobs or ignore files.
 */
export const EVIDENCE_CLASSES = ["manifest", "build_file", "unclassified", "prose"] as const;

export type EvidenceClass = (typeof EVIDENCE_CLASSES)[number];

/** `rule` names the one line of code that saw it, for example `docker.from` or `go.require`. */
export interface Evidence {
  class: EvidenceClass;
  rule: string;
}

/** Why a declaration has no producer, or (for `ambiguous`) why its confidence is at the floor of its band. */
export const UNRESOLVED_REASONS = ["no_producer", "unbound", "ambiguous"] as const;

export type UnresolvedReason = (typeof UNRESOLVED_REASONS)[number];
