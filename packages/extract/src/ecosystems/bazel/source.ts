import { findArchiveUrl } from "../../archive-url.ts";
import { parseGitUrl } from "../../git-url.ts";
import { gitName } from "../../name.ts";
import { findRepository } from "../../references/repository-url.ts";
import type { Text } from "./facts.ts";

/** Where an archive or a repository comes from. */
export interface Source {
  /** The repository as `host/path`, else the address without its scheme. */
  artifact: string;
  ref: string | null;
  lookups: string[];
  isRepository: boolean;
}

/** Names that only running the file would bind, and what it formats in. */
const PLACEHOLDER = /\{(?<name>\w*)\}|%(?:[sr]|d(?![\da-f]))/;
/** Mirrors keep the address of what they mirror as a path. */
const MIRRORED = /^https?:\/\/[^/]+\/(?:[^?#]*\/)?(?=github\.com\/)/;
const MAX_URL_LENGTH = 2000;

export const findUnbound = (text: string): string | null => {
  const match = PLACEHOLDER.exec(text);
  return match && (match.groups?.["name"] || match[0]);
};

export function gitSource(remote: string, ref: string | null): Source {
  const location = findUnbound(remote) === null ? parseGitUrl(remote)?.location : undefined;
  return location === undefined
    ? { artifact: withoutScheme(remote), ref, lookups: [], isRepository: true }
    : { artifact: location, ref, lookups: [gitName(location)], isRepository: true };
}

/** Of several addresses of one archive the first that names a repository. */
export function archiveSource(urls: readonly Text[]): { source: Source; url: Text } | undefined {
  for (const url of urls) {
    const source = repositoryOf(url.text);
    if (source) return { source, url };
  }
  const [url] = urls;
  return (
    url && { url, source: { artifact: withoutScheme(url.text), ref: null, lookups: [], isRepository: false } }
  );
}

function repositoryOf(written: string): Source | undefined {
  if (written.length > MAX_URL_LENGTH) return undefined;
  const url = written.replace(MIRRORED, "https://");
  const archive = findArchiveUrl(url);
  if (archive) return gitSource(archive.repositoryUrl, archive.ref);
  const repository = findRepository(url);
  return repository && gitSource(`https://${repository.location}`, repository.ref);
}

const withoutScheme = (url: string): string => url.replace(/^[\w+]+:\/\/(?:[^/@]*@)?/, "");
