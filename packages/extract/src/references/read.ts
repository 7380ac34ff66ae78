import { isYamlPath } from "../document/first-look.ts";
import type { UnreadFile } from "../ecosystem.ts";
import { isDomainFile, readDomain } from "../site.ts";
import type { SourceFile } from "../source-file.ts";
import { readAnnotations } from "./patterns/annotation.ts";
import { readBuildrootSites } from "./patterns/buildroot.ts";
import type { Fetched } from "./patterns/command.ts";
import { mentionsInstaller, readInstalls } from "./patterns/installs.ts";
import { readFetchCommands } from "./patterns/fetch-command.ts";
import { withAdjacentRefs } from "./patterns/adjacent-ref.ts";
import { withFieldRefs } from "./patterns/field-ref.ts";
import { mentionsMavenUrl, readMavenUrls } from "./patterns/maven-url.ts";
import { readPresets } from "./patterns/preset.ts";
import { hasCommands, readPrograms } from "./patterns/program.ts";
import { readRepositoryUrls } from "./patterns/url.ts";
import type { HeuristicPatterns, PatternMatches } from "./heuristic-patterns.ts";
import { readBindings, type Bindings } from "./placeholder.ts";
import { recipeTargets } from "./recipe.ts";
import { shippedLines } from "./shipped-stage.ts";
import { fileKind, isCode, isContainerFile, isImageList } from "./file-kind.ts";
import { mayNameImages, readImageNames } from "./patterns/image-name.ts";
import { mayListImages, readImageLists } from "./patterns/image-list.ts";
import { readImageVariables } from "./patterns/image-variable.ts";
import { readRepositoryData, readRepositoryFields } from "./patterns/repository-fields.ts";
import { findDocstrings, type TextRange } from "./docstring.ts";
import { findDescriptions, findUsages } from "./heredoc.ts";
import type { Reference, Sighting } from "./reference.ts";
import { isSettings, readSourced, type SourcedFacts } from "./sourced.ts";
import { describePlace, describesImage } from "./place.ts";
import { GIT_MENTION, OTHER_MENTION, REFERENCE_WORDS } from "./words.ts";

export interface ReferenceFacts extends SourcedFacts {
  /** Whether the text states that it is generated. False without references. */
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

const GENERATED = /\bCode generated .{0,200}\bDO NOT EDIT\b|@generated\b/;
/** Generators mark files at the top. */
const HEADER_LENGTH = 5_000;

const TRIPLE_QUOTES = /"""|'''/;
const PYTHON = /\.pyi?$/i;
const HCL = /\.(?:tf|tofu|hcl)$/i;
const SHELL = /\.(?:ba|da|k|z)?sh$/i;
const MAKEFILE = /(?:^|\/)(?:gnu|bsd)?makefile(?:[._-][^/]*)?$|\.mk$/i;
/** Each line of a recipe runs in a new shell, so its variables are not set in the next line. */
const SET_IN_RECIPE = /^\t[ \t]*(?:export[ \t]+)?[A-Za-z_]\w*=.*/gm;

const CONTAINER_FILE = /(?:docker|container)file/i;

const ENVIRONMENT = /(?:^|[/.])env(?:\.[\w-]+)?$/;

/** Build files and environments, whose variables are names of images. */
const hasVariables = (path: string): boolean =>
  (!CONTAINER_FILE.test(path) && fileKind(path) === "build_file" && !isCode(path)) || ENVIRONMENT.test(path);

/** Lists of images, and shell scripts and Makefiles, whose lines can be names of images. */
const mayList = (path: string, text: string): boolean =>
  (isImageList(path) || MAKEFILE.test(path) || isShell(path, text)) && mayListImages(text);

/** Configurations of Renovate, and presets, which may have any name. */
const PRESETS = /\.json5?$|(?:^|\/)\.renovaterc$/;

interface Mentions {
  text: string;
  hasFetchCommand: boolean;
  hasRegistry: boolean;
  hasImageName: boolean;
  /** Whether the text may contain references other than installed packages. */
  isFetching: boolean;
  isInstalling: boolean;
  hasMavenUrl: boolean;
}

/** `claims` and `read` are called for the same text in turn. */
let known: Mentions | undefined;

function mentionsOf({ text, bytes }: UnreadFile): Mentions {
  if (known?.text === text) return known;
  const words = REFERENCE_WORDS.find(bytes ?? new TextEncoder().encode(text));
  known = {
    text,
    isFetching:
      (words.has("git") && GIT_MENTION.test(text)) || (words.has("source") && OTHER_MENTION.test(text)),
    hasFetchCommand: words.has("fetchCommand"),
    isInstalling: words.has("installCommand") && mentionsInstaller(text),
    hasMavenUrl: words.has("mavenRepository") && mentionsMavenUrl(text),
    hasRegistry: words.has("imageRegistry"),
    hasImageName: words.has("imageName"),
  };
  return known;
}

export function mentionsReference(file: UnreadFile): boolean {
  const mentions = mentionsOf(file);
  const { isFetching, isInstalling, hasMavenUrl } = mentions;
  return (
    isFetching ||
    isInstalling ||
    hasMavenUrl ||
    mayNameImages(file.path, mentions) ||
    mayList(file.path, file.text) ||
    isSettings(file.path, file.text) ||
    hasCommands(file.path)
  );
}

/**
 * Reads the references of a text in linear time. Uses the path only to recognize Python files and Makefiles. `link` classifies
 * files by path.
 */
export function readReferences(file: SourceFile, patterns?: HeuristicPatterns): ReferenceFacts {
  const { text } = file;
  const found = locate(file, sightings(file, patterns));
  return {
    isGenerated: found.references.length > 0 && GENERATED.test(text.slice(0, HEADER_LENGTH)),
    isScript: text.startsWith("#!"),
    site: isDomainFile(file.path) ? readDomain(text) : null,
    ...(isShell(file.path, text) && readSourced(file.path, text, found.references)),
    ...found,
  };
}

const isShell = (path: string, text: string): boolean =>
  SHELL.test(path) || (text.startsWith("#!") && !isCode(path));

function sightings(file: SourceFile, patterns: HeuristicPatterns | undefined): PatternMatches {
  const { text } = file;
  let bound: Bindings | undefined;
  const textToBind = (): string => (MAKEFILE.test(file.path) ? text.replaceAll(SET_IN_RECIPE, "") : text);
  const bindings = (): Bindings => (bound ??= readBindings(textToBind()));
  const mentions = mentionsOf(file);
  const { isFetching, hasFetchCommand, isInstalling, hasMavenUrl } = mentions;
  const fetched = isFetching && hasFetchCommand ? readFetchCommands(text, bindings) : NOTHING;
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
    ? withFieldRefs(
        file.path,
        text,
        withAdjacentRefs(file.path, text, readRepositoryUrls(text, { ...fetched, hints }, bindings)),
        bindings,
      )
    : [];
  const inFields = isFetching && isCode(file.path) ? readRepositoryFields(text) : [];
  const inData = isFetching && isYamlPath(file.path) ? readRepositoryData(text) : [];
  const annotated = isFetching && text.includes("renovate:") ? readAnnotations(text) : [];
  const presets = isFetching && text.includes(">") && PRESETS.test(file.path) ? readPresets(text) : [];
  const sites = isFetching && file.path.endsWith(".mk") ? readBuildrootSites(text, bindings) : [];
  const programs = hasCommands(file.path) ? readPrograms(text) : [];
  const published = hasMavenUrl ? readMavenUrls(text, bindings) : [];
  const named = mayNameImages(file.path, mentions)
    ? readImageNames(file.path, text, mentions).filter(({ artifact }) => !built.has(artifact))
    : [];
  const listed = mayList(file.path, text)
    ? readImageLists(text, bindings).filter(({ artifact }) => !built.has(artifact))
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
    ...inData,
    ...urls,
    ...annotated,
    ...presets,
    ...sites,
    ...programs,
    ...published,
    ...named,
    ...listed,
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
  const docstrings = mayBeQuoted ? findDocstrings(file.text, found.at(-1)?.offset) : [];
  const descriptions = found.length > 0 ? findExplanations(file) : [];
  const isShipped = found.length > 0 && isContainerFile(file.path) ? shippedLines(file.text) : () => false;
  const targets = found.length > 0 && MAKEFILE.test(file.path) ? recipeTargets(file.text) : [];
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
    const target = targets[line - 1];
    const isProse =
      place.isProse ||
      isWithin([...docstrings, ...descriptions], offset) ||
      (CONTAINER_FILE.test(file.path) && describesImage(file.text, offset));
    references.set(key, {
      ...sighting,
      line,
      ...place,
      isProse,
      ...(target !== undefined && { target }),
      ...(isShipped(line) ? { isShipped: true } : {}),
    });
  }
  return {
    references: [...references.values()],
    truncatedAt: truncatedAt ?? (endedAt === null ? null : file.lineAt(endedAt)),
  };
}

function findExplanations({ path, text }: SourceFile): TextRange[] {
  if (HCL.test(path)) return findDescriptions(text);
  return SHELL.test(path) || text.startsWith("#!") ? findUsages(text) : [];
}

const isWithin = (ranges: readonly TextRange[], offset: number): boolean =>
  ranges.some(({ start, end }) => start < offset && offset < end);
