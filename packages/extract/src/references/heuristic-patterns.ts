import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { RE2JS, type Matcher } from "re2js";
import type { HeuristicPattern, RepositoryIdentity } from "../ecosystem.ts";
import { parseModuleName } from "../ecosystems/puppet/module-name.ts";
import { normalizeName } from "../ecosystems/pypi/requirement.ts";
import { imageLookups, parseImageReference } from "../image-reference.ts";
import { artifactName, conventionName, gitName, pathName } from "../name.ts";
import { schemeOfType } from "../version.ts";
import type { SourceFile } from "../source-file.ts";
import { expand, type Bindings } from "./placeholder.ts";
import type { Sighting } from "./reference.ts";
import { findRepository } from "./repository-url.ts";

/** Longer texts are data. */
const MAX_TEXT_LENGTH = 256 * 1024;
/** Limit of a name, a version and a raw reference. */
const MAX_LENGTH = 200;

export interface PatternMatches {
  sightings: Sighting[];
  /** The offset of the first omitted match, or null. */
  endedAt: number | null;
}

interface Compiled {
  name: string;
  artifactType: ArtifactType;
  expression: RE2JS;
  path: RE2JS | null;
}

/**
 * The custom patterns of an org, compiled once for a repository. RE2 takes linear time. Its automaton without groups is
 * many times faster, so it tests first whether a text matches at all.
 */
export class HeuristicPatterns {
  readonly #owner: string;
  readonly #patterns: readonly Compiled[];

  /** Throws for an invalid pattern. Check patterns with `findPatternFault` first. */
  constructor(patterns: readonly HeuristicPattern[], { fullPath }: RepositoryIdentity) {
    this.#owner = fullPath.slice(0, Math.max(0, fullPath.lastIndexOf("/")));
    this.#patterns = patterns.map(({ name, artifactType, pattern, path }) => ({
      name,
      artifactType,
      expression: RE2JS.compile(pattern),
      path: path === undefined ? null : RE2JS.compile(path),
    }));
  }

  match(file: Pick<SourceFile, "path" | "text">): boolean {
    return this.#patterns.some((pattern) => matches(pattern, file));
  }

  /** Returns the references of up to `limit` matches of all patterns together. */
  read(file: SourceFile, bindings: () => Bindings, limit: number): PatternMatches {
    const sightings: Sighting[] = [];
    let count = 0;
    for (const pattern of this.#patterns) {
      if (!matches(pattern, file)) continue;
      const match = pattern.expression.matcher(file.text);
      while (match.find()) {
        if (count === limit) return { sightings, endedAt: match.start() };
        count += 1;
        const sighting = sightingOf(pattern, match, bindings, this.#owner);
        if (sighting) sightings.push(sighting);
      }
    }
    return { sightings, endedAt: null };
  }
}

const matches = ({ expression, path }: Compiled, file: Pick<SourceFile, "path" | "text">): boolean =>
  file.text.length <= MAX_TEXT_LENGTH && (path?.test(file.path) ?? true) && expression.test(file.text);

/** Returns undefined for a URL that is not of a repository. */
function sightingOf(
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
    rawReference: repository?.raw ?? shortText(match) ?? artifact,
    artifact,
    versionConstraint: version.text || (repository?.ref ?? null),
    versioning: repository ? "git" : schemeOfType(artifactType),
    unbound: name.unbound ?? version.unbound,
    lookups: isBound ? patternLookups(artifactType, artifact, owner, repository?.location) : [],
    repository: isBound ? (repository?.location ?? null) : null,
    rule: `pattern_${rule}`,
    isFetched: false,
    isDiscussion: repository?.isDiscussion ?? false,
  };
}

const group = (match: Matcher, name: "name" | "version"): string =>
  name in match.namedGroups ? (match.group(name) ?? "").trim() : "";

/** Returns the text of a match if it is short and on one line. */
function shortText(match: Matcher): string | undefined {
  const text = (match.group() ?? "").trim();
  return text.length > MAX_LENGTH || /[\r\n]/.test(text) ? undefined : text;
}

/**
 * Returns the lookups for a name, best first: the artifact, the repository at that path (for a name without a slash, of
 * the same owner), then the naming convention. For the `location` of a git URL, returns only that repository.
 */
function patternLookups(
  type: ArtifactType,
  name: string,
  owner: string,
  location: string | undefined,
): string[] {
  if (location !== undefined) return [gitName(location)];
  const path = name.includes("/") || owner === "" ? name : `${owner}/${name}`;
  const artifact = artifactName(type, canonicalName(type, name));
  const images = type === "container_image" ? imageLookups(canonicalName(type, name)) : [];
  return [...new Set([artifact, pathName(path), conventionName(type, name), ...images])];
}

/** Normalizes a name like its ecosystem. */
export function canonicalName(type: ArtifactType, name: string): string {
  if (type === "python_package") return normalizeName(name);
  if (type === "puppet_module") return parseModuleName(name) ?? name;
  if (type === "nuget_package" || type === "composer_package") return name.toLowerCase();
  return (type === "container_image" && parseImageReference(name)?.name) || name;
}
