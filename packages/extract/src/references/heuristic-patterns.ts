import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { RE2JS, type Matcher } from "re2js";
import type { HeuristicPattern, RepositoryIdentity } from "../ecosystem.ts";
import { schemeOfType } from "../version.ts";
import type { SourceFile } from "../source-file.ts";
import { patternLookups } from "./pattern-lookups.ts";
import { expand, type Bindings } from "./placeholder.ts";
import type { Sighting } from "./reference.ts";
import { findRepository } from "./repository-url.ts";

/** Longer texts are data, not what somebody wrote. */
const MAX_TEXT_LENGTH = 256 * 1024;
/** Of a name, a version and what is shown of a match. */
const MAX_LENGTH = 200;

export interface Sought {
  sightings: Sighting[];
  /** The offset of the first match that was left out, else null. */
  endedAt: number | null;
}

interface Compiled {
  name: string;
  artifactType: ArtifactType;
  expression: RE2JS;
  path: RE2JS | null;
}

/**
 * The conventions of an org, compiled once for a repository. The engine is linear in the text; its automaton without
 * groups, many times as fast, looks first whether there is anything to find.
 */
export class HeuristicPatterns {
  readonly #owner: string;
  readonly #patterns: readonly Compiled[];

  /** Throws for a pattern in which there is a fault (`findPatternFault`). */
  constructor(patterns: readonly HeuristicPattern[], { fullPath }: RepositoryIdentity) {
    this.#owner = fullPath.slice(0, Math.max(0, fullPath.lastIndexOf("/")));
    this.#patterns = patterns.map(({ name, artifactType, pattern, path }) => ({
      name,
      artifactType,
      expression: RE2JS.compile(pattern),
      path: path === undefined ? null : RE2JS.compile(path),
    }));
  }

  areIn(file: Pick<SourceFile, "path" | "text">): boolean {
    return this.#patterns.some((pattern) => isIn(pattern, file));
  }

  /** What up to `limit` matches, of all patterns together, refer to. */
  read(file: SourceFile, bindings: () => Bindings, limit: number): Sought {
    const sightings: Sighting[] = [];
    let matches = 0;
    for (const pattern of this.#patterns) {
      if (!isIn(pattern, file)) continue;
      const match = pattern.expression.matcher(file.text);
      while (match.find()) {
        if (matches === limit) return { sightings, endedAt: match.start() };
        matches += 1;
        const sighting = sight(pattern, match, bindings, this.#owner);
        if (sighting) sightings.push(sighting);
      }
    }
    return { sightings, endedAt: null };
  }
}

const isIn = ({ expression, path }: Compiled, file: Pick<SourceFile, "path" | "text">): boolean =>
  file.text.length <= MAX_TEXT_LENGTH && (path?.test(file.path) ?? true) && expression.test(file.text);

/** A URL counts where it leads to a repository; nothing else of it would be shown. */
function sight(
  { name: rule, artifactType }: Compiled,
  match: Matcher,
  bindings: () => Bindings,
  owner: string,
): Sighting | undefined {
  const name = expand(group(match, "name"), bindings);
  const version = expand(group(match, "version"), bindings);
  const repository = findRepository(name.text, true);
  const artifact = repository?.artifact ?? name.text;
  if (artifact === "" || artifact.length > MAX_LENGTH || version.text.length > MAX_LENGTH) return undefined;
  if (!repository && artifact.includes("://")) return undefined;
  const isBound = name.unbound === null;
  return {
    offset: match.end("name") - (match.group("name") ?? "").trimStart().length,
    dependencyType: artifactType,
    rawReference: repository?.raw ?? shown(match) ?? artifact,
    artifact,
    versionConstraint: version.text || (repository?.ref ?? null),
    versioning: repository ? "git" : schemeOfType(artifactType),
    unbound: name.unbound ?? version.unbound,
    lookups: isBound ? patternLookups(artifactType, artifact, owner, repository?.location) : [],
    repository: isBound ? (repository?.location ?? null) : null,
    rule: `pattern_${rule}`,
    isFetched: false,
    isTalk: repository?.isTalk ?? false,
  };
}

const group = (match: Matcher, name: "name" | "version"): string =>
  name in match.namedGroups ? (match.group(name) ?? "").trim() : "";

/** The match itself, where it is short and on one line. */
function shown(match: Matcher): string | undefined {
  const text = (match.group() ?? "").trim();
  return text.length > MAX_LENGTH || /[\r\n]/.test(text) ? undefined : text;
}
