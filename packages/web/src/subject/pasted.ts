/** What a text may name besides part of a name. */
export interface Pasted {
  /** A remote URL of a repository. */
  url?: string;
  /** A repository's path and a file or directory in it. */
  place?: { fullPath: string; path: string };
  /** An image without its tag and digest. */
  image?: string;
}

const REMOTE = /^(?:(?:https?|ssh|git)(?:\+\w+)?:\/\/|[\w.~+-]+@[\w.-]+:)/iu;
/** A page of a file or directory on a Git host: `/-/` is GitLab's. */
const PAGE = /^(?<url>https?:\/\/.+?)\/(?:-\/)?(?:blob|tree|src|raw)\/[^/]+\/(?<path>[^#?]+)/iu;
/** A page of a repository, such as its pull requests. */
const SUBPAGE =
  /^(?<url>https?:\/\/[^/]+\/[^/]+\/[^/#?]+)\/(?:-|pull|pulls|issues|commits?|actions|releases)\b/iu;
const REGISTRY_IMAGE = /^[\w.-]+(?::\d+)?(?:\/[\w.-]+)+$/u;

/** Recognizes a clone URL, a page of a Git host, `org/repo/file` and an image reference. */
export function readPasted(given: string): Pasted {
  const text = given.trim();
  const page = PAGE.exec(text)?.groups ?? SUBPAGE.exec(text)?.groups;
  if (page) {
    const { url = "", path } = page;
    const fullPath = url.replace(/^https?:\/\/[^/]+\//iu, "");
    return { url, ...(path !== undefined && { place: { fullPath, path: decodePath(path) } }) };
  }
  if (REMOTE.test(text)) return { url: text };
  const image = withoutTag(text);
  const isReference = REGISTRY_IMAGE.test(image);
  const [, fullPath, path] = /^(?<fullPath>[^/\s]+\/[^/\s:]+)[/:](?<path>[^\s@]+)$/u.exec(text) ?? [];
  return {
    ...(isReference && image !== text && { image }),
    // A first part with a dot or a port is the host of a registry.
    ...(fullPath !== undefined &&
      path !== undefined &&
      !/^[^/]*[.:]/u.test(fullPath) && { place: { fullPath, path } }),
  };
}

const withoutTag = (text: string): string =>
  text.replace(/@sha256:[0-9a-f]*$/iu, "").replace(/:[\w][\w.-]*$/u, "");

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
