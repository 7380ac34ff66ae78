/** A package reference of `Remotes` and `Config/Needs/…`. */
export interface Remote {
  /** The name that is stated, or else follows from the location. */
  name: string;
  /** URLs that the repository can have, best first. Empty for a package of a server. */
  urls: string[];
  /** The version, branch, tag or commit, or `#12` for a pull request. */
  ref: string | null;
}

const REFERENCE = /^(?:(?<name>[a-z][\w.]*)=)?(?:(?<type>[a-z]\w*)::)?(?<location>.*)$/is;
/** Everything before the path of a URL, including user names. */
const ORIGIN = /^(?:[a-z][a-z+]*:\/\/(?:[^/@]*@)?|[\w.-]+@(?=[\w.-]+:))/i;
const HOSTS: Readonly<Record<string, string>> = {
  github: "https://github.com/",
  gitlab: "https://gitlab.com/",
  bitbucket: "https://bitbucket.org/",
};
/** Types of packages that come from a server. */
const SERVERS = new Set(["cran", "bioc", "standard", "any"]);

/**
 * Parses a package reference. Returns null for a type without a repository, such as `local::`, and undefined for an invalid reference.
 *
 * https://remotes.r-lib.org/articles/dependencies.html
 * https://r-lib.github.io/pkgdepends/reference/pkg_refs.html
 */
export function parseRemote(text: string): Remote | null | undefined {
  const { name, type = typeOf(text), location = "" } = REFERENCE.exec(text)?.groups ?? {};
  if (SERVERS.has(type)) return serverPackage(location);
  if (type !== "git" && HOSTS[type] === undefined) return null;
  const origin = ORIGIN.exec(location)?.[0] ?? "";
  const rest = location.slice(origin.length);
  const end = rest.search(/[@#]/);
  const written = end === -1 ? rest : rest.slice(0, end);
  const ref = end === -1 ? "" : rest.slice(rest[end] === "@" ? end + 1 : end);
  const place = origin === "" ? hostedPlace(type, written) : urlPlace(origin, written);
  if (!place) return undefined;
  return { name: name ?? place.name, urls: place.urls, ref: ref === "" ? null : ref };
}

/** Returns the type of a reference without one. */
function typeOf(text: string): string {
  const location = text.slice(text.indexOf("=") + 1);
  if (ORIGIN.test(location)) return "git";
  return location.includes("/") ? "github" : "standard";
}

/** `kit`, `kit@1.0`, `3.3/limma#117513` */
function serverPackage(location: string): Remote | undefined {
  const { name, version } =
    /^(?:[^/@#]*\/)?(?<name>[a-z][\w.]*)(?:@(?<version>[^#]+))?(?:#.*)?$/i.exec(location)?.groups ?? {};
  if (name === undefined) return undefined;
  return { name, urls: [], ref: version === undefined || version === "current" ? null : version };
}

interface Place {
  name: string;
  urls: string[];
}

/** `acme/kit`, `acme/mono/pkgs/kit`. On GitLab, a longer path can be that of a project or of a folder. */
function hostedPlace(type: string, written: string): Place | undefined {
  const [path = "", folder] = written.split("/-/");
  const parts = path.split("/").filter((part) => part !== "");
  const host = HOSTS[type];
  if (parts.length < 2 || host === undefined) return undefined;
  const short = parts.slice(0, 2).join("/");
  const isWhole = type === "gitlab" && parts.length > 2;
  const paths = isWhole ? (folder === undefined ? [parts.join("/"), short] : [parts.join("/")]) : [short];
  return { name: lastOf(folder ?? path), urls: paths.map((each) => host + each) };
}

/** `https://host/acme/kit.git`, `https://host/acme/kit/-/folder`, `git@host:acme/kit.git:folder` */
function urlPlace(origin: string, written: string): Place | undefined {
  const [repository = "", folder] = written.split(/\/-\/|(?<=\.git):/);
  const name = lastOf(folder ?? repository);
  return name === "" ? undefined : { name, urls: [origin + repository] };
}

const lastOf = (path: string): string =>
  path
    .split(/[/:]/)
    .findLast((part) => part !== "")
    ?.replace(/\.git$/, "") ?? "";
