import type { VersioningScheme } from "../ecosystem.ts";
import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";

/** A reference found in a text, regardless of the kind of file. */
export interface Sighting {
  /** The start of the reference itself, not of the command around it. */
  offset: number;
  dependencyType: ArtifactType;
  /** Without credentials. */
  rawReference: string;
  artifact: string;
  versionConstraint: string | null;
  versioning: VersioningScheme;
  unbound: string | null;
  lookups: string[];
  /** `host/path` of the repository, if the reference names one. Used to skip references to the own repository. */
  repository: string | null;
  /** The path of the one file of the repository that the reference names. */
  file?: string | null;
  rule: string;
  /** Whether a command fetches it or an annotation states its version. False for a plain URL. */
  isFetched: boolean;
  /** Whether it links to a discussion page of a repository, such as an issue or a wiki. */
  isDiscussion: boolean;
  /** Whether it only counts if a repository of the workspace publishes the name. */
  requiresProducer?: true;
  /** The local name that a chart repository gets, or that a chart is named by: `acme` in `acme/shop`. */
  chartRepository?: string;
  /** Where the command is, for commands that prose often contains. */
  position?: CommandPosition;
}

/** In a list or the argument of a call, where a command can start, or in a sentence. */
export type CommandPosition = "call" | "start" | "sentence";

/** A sighting with its line and context. */
export interface Reference extends Omit<Sighting, "offset"> {
  line: number;
  /** The key at the start of the line (`homepage: …`) in lowercase, or null. */
  field: string | null;
  /** Whether it is in a comment, printed text, a markup link, a comparison, a Python docstring or a generated line. */
  isProse: boolean;
  /** Whether a sentence leads to it. */
  isInSentence: boolean;
  /** The target of the Makefile's recipe that it is in. */
  target?: string;
  /** Set in the final stage of a Dockerfile. */
  isShipped?: true;
}
