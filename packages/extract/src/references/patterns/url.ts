import { gitName } from "../../name.ts";
import { expand, type Bindings } from "../placeholder.ts";
import type { Sighting } from "../reference.ts";
import { findRepository, URL_PATTERN } from "../repository-url.ts";
import type { UrlHint } from "./command.ts";

const URL = new RegExp(URL_PATTERN, "g");
const NO_BINDINGS: Bindings = new Map();

/** Every URL of a repository in a text; `hints` say what the commands around them know. */
export function readRepositoryUrls(
  text: string,
  hints: readonly UrlHint[],
  bindings: () => Bindings,
): Sighting[] {
  const hintAt = new Map(hints.map((hint) => [hint.offset, hint]));
  const found: Sighting[] = [];
  URL.lastIndex = 0;
  for (let match = URL.exec(text); match; match = URL.exec(text)) {
    const sighting = sight(match[0], match.index, hintAt.get(match.index), bindings);
    if (sighting) found.push(sighting);
  }
  return found;
}

/** A repository whose very name is a variable is worth telling only where a command fetches it. */
function sight(
  url: string,
  offset: number,
  hint: UrlHint | undefined,
  bindings: () => Bindings,
): Sighting | undefined {
  const repository = findRepository(expand(url, bindings).text, hint?.isNamed);
  if (!repository) return undefined;
  const ref = expand(hint?.ref ?? repository.ref ?? "", bindings);
  const nameless = expand(repository.artifact, () => NO_BINDINGS).unbound;
  if (nameless !== null && !hint) return undefined;
  return {
    offset,
    dependencyType: "git_repository",
    rawReference: repository.raw,
    artifact: repository.artifact,
    versionConstraint: ref.text === "" ? null : ref.text,
    versioning: "git",
    unbound: nameless ?? ref.unbound,
    lookups: nameless === null ? [gitName(repository.location)] : [],
    repository: nameless === null ? repository.location : null,
    rule: hint?.rule ?? "url",
    isFetched: hint !== undefined,
    isTalk: repository.isTalk,
  };
}
