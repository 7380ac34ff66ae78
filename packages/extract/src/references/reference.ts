import type { VersioningScheme } from "../ecosystem.ts";
import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";

/** What a pattern saw in a text, before anyone asked what kind of file that is. */
export interface Sighting {
  /** Where the reference itself starts, not the command around it. */
  offset: number;
  dependencyType: ArtifactType;
  /** Without credentials. */
  rawReference: string;
  artifact: string;
  versionConstraint: string | null;
  versioning: VersioningScheme;
  unbound: string | null;
  lookups: string[];
  /** `host/path` of the repository, where the reference names one; tells a reference to itself. */
  repository: string | null;
  rule: string;
  /** A command fetches it, or an annotation says that its version stands there; a URL that merely stands there is not fetched. */
  isFetched: boolean;
  /** It links to talk about a repository (an issue, a wiki), not to anything that can be built upon. */
  isTalk: boolean;
}

/** A sighting with its line, as it is kept between `read` and `link`. */
export interface Reference extends Omit<Sighting, "offset"> {
  line: number;
  /** The key the line starts with (`homepage: …`), in lower case; null where it starts with none. */
  field: string | null;
  /** It stands in a comment, in what a script prints, in a link of marked-up text, in a comparison, in a docstring of Python, or on a line that no person wrote. */
  isAside: boolean;
  /** Words lead to it: a sentence, unless the line is a command. */
  isInSentence: boolean;
}
