import type { SourceFile } from "../source-file.ts";
import { readAnnotations } from "./patterns/annotation.ts";
import { readFetchCommands } from "./patterns/fetch-command.ts";
import { readRepositoryUrls } from "./patterns/url.ts";
import type { HeuristicPatterns, Sought } from "./heuristic-patterns.ts";
import { readBindings, type Bindings } from "./placeholder.ts";
import { findDocstrings, type Docstring } from "./docstring.ts";
import type { Reference } from "./reference.ts";
import { describePlace } from "./place.ts";

export interface ReferenceFacts {
  /** The text says that a program wrote it. */
  isGenerated: boolean;
  /** It starts with `#!`. */
  isScript: boolean;
  references: Reference[];
  /** The line of the first reference that was left out, else null. */
  truncatedAt: number | null;
}

export const MAX_REFERENCES_PER_FILE = 200;

/** What every reference needs to contain one of; nearly all files end here, at the speed of one scan. */
const MENTION =
  /[Gg]it(?:[^a-z]|hub|lab|$)|docker|podman|nerdctl|buildah|crane|skopeo|helm|go[ \t]+(?:install|get|run)|gh[ \t]+(?:repo|release|extension|api)|bitbucket|codeberg|renovate:|\/-\//;

const GENERATED = /\bCode generated .{0,200}\bDO NOT EDIT\b|@generated\b/;
/** Where generators put their mark. */
const HEADER_LENGTH = 5_000;

const PYTHON = /\.pyi?$/i;
const MAKEFILE = /(?:^|\/)(?:gnu|bsd)?makefile(?:[._-][^/]*)?$|\.mk$/i;
/** Each line of a recipe has a shell of its own: what it sets is gone in the next. */
const SET_IN_RECIPE = /^\t[ \t]*(?:export[ \t]+)?[A-Za-z_]\w*=.*/gm;

export const mentionsReference = (text: string): boolean => MENTION.test(text);

/**
 * Facts depend on the text, on whether it is Python or a Makefile, and on the org's own patterns; what else its path says of it is
 * `link`'s to judge. Linear in the length of the text.
 */
export function readReferences(file: SourceFile, patterns?: HeuristicPatterns): ReferenceFacts {
  const { text } = file;
  return {
    isGenerated: GENERATED.test(text.slice(0, HEADER_LENGTH)),
    isScript: text.startsWith("#!"),
    ...locate(file, sightings(file, patterns)),
  };
}

function sightings(file: SourceFile, patterns: HeuristicPatterns | undefined): Sought {
  const { text } = file;
  let known: Bindings | undefined;
  const lasting = (): string => (MAKEFILE.test(file.path) ? text.replaceAll(SET_IN_RECIPE, "") : text);
  const bindings = (): Bindings => (known ??= readBindings(lasting()));
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

/** Gives each sighting its line, once per line, artifact and ref, up to the limit. */
function locate(
  file: SourceFile,
  { sightings: found, endedAt }: Sought,
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
    const isAside = place.isAside || isWithin(docstrings, offset);
    references.set(key, { ...sighting, line, ...place, isAside });
  }
  return {
    references: [...references.values()],
    truncatedAt: endedAt === null ? null : file.lineAt(endedAt),
  };
}

const isWithin = (docstrings: readonly Docstring[], offset: number): boolean =>
  docstrings.some(({ start, end }) => start < offset && offset < end);
