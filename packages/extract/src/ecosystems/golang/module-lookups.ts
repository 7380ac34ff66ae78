import { parseGitUrl } from "../../git-url.ts";
import { artifactName, conventionName, gitName } from "../../name.ts";

/** Hosts on which a repository is always `owner/repository`. */
const FLAT_HOSTS = new Set(["github.com", "bitbucket.org", "codeberg.org"]);
/** GitLab nests groups 20 deep; a repository lies no deeper than this. */
const MAX_SEGMENTS = 24;
const MAJOR_VERSION = /\/v\d+$/;
const GOPKG = /^gopkg\.in\/(?:(?<owner>[\w-]+)\/)?(?<name>[\w.-]+)\.v\d+(?:$|\/)/;

/**
 * Where the module may be found, best first: whoever announces that very path (vanity paths resolve only so), then
 * the repositories that the path itself names, the longest first, then whoever has a module of that name out of its
 * place.
 */
export function moduleLookups(path: string): string[] {
  return [
    artifactName("go_module", path),
    ...repositoriesOf(path).flatMap(repositoryName),
    conventionName("go_module", path),
  ];
}

/** Does the path name its repository for certain? */
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

/** gopkg.in's own rule: `owner/pkg.v1` is that repository on GitHub, `pkg.v1` is `go-pkg/pkg`. */
function gopkgRepository(path: string): string[] {
  const { owner, name } = GOPKG.exec(path)?.groups ?? {};
  return name === undefined ? [] : [`github.com/${owner ?? `go-${name}`}/${name}`];
}

/** Longest first, down to `host/owner/repository`. */
function prefixes(segments: readonly string[]): string[] {
  return segments.slice(2).map((_, dropped) => segments.slice(0, segments.length - dropped).join("/"));
}
