import type { RepositoryReference } from "@knockon/contract/resources/fields";
import { nearest, suggest } from "@knockon/contract/suggest";
import { ARTIFACT_TYPES, type ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { MAX_NAMES, type Answers, type KnownArtifact } from "./answers/answers.ts";
import { inert } from "./inert.ts";
import { readPurl } from "./purl.ts";
import { ToolError } from "./tool-error.ts";
import { repositories } from "./words.ts";

/** Suggested names. More do not help a reader to choose. */
const SUGGESTED = 5;

const quote = (text: string): string => `"${inert(text)}"`;

const list = (names: readonly string[]): string => names.slice(0, SUGGESTED).map(quote).join(", ");

/** Returns the repository with a full path, a URL, or a name that only one has. Throws ToolError with the nearest names. */
export async function getRepository(answers: Answers, name: string): Promise<RepositoryReference> {
  const found = await answers.findRepositories(name);
  const [first, ...others] = found;
  if (first && others.length === 0) return first;
  if (first) throw new ToolError(`${found.length} repositories are named ${quote(name)}. Use the URL.`);
  const last = lastSegment(name);
  const similar = last === "" ? [] : await answers.listRepositories(last);
  const named = similar.filter((one) => one.name.toLowerCase() === last.toLowerCase());
  if (named.length === 1 && named[0] && !name.includes("/")) return named[0];
  const known = (similar.length > 0 ? similar : await answers.listRepositories()).map((one) => one.full_path);
  const candidates = similar.length > 0 ? known : nearestPaths(name, known);
  const hint =
    candidates.length > 0
      ? `Did you mean ${list(candidates)}?`
      : "Use its full path, such as acme/base-image, or its URL. Search for it by what it produces.";
  throw new ToolError(`Unknown repository ${quote(name)}. ${hint}`);
}

const lastSegment = (name: string): string =>
  name
    .replace(/(?:\.git)?\/*$/, "")
    .split(/[/:]/)
    .at(-1) ?? "";

/** Compares with full paths and with their last segments, because agents often know only one of them. */
function nearestPaths(name: string, paths: readonly string[]): string[] {
  const last = lastSegment(name);
  const segments = nearest(last, [...new Set(paths.map(lastSegment))]);
  const byName = segments.flatMap((segment) => paths.filter((path) => lastSegment(path) === segment));
  return [...new Set([...nearest(name, paths), ...byName])];
}

/** Returns the type of an artifact by its name. Throws ToolError with the nearest ones. */
export function readType(text: string): ArtifactType {
  const found = ARTIFACT_TYPES.find((one) => one === text);
  if (found) return found;
  throw new ToolError(
    `Unknown artifact type ${quote(text)}.${suggest(text, ARTIFACT_TYPES)} Types: ${ARTIFACT_TYPES.join(", ")}.`,
  );
}

/** What a text says about an artifact: a purl, `type:name` or a name. */
export function readArtifactName(text: string): { artifact_type?: ArtifactType; name: string } {
  const purl = readPurl(text);
  if (purl) return { ...(purl.artifactType && { artifact_type: purl.artifactType }), name: purl.name };
  const end = text.indexOf(":");
  const type = ARTIFACT_TYPES.find((one) => one === text.slice(0, end));
  return type ? { artifact_type: type, name: text.slice(end + 1) } : { name: text };
}

export const scopeOf = ({
  artifact_type: type,
  name,
}: Pick<KnownArtifact, "artifact_type" | "name">): string => `${type}:${name}`;

/** Maximum page size of the API. */
const PAGE = 500;
/** Maximum length of a search text of the API. */
const MAX_QUERY = 200;
/** Shorter parts are in too many names. */
const MIN_PART = 3;

/**
 * Returns an artifact that a repository produces, by name, `type:name` or purl. Throws ToolError with the nearest names, or
 * with the types if several artifacts have the name.
 */
export async function getArtifact(
  answers: Answers,
  text: string,
  repository: RepositoryReference | undefined,
): Promise<KnownArtifact> {
  const asked = readArtifactName(text);
  const isAsked = (one: KnownArtifact): boolean =>
    one.name.toLowerCase() === asked.name.toLowerCase() &&
    (asked.artifact_type === undefined || one.artifact_type === asked.artifact_type);
  const known = repository
    ? await answers.listProducts(repository.id)
    : await findByPart(answers, { ...asked, q: asked.name });
  const found = known.filter(isAsked);
  const produced = found.filter((one) => one.source_repository !== null);
  const [only, ...others] = produced;
  if (only && others.length === 0) return only;
  if (only)
    throw new ToolError(
      `Several artifacts are named ${quote(asked.name)}. Use ${list(produced.map(scopeOf))}.`,
    );
  const [external] = found;
  if (external)
    throw new ToolError(
      `No scanned repository produces ${quote(scopeOf(external))}. ${repositories(external.dependent_count)} ${external.dependent_count === 1 ? "uses" : "use"} it: find_artifact lists the lines.`,
    );
  const place = repository ? ` of ${repository.full_path}` : "";
  throw new ToolError(`Unknown artifact ${quote(text)}${place}. ${await hintAt(answers, asked.name, known)}`);
}

/** Finds all artifacts with a text in their name: a short name is part of many others. */
async function findByPart(
  answers: Answers,
  { artifact_type, q }: { artifact_type?: ArtifactType; q: string },
): Promise<KnownArtifact[]> {
  const found: KnownArtifact[] = [];
  const query = { ...(artifact_type && { artifact_type }), q: q.slice(0, MAX_QUERY), limit: PAGE };
  while (found.length < MAX_NAMES) {
    const { items, total } = await answers.listArtifacts({ ...query, offset: found.length });
    found.push(...items);
    if (items.length === 0 || found.length >= total) break;
  }
  return found;
}

async function hintAt(answers: Answers, name: string, known: readonly KnownArtifact[]): Promise<string> {
  const similar = known.length > 0 ? known : await findSimilar(answers, lastSegment(name));
  const scopes = similar.map(scopeOf);
  const close = nearest(
    name,
    similar.map((one) => one.name),
  ).flatMap((one) => scopes.filter((scope) => scope.endsWith(`:${one}`)));
  const names = [...new Set([...close, ...scopes])];
  return names.length > 0
    ? `Did you mean ${list(names)}?`
    : "Search for part of its name with find_artifact.";
}

/** Finds artifacts by part of a name. A misspelled name usually has one half without a mistake. */
async function findSimilar(answers: Answers, part: string): Promise<KnownArtifact[]> {
  const half = Math.ceil(part.length / 2);
  for (const q of [part, part.slice(0, half), part.slice(-half)]) {
    if (q.length < MIN_PART) break;
    const found = await findByPart(answers, { q });
    if (found.length > 0) return found;
  }
  return [];
}
