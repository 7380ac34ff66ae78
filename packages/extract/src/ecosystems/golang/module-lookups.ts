import { parseGitUrl } from "../../git-url.ts";
import { artifactName, conventionName, gitName } from "../../name.ts";

/** Hosts on which every repository path is `owner/repository`. */
const FLAT_HOSTS = new Set(["github.com", "bitbucket.org", "codeberg.org"]);
/** GitLab allows 20 levels of groups, so no repository path is longer. */
const MAX_SEGMENTS = 24;
const MAJOR_VERSION = /\/v\d+$/;
const GOPKG = /^gopkg\.in\/(?:(?<owner>[\w-]+)\/)?(?<name>[\w.-]+)\.v\d+(?:$|\/)/;

/**
 * Returns the lookups of a module, best first: its path (the only way to resolve vanity paths), the repositories that
 * the path names (longest first), and the naming convention for modules outside the location their path names.
 */
export function moduleLookups(path: string): string[] {
  return [
    artifactName("go_module", path),
    ...repositoriesOf(path).flatMap(repositoryName),
    conventionName("go_module", path),
  ];
}

/** Does the module path determine its repository? */
export const isOnFlatHost = (path: string): boolean => FLAT_HOSTS.has(path.slice(0, path.indexOf("/")));

function repositoryName(location: string): string[] {
  const url = parseGitUrl(`https://${location}`);
  return url ? [gitName(url.location)] : [];
}

function repositoriesOf(path: string): string[] {
  if (path.startsWith("gopkg.in/")) return gopkgRepository(path);
  const segments = path.replace(MAJOR_VERSION, "").split("/");
  const qualified = segments.findIndex((segment) => segment.endsWith(".git"));
  if (qualified !== -1) return [segments.slice(0, qualified + 1).join("/")];
  return prefixes(segments.slice(0, isOnFlatHost(path) ? 3 : MAX_SEGMENTS));
}

/** On gopkg.in, `owner/pkg.v1` is that repository on GitHub, and `pkg.v1` is `go-pkg/pkg`. */
function gopkgRepository(path: string): string[] {
  const { owner, name } = GOPKG.exec(path)?.groups ?? {};
  return name === undefined ? [] : [`github.com/${owner ?? `go-${name}`}/${name}`];
}

/** Returns prefixes from the longest to `host/owner/repository`. */
function prefixes(segments: readonly string[]): string[] {
  return segments.slice(2).map((_, dropped) => segments.slice(0, segments.length - dropped).join("/"));
}
