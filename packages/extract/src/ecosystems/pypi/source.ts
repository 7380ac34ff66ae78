import { findArchiveUrl } from "../../archive-url.ts";
import type { Source } from "./facts.ts";
import { isPackageName, normalizeName } from "./package-name.ts";

const GIT_SCHEME = /^(?:git\+[a-z+]+:\/\/|git:\/\/|git\+(?=[\w.~-]+@))/i;
const SCHEME = /^[a-z][a-z\d+.-]*:/i;
/** How tools write the folder of the project itself. */
const PROJECT_ROOT = /^(?:file:(?:\/\/)?\/?)?(?:\$\{PROJECT_ROOT\}|\{root:uri\}|\{root\})\/?/;
const PLACEHOLDER =
  /\$\{[^}]{0,100}\}|\$[A-Z_]\w{0,100}|\{\{[^}]{0,100}\}\}|\{%[^}]{0,100}%\}|\{[^{}]{1,100}\}|<%[^>]{0,100}%>|%\(\w{1,100}\)s|%s/;
const CREDENTIALS = /^\/\/[^/@]*@/;
const ARCHIVE_NAME =
  /(?:^|\/)(?<name>[a-z\d](?:[\w.]|-(?!\d))*)-(?<version>\d[^-/]*)(?:-[^/]*\.whl|\.(?:tar\.(?:gz|bz2|xz)|zip|tgz))$/i;

export interface LocatedPackage {
  source: Source;
  /** Normalized, where the location tells it. */
  name: string | null;
}

/** What a placeholder would change; one in the credentials changes nothing. */
export function findPlaceholder(text: string): string | null {
  const at = text.indexOf("//");
  const bare = at === -1 ? text : text.slice(0, at) + text.slice(at).replace(CREDENTIALS, "");
  return PLACEHOLDER.exec(bare)?.[0] ?? null;
}

/** Reads what pip takes after `name @` or in the place of a name: VCS and archive URLs, and paths. */
export function locate(written: string): LocatedPackage {
  const [location = "", fragment = ""] = splitOnce(written.trim(), "#");
  const name = nameOfFragment(fragment);
  if (PROJECT_ROOT.test(location)) {
    return { source: { kind: "path", path: location.replace(PROJECT_ROOT, "./") }, name };
  }
  if (GIT_SCHEME.test(location)) return { source: gitSource(location), name };
  const archive = findArchiveUrl(location);
  if (archive) {
    const source = { kind: "git" as const, url: archive.repositoryUrl, ref: archive.ref };
    return { source, name: name ?? nameOfArchive(location) };
  }
  if (/^file:/i.test(location)) return { source: { kind: "path", path: pathOfFileUrl(location) }, name };
  if (SCHEME.test(location) && !/^[a-z]:[\\/]/i.test(location)) {
    return { source: { kind: "url", url: location }, name: name ?? nameOfArchive(location) };
  }
  return { source: { kind: "path", path: location.replace(/\[[^[\]]{0,200}\]$/, "") }, name };
}

/** The version that an archive's file name states. */
export const versionOfArchive = (url: string): string | null =>
  ARCHIVE_NAME.exec(url.replace(/[?#].*$/s, ""))?.groups?.["version"] ?? null;

/** `git+https://host/org/repo.git@ref`: an `@` before the path belongs to the credentials. */
function gitSource(written: string): Source {
  const url = written.replace(/^git\+/i, "");
  if (/^file:/i.test(url)) return { kind: "path", path: pathOfFileUrl(url.replace(/@[^@/]*$/, "")) };
  const scheme = url.indexOf("://");
  const start = scheme === -1 ? url.indexOf(":") : url.indexOf("/", scheme + 3);
  const separator = url.lastIndexOf("@");
  if (start === -1 || separator < start) return { kind: "git", url, ref: null };
  return { kind: "git", url: url.slice(0, separator), ref: url.slice(separator + 1) || null };
}

/** `file:///abs`, `file://localhost/abs`, and `file:relative`, as pip takes them. */
const pathOfFileUrl = (url: string): string => url.replace(/^file:(?:\/\/(?:localhost(?=\/))?)?/i, "");

/** `egg=name[extra]&subdirectory=x` */
function nameOfFragment(fragment: string): string | null {
  const egg = fragment.split("&").find((part) => part.startsWith("egg="));
  const name = egg?.slice("egg=".length).replace(/\[.*$|[=<>!~].*$/s, "") ?? "";
  return isPackageName(name) ? normalizeName(name) : null;
}

function nameOfArchive(url: string): string | null {
  const name = ARCHIVE_NAME.exec(url.replace(/[?#].*$/s, ""))?.groups?.["name"];
  return name === undefined || !isPackageName(name) ? null : normalizeName(name);
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
