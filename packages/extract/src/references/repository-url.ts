import { parseGitUrl } from "../git-url.ts";
import { BRACKETED } from "./placeholder.ts";
import { findHost, genericHost, type Place } from "./host.ts";

/** Longer than any URL that somebody wrote, and what bounds the work on one that nobody did. */
const MAX_URL_LENGTH = 2_000;

/** A URL in running text: ends at white space, quotes, brackets and what separates words, but runs through placeholders. */
export const URL_PATTERN = String.raw`(?:(?:git\+|git::)?(?:https?|ssh|git):\/\/|git@[\w.-]{1,253}:)(?:${BRACKETED}|[^\s"'\x60<>()[\]{}|\\^,;*]){1,${MAX_URL_LENGTH}}`;

export interface RepositoryUrl {
  /** As written, without credentials and without a query or fragment that states no ref. */
  raw: string;
  /** `host/path` in the case it was written in. */
  artifact: string;
  /** `host/path` as `parseGitUrl` gives it. */
  location: string;
  ref: string | null;
  isTalk: boolean;
}

interface UrlParts {
  scheme: string;
  /** Everything before the host that may be shown. */
  prefix: string;
  authority: string;
  path: string;
  query: string;
  fragment: string;
  /** The form of the URL says that git will read it, whatever the host. */
  isGit: boolean;
}

const URL_PARTS =
  /^(?<wrapper>git\+|git::)?(?<scheme>https?|ssh|git):\/\/(?:(?<user>[^/?#]*)@)?(?<authority>[^/?#@]+)(?<path>\/[^?#]*)(?<query>\?[^#]*)?(?<fragment>#.*)?$/i;
const SCP_PARTS = /^git@(?<authority>[\w.-]+):(?!\/\/)(?<path>[^?#]+)(?<query>\?[^#]*)?(?<fragment>#.*)?$/i;

/** A name on any host, or one with a placeholder in it. */
const NAME = /^(?!\.+$)[\w.+~%-]+$|[${}]|<</;

/**
 * The repository that a URL leads to, whichever page, file or archive of it the URL names, and the ref it states.
 * Undefined when nothing tells that the host is a git host; `isNamed` is told by a command that takes only repositories.
 */
export function findRepository(url: string, isNamed = false): RepositoryUrl | undefined {
  const parts = url.length > MAX_URL_LENGTH ? undefined : split(url);
  if (!parts) return undefined;
  const place = locate(parts, isNamed);
  if (!place) return undefined;
  const repository = place.repository.map((segment) => segment.replace(/\s+/g, ""));
  if (!repository.every((segment) => NAME.test(segment))) return undefined;
  const scheme = parts.scheme === "scp" ? "ssh" : parts.scheme;
  const git = parseGitUrl(`${scheme}://${place.host ?? parts.authority}/${hideBraces(repository.join("/"))}`);
  if (!git) return undefined;
  const { ref, written } = statedRef(parts, place.ref, isNamed);
  return {
    raw: parts.prefix + parts.authority + parts.path + written,
    artifact: showBraces(git.location.slice(0, -git.path.length) + git.path),
    location: showBraces(git.location),
    ref,
    isTalk: place.isTalk,
  };
}

const BRACES = "{}<>";
const HIDDEN = "\ue000\ue001\ue002\ue003";
/** No URL has braces, but `${TEAM}-tools` names a repository of which only the name is open. */
const hideBraces = (path: string): string =>
  path.replace(/[{}<>]/g, (brace) => HIDDEN[BRACES.indexOf(brace)] ?? brace);
const showBraces = (path: string): string =>
  path.replace(/[\ue000-\ue003]/g, (hidden) => BRACES[HIDDEN.indexOf(hidden)] ?? hidden);

/** A password with a slash in it: what looks like the path would show a part of it. */
const LATE_CREDENTIALS = /@[\w-]+(?:\.[\w-]+)+(?::\d+)?\//;
/** Entities of HTML, and the punctuation of the sentence around the URL. */
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
  const shownUser = user === "git" ? "git@" : "";
  return {
    ...shared(groups),
    scheme: scheme.toLowerCase(),
    prefix: `${wrapper}${scheme}://${shownUser}`,
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

/** This machine, and the domains that stand for any (RFC 2606): nobody else finds a repository there. */
const NOWHERE =
  /^(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1\]|(?:.+\.)?(?:example\.(?:com|net|org)|example|invalid|localhost|test))(?::\d+)?$/;

function locate(parts: UrlParts, isNamed: boolean): Place | undefined {
  const path = parts.path.slice(1);
  const host = parts.authority.toLowerCase().replace(/:(?:443|80|22)$/, "");
  if (NOWHERE.test(host)) return undefined;
  const known = findHost(host);
  if (known)
    return known(
      path.split("/").filter((segment) => segment !== ""),
      new URLSearchParams(parts.query),
    );
  return genericHost(path, parts.isGit || isNamed);
}

/** A ref in the path wins, unless it is what is left of `v*` or `v"$X"`; then `?ref=`; then the fragment, where git and not a browser reads it. */
function statedRef(
  parts: UrlParts,
  inPath: string | null,
  isNamed: boolean,
): { ref: string | null; written: string } {
  const queried = new URLSearchParams(parts.query).get("ref");
  const isFetchedByGit = isNamed || parts.isGit || /\.git$/i.test(parts.path);
  const anchor = isFetchedByGit && !parts.fragment.includes("=") ? parts.fragment.slice(1) : "";
  if (inPath !== null) return { ref: inPath === "v" ? null : inPath.replace(/%2f/gi, "/"), written: "" };
  if (queried !== null && queried !== "") return { ref: queried, written: `?ref=${queried}` };
  if (anchor === "") return { ref: null, written: "" };
  const ref = anchor.startsWith("semver:") ? anchor : anchor.replace(/:.*$/, "");
  return { ref: ref === "" ? null : ref, written: `#${anchor}` };
}
