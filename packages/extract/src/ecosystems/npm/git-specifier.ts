import type { VersioningScheme } from "../../ecosystem.ts";
import { findArchiveUrl, parseGitUrl } from "../../git-url.ts";

/** A package that is installed from a git repository. */
export interface GitSpecifier {
  kind: "git";
  /** As returned by `parseGitUrl`; undefined for a repository without a host (`git+file:`). */
  location: string | undefined;
  constraint: string | null;
  /** `npm` if the constraint is a range of the repository's tags (`#semver:^1`). */
  versioning: VersioningScheme;
}

const HOSTED = /^(?<prefix>github|gitlab|bitbucket|gist):(?<path>.*)$/is;
const SHORTHAND = /^[\w-][\w.-]*\/[\w.-]+$/;
const GIT_URL = /^(?:git(?:\+[a-z]+)?|ssh):\/\//i;
const SCP_FORM = /^[\w.~+-]+@[^\s/:@]+:/;
const HTTP_GIT_URL =
  /^https?:\/\/(?:[^/]+\/.+\.git\/?|(?:[^/@]*@)?(?:www\.)?(?:github\.com|gitlab\.com|bitbucket\.org)\/[^/]+\/[^/]+\/?)$/i;

/** Undefined if the text is not a git specifier. */
export function findGitSpecifier(text: string): GitSpecifier | undefined {
  const archive = findArchiveUrl(text);
  if (archive) {
    const location = parseGitUrl(archive.repositoryUrl)?.location;
    return { kind: "git", location, constraint: archive.ref, versioning: "git" };
  }
  const hash = text.indexOf("#");
  const url = findRepositoryUrl(hash === -1 ? text : text.slice(0, hash));
  if (url === undefined) return undefined;
  const fragment = hash === -1 ? "" : text.slice(hash + 1);
  return { kind: "git", location: parseGitUrl(url)?.location, ...constraintOf(fragment) };
}

function findRepositoryUrl(text: string): string | undefined {
  const { prefix, path = "" } = HOSTED.exec(text)?.groups ?? {};
  if (prefix !== undefined) return hostedUrl(prefix.toLowerCase(), path.slice(path.lastIndexOf("@") + 1));
  if (SHORTHAND.test(text)) return `https://github.com/${text}`;
  return GIT_URL.test(text) || SCP_FORM.test(text) || HTTP_GIT_URL.test(text) ? text : undefined;
}

function hostedUrl(prefix: string, path: string): string {
  if (prefix === "gist") return `https://gist.github.com/${path.slice(path.lastIndexOf("/") + 1)}`;
  return `https://${prefix}.${prefix === "bitbucket" ? "org" : "com"}/${path}`;
}

/** npm and pnpm use `#ref` and `#semver:^1`, Yarn uses `#tag=v1`. Other parts select a folder or workspace. */
function constraintOf(fragment: string): Pick<GitSpecifier, "constraint" | "versioning"> {
  for (const part of fragment.split(/&|::/)) {
    const { key, value = part } =
      /^(?<key>commit|tag|head|branch|semver|path|workspace|cwd)[:=](?<value>.*)$/s.exec(part)?.groups ?? {};
    if (key === "semver") return { constraint: value, versioning: "npm" };
    if (key !== "path" && key !== "workspace" && key !== "cwd" && value !== "")
      return { constraint: value, versioning: "git" };
  }
  return { constraint: null, versioning: "git" };
}
