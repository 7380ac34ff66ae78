import type { SourceFile } from "../source-file.ts";
import { readAnnotations } from "./patterns/annotation.ts";
import { readFetchCommands } from "./patterns/fetch-command.ts";
import { readRepositoryUrls } from "./patterns/url.ts";
import type { HeuristicPatterns, PatternMatches } from "./heuristic-patterns.ts";
import { readBindings, type Bindings } from "./placeholder.ts";
import { findDocstrings, type Docstring } from "./docstring.ts";
import type { Reference } from "./reference.ts";
import { describePlace } from "./place.ts";

export interface ReferenceFacts {
  /** Whether the text states that it is generated. */
  isGenerated: boolean;
  /** Whether the text starts with `#!`. */
  isScript: boolean;
  references: Reference[];
  /** The line of the first omitted reference, or null. */
  truncatedAt: number | null;
}

export const MAX_REFERENCES_PER_FILE = 200;

/** Every reference contains one of these. A quick test that excludes nearly all files. */
const MENTION =
  /[Gg]it(?:[^a-z]|hub|lab|$)|docker|podman|nerdctl|buildah|crane|skopeo|helm|go[ \t]+(?:install|get|run)|gh[ \t]+(?:repo|release|extension|api)|bitbucket|codeberg|renovate:|\/-\//;

const GENERATED = /\bCode generated .{0,200}\bDO NOT EDIT\b|@generated\b/;
/** Generators mark files at the top. */
const HEADER_LENGTH = 5_000;

const PYTHON = /\.pyi?$/i;
const MAKEFILE = /(?:^|\/)(?:gnu|bsd)?makefile(?:[._-][^/]*)?$|\.mk$/i;
/** Each line of a recipe runs in a new shell, so its variables are not set in the next line. */
const SET_IN_RECIPE = /^\t[ \t]*(?:export[ \t]+)?[A-Za-z_]\w*=.*/gm;

export const mentionsReference = (text: string): boolean => MENTION.test(text);

/**
 * Reads the references of a text in linear time. Uses the path only to recognize Python files and Makefiles. `link` classifies
 * files by path.
 */
export function readReferences(file: SourceFile, patterns?: HeuristicPatterns): ReferenceFacts {
  const { text } = file;
  return {
    isGenerated: GENERATED.test(text.slice(0, HEADER_LENGTH)),
    isScript: text.startsWith("#!"),
    ...locate(file, sightings(file, patterns)),
  };
}

function sightings(file: SourceFile, patterns: HeuristicPatterns | undefined): PatternMatches {
  const { text } = file;
  let known: Bindings | undefined;
  const textToBind = (): string => (MAKEFILE.test(file.path) ? text.replaceAll(SET_IN_RECIPE, "") : text);
  const bindings = (): Bindings => (known ??= readBindings(textToBind()));
  const fetched = readFetchCommands(text, bindings);
  const built = new Set(fetched.builtImages);
  const foreign = fetched.sightings.filter(
    ({ dependencyType, artifact }) => dependencyType !== "container_image" || !built.has(artifact),
  );
  const urls = readRepositoryUrls(text, fetched, bindings);
  const own = patterns?.read(file, bindings, MAX_REFERENCES_PER_FILE);
  const ownOffsets = new Set(own?.sightings.map(({ offset }) => offset));
  const others = [...foreign, ...urls, ...readAnnotations(text)].filter(
    ({ offset }) => !ownOffsets.has(offset),
  );
  const all = [...others, ...(own?.sightings ?? [])].toSorted((a, b) => a.offset - b.offset);
  return { sightings: all, endedAt: own?.endedAt ?? null };
}

/** Adds lines and context to sightings. Drops duplicates on a line, and stops at the limit. */
function locate(
  file: SourceFile,
  { sightings: found, endedAt }: PatternMatches,
): Pick<ReferenceFacts, "references" | "truncatedAt"> {
  const references = new Map<string, Reference>();
  const docstrings = found.length > 0 && PYTHON.test(file.path) ? findDocstrings(file.text) : [];
  for (const { offset, ...sighting } of found) {
    const line = file.lineAt(offset);
    const key = [line, sighting.dependencyType, sighting.artifact, sighting.versionConstraint].join("\0");
    if (references.has(key)) continue;
    if (references.size === MAX_REFERENCES_PER_FILE) {
      return { references: [...references.values()], truncatedAt: line };
    }
    const place = describePlace(file.text, offset, sighting.isFetched);
    const isProse = place.isProse || isWithin(docstrings, offset);
    references.set(key, { ...sighting, line, ...place, isProse });
  }
  return {
    references: [...references.values()],
    truncatedAt: endedAt === null ? null : file.lineAt(endedAt),
  };
}

const isWithin = (docstrings: readonly Docstring[], offset: number): boolean =>
  docstrings.some(({ start, end }) => start < offset && offset < end);
