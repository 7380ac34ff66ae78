/** What the path of a URL names. */
export interface Place {
  /** The host of the repository, if the URL has another one (`raw.githubusercontent.com`). */
  host?: string;
  repository: string[];
  ref: string | null;
  /** The path of the one file that the URL names, or null. */
  file: string | null;
  isDiscussion: boolean;
}

type ReadHost = (segments: string[], query: URLSearchParams) => Place | undefined;

/** First path segments that are pages of the host, not owners. */
const PAGES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    "github.com": new Set(
      (
        "about account advisories apps assets blog codespaces collections contact copilot customer-stories dashboard discussions " +
        "enterprise events explore features home issues join login logout marketplace mobile new newsroom notifications orgs " +
        "organizations partners pricing pulls readme resources search security sessions settings signup site solutions " +
        "sponsors stars team topics trending user-attachments users watching"
      ).split(" "),
    ),
    "gitlab.com": new Set(
      "- api admin assets dashboard explore groups help profile projects search users".split(" "),
    ),
    "bitbucket.org": new Set("account api blog dashboard product repo site support workspaces".split(" ")),
    "codeberg.org": new Set("- api assets explore org repo user".split(" ")),
  }),
);

/** Pages of a repository without its files. */
const DISCUSSION = new Set(
  (
    "actions activity boards compare contributors dispatches discussions graphs issues labels merge_requests milestones network projects pull " +
    "pull-requests pulls pulse security stargazers statuses wiki wikis"
  ).split(" "),
);

/** Segments between a repository and a ref. */
const BEFORE_REF = new Set("tree blob raw edit blame commits commit src branch tags".split(" "));
/** Pages of one file. */
const FILE_PAGES = new Set("blob raw".split(" "));
const GITLAB_PAGES = new Set([
  ...BEFORE_REF,
  ...DISCUSSION,
  ..."archive releases badges pipelines jobs".split(" "),
]);
const ARCHIVE_SUFFIX = /\.(?:tar(?:\.\w+)?|tgz|zip)$/;

const HOSTS: ReadonlyMap<string, ReadHost> = new Map<string, ReadHost>([
  ["github.com", (segments) => onHost("github.com", segments)],
  ["www.github.com", (segments) => onHost("github.com", segments)],
  ["raw.githubusercontent.com", rawFile],
  ["raw.github.com", rawFile],
  ["codeload.github.com", ([owner, name, , ...rest]) => github(owner, name, wholeRef(rest))],
  ["api.github.com", githubApi],
  ["gist.github.com", () => undefined],
  ["gitlab.com", gitlab],
  ["bitbucket.org", (segments) => onHost("bitbucket.org", segments)],
  ["codeberg.org", (segments) => onHost("codeberg.org", segments)],
  ["dev.azure.com", azure],
  ["ssh.dev.azure.com", (segments) => (segments.length === 4 ? place(segments, null) : undefined)],
]);

/** Returns how to read URLs of a known host, or undefined. */
export const findHost = (host: string): ReadHost | undefined => HOSTS.get(host);

/**
 * Reads a URL of an unknown host. The repository ends with `.git` or before GitLab's `/-/`. Without either, the caller must
 * know that the URL is a repository (`isRepository`), which ends with the path or before a `//folder`.
 */
export function genericHost(path: string, isRepository: boolean): Place | undefined {
  const dotGit = /^(?<repository>[^@]+?\.git)(?:@(?<ref>[^/]+)|\/.*)?$/i.exec(path)?.groups;
  if (dotGit) return place(parts(dotGit["repository"] ?? ""), dotGit["ref"] ?? null);
  if (path.includes("/-/")) return withDash(parts(path));
  if (!isRepository) return undefined;
  const [whole = ""] = path.split("//");
  const [repository = "", ref] = whole.split("@");
  return place(parts(repository), ref ?? null);
}

const parts = (path: string): string[] => path.split("/").filter((segment) => segment !== "");

function place(
  repository: string[],
  ref: string | null,
  [page, ...rest]: (string | undefined)[] = [],
): Place | undefined {
  if (repository.length === 0) return undefined;
  const file = FILE_PAGES.has(page ?? "") ? fileAfterRef(rest) : null;
  return { repository, ref: ref === "" ? null : ref, file, isDiscussion: DISCUSSION.has(page ?? "") };
}

function github(
  owner: string | undefined,
  written: string | undefined,
  ref: string | null,
): Place | undefined {
  if (owner === undefined || written === undefined) return undefined;
  return {
    host: "github.com",
    repository: [owner, written],
    ref: ref === "" ? null : ref,
    file: null,
    isDiscussion: false,
  };
}

function rawFile([owner, name, ...rest]: string[]): Place | undefined {
  const found = github(owner, name, firstRef(rest));
  return found && { ...found, file: fileAfterRef(rest) };
}

/** Reads `owner/name/page/…`, where the page may contain a ref. */
function onHost(host: string, [owner, written, page, ...rest]: string[]): Place | undefined {
  if (owner === undefined || written === undefined || PAGES.get(host)?.has(owner.toLowerCase()))
    return undefined;
  const [name = "", ref] = written.split("@");
  const found = place([owner, name], ref ?? refOf(page, rest), [page, ...rest]);
  return found && { ...found, host };
}

/** Groups can be nested, so the repository ends before a known page. */
function gitlab(segments: string[]): Place | undefined {
  if (PAGES.get("gitlab.com")?.has(segments[0] ?? "")) return undefined;
  if (segments.includes("-")) return withDash(segments);
  const dotGit = segments.findIndex((segment) => /\.git(?:@|$)/i.test(segment)) + 1;
  const page = segments.findIndex((segment, index) => index >= 2 && GITLAB_PAGES.has(segment));
  const end = dotGit > 0 ? dotGit : page === -1 ? segments.length : page;
  const [last = "", ref] = (segments[end - 1] ?? "").split("@");
  const [name, ...rest] = segments.slice(end);
  if (end < 2) return undefined;
  return place([...segments.slice(0, end - 1), last], ref ?? refOf(name, rest), [name, ...rest]);
}

function withDash(segments: string[]): Place | undefined {
  const dash = segments.indexOf("-");
  const [page, ...rest] = segments.slice(dash + 1);
  if (dash < 2) return undefined;
  const ref = page === "archive" ? (rest[0] ?? null) : refOf(page, rest);
  return place(segments.slice(0, dash), ref, [page, ...rest]);
}

function githubApi([kind, owner, name, page, ...rest]: string[], query: URLSearchParams): Place | undefined {
  if (kind !== "repos") return undefined;
  const found = github(owner, name, query.get("ref") ?? refOf(page === "git" ? rest.shift() : page, rest));
  if (!found || page === undefined) return found;
  return { ...found, file: page === "contents" ? pathOf(rest) : null, isDiscussion: DISCUSSION.has(page) };
}

/** Reads `org/project/_git/repo`, or `org/_git/repo` if both have the same name. `?version=GBmain` is a branch, tag or commit. */
function azure(segments: string[], query: URLSearchParams): Place | undefined {
  const end = segments.indexOf("_git") + 2;
  if (end < 3 || segments.length < end) return undefined;
  return place(segments.slice(0, end), query.get("version")?.replace(/^G[BTC]/, "") ?? null);
}

/** Returns the ref of a page, or `latest` for the latest release. */
function refOf(page: string | undefined, rest: string[]): string | null {
  if (page === undefined) return null;
  if (BEFORE_REF.has(page)) return firstRef(rest);
  if (page === "archive" || page === "get" || page === "tarball" || page === "zipball") return wholeRef(rest);
  if (page === "ref" || page === "refs") return rest.slice(1).join("/");
  if (page !== "releases") return null;
  const [kind, ...tag] = rest;
  if (kind === "latest" || kind === "permalink") return "latest";
  if (kind === "download") return tag.slice(0, Math.max(1, tag.length - 1)).join("/");
  if (kind === "tag" || kind === "tags") return tag.join("/");
  return kind ?? null;
}

/** Returns the ref before a path. For a branch with a slash, this is only its first segment. */
function firstRef(segments: string[]): string | null {
  return withoutKind(segments)[0] ?? null;
}

/** Returns the path after a ref, or null if there is none. */
const fileAfterRef = (segments: readonly (string | undefined)[]): string | null =>
  pathOf(withoutKind(segments.map((segment) => segment ?? "")).slice(1));

const pathOf = (segments: readonly string[]): string | null =>
  segments.length === 0 ? null : segments.join("/");

/** Returns the ref before the extension of an archive. */
function wholeRef(segments: string[]): string | null {
  return withoutKind(segments).join("/").replace(ARCHIVE_SUFFIX, "");
}

/** Drops the kind of a ref: `refs/tags/v1` (git) and `tag/v1` (Gitea) are `v1`. */
function withoutKind(segments: string[]): string[] {
  const [first = "", second = ""] = segments;
  if (first === "refs" && (second === "heads" || second === "tags")) return segments.slice(2);
  return /^(?:branch|tag|commit)$/.test(first) && segments.length > 1 ? segments.slice(1) : segments;
}
