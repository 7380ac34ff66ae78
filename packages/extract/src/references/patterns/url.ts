import { gitName } from "../../name.ts";
import { siteName } from "../../site.ts";
import { findHost } from "../host.ts";
import { expand, type Bindings } from "../placeholder.ts";
import type { Sighting } from "../reference.ts";
import { findRepository, URL_PATTERN } from "../repository-url.ts";
import type { Fetched, UrlHint, VariableHint } from "./command.ts";

const URL = new RegExp(URL_PATTERN, "g");
const NO_BINDINGS: Bindings = new Map();

/** Every URL of a repository without a hint contains one of these: a host, `.git`, a scheme of git, `/-/` or a placeholder. */
const MAY_BE_REPOSITORY = /git|bitbucket|codeberg|azure|\/-\/|[${<%]/i;

type Hint = Omit<UrlHint, "offset">;

/** Bounds the search for the name that a URL is assigned to. */
const MAX_ASSIGNMENT = 200;
/** `URL=`, `URL: "`, `URL="${X:-`. */
const ASSIGNED = /(?:^|[\s;])(?<name>[A-Za-z_]\w*)[ \t]*[:?]?[=:][ \t]*["']?(?:\$\{\w+:?-["']?)?$/;

/** Returns every URL of a repository in a text, with hints from the commands that use it. */
export function readRepositoryUrls(
  text: string,
  { hints, variableHints }: Pick<Fetched, "hints" | "variableHints">,
  bindings: () => Bindings,
): Sighting[] {
  const hintAt = new Map<number, Hint>(hints.map((hint) => [hint.offset, hint]));
  const hintOf = agreedHints(variableHints);
  const found: Sighting[] = [];
  URL.lastIndex = 0;
  for (let match = URL.exec(text); match; match = URL.exec(text)) {
    const hint = hintAt.get(match.index) ?? hintOfAssigned(text, match, hintOf, bindings);
    const url = match[0] + continuation(text, URL.lastIndex, match[0]);
    const sighting =
      hint || MAY_BE_REPOSITORY.test(url) ? sightingOf(url, match.index, hint, bindings) : undefined;
    if (sighting) found.push(sighting);
  }
  return found;
}

/** `"$V"` and `" + version`, after the quote that ends a part of a URL. */
const CONTINUED =
  /^["'](?:\$\{?(?<shell>\w{1,100})|[ \t]*(?:\+|\.\.?|~|&)[ \t]*\(?(?<name>[A-Za-z_$][\w.]{0,100})(?![\w(]))/;

/** Returns a placeholder for the variable that continues a URL where its ref or the rest of its ref is, or an empty text. */
function continuation(text: string, end: number, url: string): string {
  if (!/(?<!\.git)\/v?$/.test(url)) return "";
  const { shell, name } = CONTINUED.exec(text.slice(end, end + 220))?.groups ?? {};
  const variable = shell ?? name?.replace(/^\$/, "");
  return variable === undefined ? "" : `\${${variable}}`;
}

/** Returns the hint for each variable on which all commands agree. */
function agreedHints(hints: readonly VariableHint[]): ReadonlyMap<string, Hint> {
  const refs = Map.groupBy(hints, ({ variable }) => variable);
  return new Map(
    [...refs].flatMap(([variable, [hint, ...others]]): [string, Hint][] =>
      hint && others.every(({ ref }) => ref === hint.ref) ? [[variable, hint]] : [],
    ),
  );
}

/** Returns the hint for the variable that the URL is assigned to, if the variable has no other value. */
function hintOfAssigned(
  text: string,
  { 0: url, index }: RegExpExecArray,
  hintOf: ReadonlyMap<string, Hint>,
  bindings: () => Bindings,
): Hint | undefined {
  if (hintOf.size === 0) return undefined;
  const before = text.slice(Math.max(0, index - MAX_ASSIGNMENT), index);
  const name = ASSIGNED.exec(before.slice(before.lastIndexOf("\n") + 1))?.groups?.["name"] ?? "";
  return bindings().get(name) === url ? hintOf.get(name) : undefined;
}

/** A repository with a variable in its name only counts in a fetch command. */
function sightingOf(
  url: string,
  offset: number,
  hint: Hint | undefined,
  bindings: () => Bindings,
): Sighting | undefined {
  const repository = findRepository(expand(url, bindings).text, hint?.isRepository);
  if (!repository) return hint?.rule === "fetch" ? siteSighting(url, offset) : undefined;
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
    file: repository.file,
    rule: hint?.rule ?? "url",
    isFetched: hint !== undefined,
    isDiscussion: repository.isDiscussion,
  };
}

/** A URL of a site without a port, and with a path. */
const SITE = /^https?:\/\/(?<domain>(?:[\w-]{1,63}\.){1,8}[a-z]{2,24})(?<path>\/[^?#]*)?/i;

/** A file of a site. It only counts if a repository of the workspace states that it builds the site. */
function siteSighting(url: string, offset: number): Sighting | undefined {
  const { domain } = SITE.exec(url)?.groups ?? {};
  if (domain === undefined || findHost(domain.toLowerCase())) return undefined;
  return {
    offset,
    dependencyType: "git_repository",
    rawReference: url.replace(/[?#].*$/, "").replace(/[.:!?]{1,20}$/, ""),
    artifact: domain.toLowerCase(),
    versionConstraint: null,
    versioning: "git",
    unbound: null,
    lookups: [siteName(domain)],
    repository: null,
    rule: "site",
    isFetched: true,
    isDiscussion: false,
    requiresProducer: true,
  };
}
