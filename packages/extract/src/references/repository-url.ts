import { parseGitUrl } from "../git-url.ts";
import { BRACKETED } from "./placeholder.ts";
import { findHost, genericHost, type Place } from "./host.ts";

/** Bounds the work of the patterns here. */
const MAX_URL_LENGTH = 2_000;

/** A URL in a text. Ends at white space, quotes, brackets and separators, except inside placeholders. */
export const URL_PATTERN = String.raw`(?:(?:git\+|git::)?(?:https?|ssh|git):\/\/|git@(?!sha\d+:)[\w.-]{1,253}:)(?:${BRACKETED}|[^\s"'\x60<>()[\]{}|\\^,;*]){1,${MAX_URL_LENGTH}}`;

export interface RepositoryUrl {
  /** As written, without credentials, and without query and fragment unless they contain the ref. */
  raw: string;
  /** `host/path` in the original case. */
  artifact: string;
  /** `host/path` as in `GitUrl`. */
  location: string;
  ref: string | null;
  /** The path of the one file that the URL names, or null: a page of the repository, a folder, or a name with variables. */
  file: string | null;
  isDiscussion: boolean;
}

interface UrlParts {
  scheme: string;
  /** The part before the host, without credentials. */
  prefix: string;
  authority: string;
  path: string;
  query: string;
  fragment: string;
  /** Whether the form of the URL is only used for git. */
  isGit: boolean;
}

const URL_PARTS =
  /^(?<wrapper>git\+|git::)?(?<scheme>https?|ssh|git):\/\/(?:(?<user>[^/?#]*)@)?(?<authority>[^/?#@]+)(?<path>\/[^?#]*)(?<query>\?[^#]*)?(?<fragment>#.*)?$/i;
const SCP_PARTS =
  /^git@(?!sha\d+:)(?<authority>[\w.-]+):(?!\/\/)(?<path>[^?#]+)(?<query>\?[^#]*)?(?<fragment>#.*)?$/i;

/** A valid path segment, or one with a placeholder. */
const NAME = /^(?!\.+$)[\w.+~%-]+$|[${}]|<</;

/**
 * Returns the repository and ref of the URL of a page, file or archive. Returns undefined if the host is not known to be a
 * git host, unless `isRepository`: the context only accepts URLs of repositories.
 */
export function findRepository(url: string, isRepository = false): RepositoryUrl | undefined {
  const parts = url.length > MAX_URL_LENGTH ? undefined : split(url);
  if (!parts) return undefined;
  const place = locate(parts, isRepository);
  if (!place) return undefined;
  const scheme = parts.scheme === "scp" ? "ssh" : parts.scheme;
  const named = nameRepository(`${scheme}://${place.host ?? parts.authority}`, place.repository);
  if (!named) return undefined;
  const { ref, written } = statedRef(parts, place.ref, isRepository);
  return {
    raw: parts.prefix + parts.authority + parts.path + written,
    ...named,
    ref,
    file: parts.path.endsWith("/") ? null : fileOf(place.file),
    isDiscussion: place.isDiscussion,
  };
}

type RepositoryName = Pick<RepositoryUrl, "artifact" | "location">;

/** Most URLs of a changelog name the same repository. */
const names = new Map<string, RepositoryName | undefined>();
const MAX_NAMES = 1_000;

function nameRepository(host: string, segments: readonly string[]): RepositoryName | undefined {
  const key = `${host}/${segments.join("/")}`;
  if (names.has(key)) return names.get(key);
  if (names.size === MAX_NAMES) names.clear();
  const repository = segments.map((segment) => segment.replace(/\s+/g, ""));
  const git = repository.every((segment) => NAME.test(segment))
    ? parseGitUrl(`${host}/${hideBraces(repository.join("/"))}`)
    : undefined;
  const name = git && {
    artifact: showBraces(git.location.slice(0, -git.path.length) + git.path),
    location: showBraces(git.location),
  };
  names.set(key, name);
  return name;
}

/** The path of a file, without a placeholder such as `%s`. */
function fileOf(path: string | null): string | null {
  return path === null || /[${}]|<<|%(?:[[sv]|$)/.test(path) ? null : path.replace(/%20/g, " ");
}

const BRACES = "{}<>";
const HIDDEN = "\ue000\ue001\ue002\ue003";
/** Hides the braces of placeholders such as `${TEAM}-tools` from `parseGitUrl`. */
const hideBraces = (path: string): string =>
  path.replace(/[{}<>]/g, (brace) => HIDDEN[BRACES.indexOf(brace)] ?? brace);
const showBraces = (path: string): string =>
  path.replace(/[\ue000-\ue003]/g, (hidden) => BRACES[HIDDEN.indexOf(hidden)] ?? hidden);

/** The end of a password that contains a slash, in what looks like the path. */
const LATE_CREDENTIALS = /@[\w-]+(?:\.[\w-]+)+(?::\d+)?\//;
/** HTML entities and punctuation after the URL. */
const TAIL = /&(?:quot|gt|lt|apos|#\d+)\b.*$|[.:!?]{1,20}$/;

function split(url: string): UrlParts | undefined {
  const trimmed = url.replace(TAIL, "");
  const scp = SCP_PARTS.exec(trimmed)?.groups;
  if (scp)
    return { ...shared(scp), scheme: "scp", prefix: "git@", path: `:${scp["path"] ?? ""}`, isGit: true };
  const groups = URL_PARTS.exec(trimmed)?.groups;
  if (!groups) return undefined;
  const { wrapper = "", scheme = "", user, path = "" } = groups;
  if (LATE_CREDENTIALS.test(path)) return undefined;
  const prefixUser = user === "git" ? "git@" : "";
  return {
    ...shared(groups),
    scheme: scheme.toLowerCase(),
    prefix: `${wrapper}${scheme}://${prefixUser}`,
    path,
    isGit: wrapper !== "" || scheme === "git" || (scheme === "ssh" && user === "git"),
  };
}

const shared = (
  groups: Record<string, string | undefined>,
): Pick<UrlParts, "authority" | "query" | "fragment"> => ({
  authority: groups["authority"] ?? "",
  query: groups["query"] ?? "",
  fragment: groups["fragment"] ?? "",
});

/** Loopback addresses and reserved domains (RFC 2606). */
const RESERVED_HOST =
  /^(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1\]|(?:.+\.)?(?:example\.(?:com|net|org)|example|invalid|localhost|test))(?::\d+)?$/;

function locate(parts: UrlParts, isRepository: boolean): Place | undefined {
  const path = parts.path.slice(1);
  const host = parts.authority.toLowerCase().replace(/:(?:443|80|22)$/, "");
  if (RESERVED_HOST.test(host)) return undefined;
  const known = findHost(host);
  if (known)
    return known(
      path.split("/").filter((segment) => segment !== ""),
      new URLSearchParams(parts.query),
    );
  return genericHost(path, parts.isGit || isRepository);
}

/** Prefers a ref in the path (but not `v`, the rest of `v*` or `v"$X"`), then `?ref=`, then the fragment of a git URL. */
function statedRef(
  parts: UrlParts,
  inPath: string | null,
  isRepository: boolean,
): { ref: string | null; written: string } {
  const queried = new URLSearchParams(parts.query).get("ref");
  const isFetchedByGit = isRepository || parts.isGit || /\.git$/i.test(parts.path);
  const anchor = isFetchedByGit && !parts.fragment.includes("=") ? parts.fragment.slice(1) : "";
  if (inPath !== null) return { ref: inPath === "v" ? null : inPath.replace(/%2f/gi, "/"), written: "" };
  if (queried !== null && queried !== "") return { ref: queried, written: `?ref=${queried}` };
  if (anchor === "") return { ref: null, written: "" };
  const ref = anchor.startsWith("semver:") ? anchor : anchor.replace(/:.*$/, "");
  return { ref: ref === "" ? null : ref, written: `#${anchor}` };
}
