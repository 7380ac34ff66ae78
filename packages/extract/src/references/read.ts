import { isDomainFile, readDomain } from "../site.ts";
import type { SourceFile } from "../source-file.ts";
import { readAnnotations } from "./patterns/annotation.ts";
import type { Fetched } from "./patterns/command.ts";
import { mentionsInstaller, readInstalls } from "./patterns/installs.ts";
import { readFetchCommands } from "./patterns/fetch-command.ts";
import { withAdjacentRefs } from "./patterns/adjacent-ref.ts";
import { mentionsMavenUrl, readMavenUrls } from "./patterns/maven-url.ts";
import { readPresets } from "./patterns/preset.ts";
import { hasCommands, readPrograms } from "./patterns/program.ts";
import { readRepositoryUrls } from "./patterns/url.ts";
import type { HeuristicPatterns, PatternMatches } from "./heuristic-patterns.ts";
import { readBindings, type Bindings } from "./placeholder.ts";
import { fileKind, isCode } from "./file-kind.ts";
import { mayNameImages, readImageNames } from "./patterns/image-name.ts";
import { readImageVariables } from "./patterns/image-variable.ts";
import { readRepositoryFields } from "./patterns/repository-fields.ts";
import { findDocstrings, type Docstring } from "./docstring.ts";
import type { Reference, Sighting } from "./reference.ts";
import { describePlace } from "./place.ts";

export interface ReferenceFacts {
  /** Whether the text states that it is generated. */
  isGenerated: boolean;
  /** Whether the text starts with `#!`. */
  isScript: boolean;
  references: Reference[];
  /** The custom domain of the repository's site, or null. */
  site: string | null;
  /** The line of the first omitted reference, or null. */
  truncatedAt: number | null;
}

export const MAX_REFERENCES_PER_FILE = 200;

/** Every reference contains one of these. A quick test that excludes nearly all files. Most others match the first. */
const GIT_MENTION = /[Gg]it(?:[^a-z]|hub|lab|$)/;
const OTHER_MENTION =
  /docker|podman|nerdctl|buildah|crane|skopeo|helm|go[ \t]+(?:install|get|run)|IMAGE|gh[ \t]+(?:repo|release|extension|api)|bitbucket|codeberg|renovate:|local>|\/-\/|(?:curl|wget)[ \t]/;
const GENERATED = /\bCode generated .{0,200}\bDO NOT EDIT\b|@generated\b/;
/** Generators mark files at the top. */
const HEADER_LENGTH = 5_000;

const TRIPLE_QUOTES = /"""|'''/;
const PYTHON = /\.pyi?$/i;
const MAKEFILE = /(?:^|\/)(?:gnu|bsd)?makefile(?:[._-][^/]*)?$|\.mk$/i;
/** Each line of a recipe runs in a new shell, so its variables are not set in the next line. */
const SET_IN_RECIPE = /^\t[ \t]*(?:export[ \t]+)?[A-Za-z_]\w*=.*/gm;

/** Build files and environments, whose variables are names of images. */
const hasVariables = (path: string): boolean =>
  (!/(?:docker|container)file/i.test(path) && fileKind(path) === "build_file" && !isCode(path)) ||
  ENVIRONMENT.test(path);
const ENVIRONMENT = /(?:^|[/.])env(?:\.[\w-]+)?$/;

/** Configurations of Renovate, and presets, which may have any name. */
const PRESETS = /\.json5?$|(?:^|\/)\.renovaterc$/;

interface Mentions {
  text: string;
  /** Whether the text may contain references other than installed packages. */
  isFetching: boolean;
  isInstalling: boolean;
  hasMavenUrl: boolean;
}

/** `claims` and `read` are called for the same text in turn. */
let known: Mentions = { text: "", isFetching: false, isInstalling: false, hasMavenUrl: false };

function mentionsOf(text: string): Mentions {
  if (known.text !== text)
    known = {
      text,
      isFetching: GIT_MENTION.test(text) || OTHER_MENTION.test(text),
      isInstalling: mentionsInstaller(text),
      hasMavenUrl: mentionsMavenUrl(text),
    };
  return known;
}

export function mentionsReference({ path, text }: Pick<SourceFile, "path" | "text">): boolean {
  const { isFetching, isInstalling, hasMavenUrl } = mentionsOf(text);
  return isFetching || isInstalling || hasMavenUrl || hasCommands(path) || mayNameImages(path, text);
}

/**
 * Reads the references of a text in linear time. Uses the path only to recognize Python files and Makefiles. `link` classifies
 * files by path.
 */
export function readReferences(file: SourceFile, patterns?: HeuristicPatterns): ReferenceFacts {
  const { text } = file;
  return {
    isGenerated: GENERATED.test(text.slice(0, HEADER_LENGTH)),
    isScript: text.startsWith("#!"),
    site: isDomainFile(file.path) ? readDomain(text) : null,
    ...locate(file, sightings(file, patterns)),
  };
}

function sightings(file: SourceFile, patterns: HeuristicPatterns | undefined): PatternMatches {
  const { text } = file;
  let bound: Bindings | undefined;
  const textToBind = (): string => (MAKEFILE.test(file.path) ? text.replaceAll(SET_IN_RECIPE, "") : text);
  const bindings = (): Bindings => (bound ??= readBindings(textToBind()));
  const { isFetching, isInstalling, hasMavenUrl } = mentionsOf(text);
  const fetched = isFetching ? readFetchCommands(text, bindings) : NOTHING;
  const built = new Set(fetched.builtImages);
  const foreign = fetched.sightings.filter(
    ({ dependencyType, artifact }) => dependencyType !== "container_image" || !built.has(artifact),
  );
  const installed = isInstalling ? readInstalls(text, bindings) : NOTHING;
  const inVariables =
    isFetching && hasVariables(file.path)
      ? readImageVariables(text, bindings).filter(
          (one) =>
            !built.has(one.artifact) && !fetched.sightings.some(({ artifact }) => artifact === one.artifact),
        )
      : [];
  const hints = [...fetched.hints, ...installed.hints];
  const urls = isFetching
    ? withAdjacentRefs(file.path, text, readRepositoryUrls(text, { ...fetched, hints }, bindings))
    : [];
  const inFields = isFetching && isCode(file.path) ? readRepositoryFields(text) : [];
  const annotated = isFetching && text.includes("renovate:") ? readAnnotations(text) : [];
  const presets = isFetching && text.includes(">") && PRESETS.test(file.path) ? readPresets(text) : [];
  const programs = hasCommands(file.path) ? readPrograms(text) : [];
  const published = hasMavenUrl ? readMavenUrls(text, bindings) : [];
  const named = mayNameImages(file.path, text)
    ? readImageNames(file.path, text).filter(({ artifact }) => !built.has(artifact))
    : [];
  const byName = installed.sightings.filter(
    (one) => !annotated.some((annotation) => contains(one, annotation.offset)),
  );
  const own = patterns?.read(file, bindings, MAX_REFERENCES_PER_FILE);
  const ownOffsets = new Set(own?.sightings.map(({ offset }) => offset));
  const others = [
    ...foreign,
    ...byName,
    ...inVariables,
    ...inFields,
    ...urls,
    ...annotated,
    ...presets,
    ...programs,
    ...published,
    ...named,
  ].filter(({ offset }) => !ownOffsets.has(offset));
  const all = [...others, ...(own?.sightings ?? [])].toSorted((a, b) => a.offset - b.offset);
  return { sightings: all, endedAt: own?.endedAt ?? null };
}

const NOTHING: Fetched = { sightings: [], hints: [], builtImages: [], variableHints: [] };

/** Whether an offset is within the text of a use by name. */
const contains = ({ offset, rawReference, requiresProducer }: Sighting, at: number): boolean =>
  requiresProducer === true && offset <= at && at < offset + rawReference.length;

/** Adds lines and context to sightings. Drops duplicates on a line, and those beyond the limit of their kind. */
function locate(
  file: SourceFile,
  { sightings: found, endedAt }: PatternMatches,
): Pick<ReferenceFacts, "references" | "truncatedAt"> {
  const references = new Map<string, Reference>();
  const counts = { certain: 0, byName: 0 };
  let truncatedAt: number | null = null;
  const mayBeQuoted = found.length > 0 && PYTHON.test(file.path) && TRIPLE_QUOTES.test(file.text);
  const docstrings = mayBeQuoted ? findDocstrings(file.text) : [];
  for (const { offset, ...sighting } of found) {
    const line = file.lineAt(offset);
    const key = [line, sighting.dependencyType, sighting.artifact, sighting.versionConstraint].join("\0");
    if (references.has(key)) continue;
    const kind = sighting.requiresProducer ? "byName" : "certain";
    if (counts[kind] === MAX_REFERENCES_PER_FILE) {
      truncatedAt ??= line;
      continue;
    }
    counts[kind] += 1;
    const place = describePlace(file.text, offset, sighting.isFetched);
    const isProse = place.isProse || isWithin(docstrings, offset);
    references.set(key, { ...sighting, line, ...place, isProse });
  }
  return {
    references: [...references.values()],
    truncatedAt: truncatedAt ?? (endedAt === null ? null : file.lineAt(endedAt)),
  };
}

const isWithin = (docstrings: readonly Docstring[], offset: number): boolean =>
  docstrings.some(({ start, end }) => start < offset && offset < end);
