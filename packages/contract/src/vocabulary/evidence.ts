/**
 * Where a declaration was found. Determines the band of its confidence:
 * - `manifest`: by a deterministic parser of a known format
 * - `build_file`: by a pattern in a build or CI file, a package manifest or a fetch command
 * - `unclassified`: by a pattern in a file that no classifier recognizes
 * - `prose`: by a pattern in prose, HTML templates, generated blobs or ignore files
 */
export const EVIDENCE_CLASSES = ["manifest", "build_file", "unclassified", "prose"] as const;

export type EvidenceClass = (typeof EVIDENCE_CLASSES)[number];

/** `rule` names the extraction rule, for example `docker.from` or `go.require`. */
export interface Evidence {
  class: EvidenceClass;
  rule: string;
}

/**
 * Why a declaration has no producer or, for `ambiguous`, why its confidence is the lowest of its band:
 * - `no_producer`: it names something of the workspace's organizations that no repository publishes
 * - `unbound`: the same, with a variable that has no value
 * - `ambiguous`: several repositories publish it
 * - `external`: it names nothing of the workspace's organizations
 */
export const UNRESOLVED_REASONS = ["no_producer", "unbound", "ambiguous", "external"] as const;

export type UnresolvedReason = (typeof UNRESOLVED_REASONS)[number];
