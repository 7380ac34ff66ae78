import type { TreeEntry } from "./ecosystem.ts";

/** The files in which GitHub Pages, GitLab Pages and similar services keep the custom domain of a site. */
const DOMAIN_FILE = /^(?:(?:docs?|static|public|site|website|www|web|src|pages|charts)\/){0,3}CNAME$/;
const DOMAIN = /^(?!.*\.\.)[a-z\d](?:[a-z\d.-]{0,250}[a-z\d])?\.[a-z]{2,24}$/;
/** Bounds the text read from a domain file. */
const MAX_LENGTH = 300;

export const isDomainFile = (path: string): boolean => path.endsWith("CNAME") && DOMAIN_FILE.test(path);

/** Returns the custom domain that a `CNAME` file names, or null. */
export function readDomain(text: string): string | null {
  const domain = text.slice(0, MAX_LENGTH).trim().toLowerCase();
  return DOMAIN.test(domain) ? domain : null;
}

/** A domain with a subdomain, as the name of a repository. */
const NAMED = /^(?:[a-z\d][a-z\d-]*\.){2,4}(?:com|org|net|io|dev|app|sh|cloud|tech|ai|co|me|info)$/;
/** Files at the root of a repository that a service serves as a site. */
const SITE_FILE =
  /^(?:CNAME|_redirects|netlify\.toml|vercel\.json|index\.html|_config\.yml|hugo\.(?:toml|yaml))$/;

/** Returns the domain that a repository is named after, if it has a file of a site at its root, and that file. */
export function findNamedSite(
  fullPath: string,
  tree: readonly Pick<TreeEntry, "path">[],
): { domain: string; file: string } | undefined {
  const domain = fullPath.slice(fullPath.lastIndexOf("/") + 1).toLowerCase();
  if (!NAMED.test(domain)) return undefined;
  const file = tree.find(({ path }) => SITE_FILE.test(path))?.path;
  return file === undefined ? undefined : { domain, file };
}

/** The site at a domain. The repository that builds it announces it. */
export const siteName = (domain: string): string => `site:${domain.toLowerCase()}`;
