/** The repository and the ref that a git host's download URL names. */
export interface ArchiveUrl {
  repositoryUrl: string;
  ref: string;
}

const REF = String.raw`(?:refs\/(?:tags|heads)\/)?(?<ref>.+?)(?:\.tar\.gz|\.tgz|\.zip)?$`;
const GITHUB_SERVICE = new RegExp(
  String.raw`^(?:codeload\.github\.com|api\.github\.com\/repos)\/(?<path>[^/]+\/[^/]+)\/(?:(?:legacy\.)?tar\.gz|tarball|zip|zipball)\/${REF}`,
  "i",
);
const ARCHIVE = new RegExp(
  String.raw`^(?<host>[^/]+)\/(?<path>[^/]+\/[^/]+)\/(?:archive|tarball|zipball)\/${REF}`,
  "i",
);
const RELEASE = /^(?<host>[^/]+)\/(?<path>[^/]+\/[^/]+)\/releases\/download\/(?<ref>[^/]+)\/[^/]+$/i;

/** Undefined for every other tarball: where it comes from cannot be told from its URL. */
export function findArchiveUrl(url: string): ArchiveUrl | undefined {
  const scheme = /^https?:\/\/(?:[^/@]*@)?/i.exec(url);
  if (!scheme) return undefined;
  const [place = ""] = url.slice(scheme[0].length).split(/[?#]/, 1);
  for (const form of [GITHUB_SERVICE, RELEASE, ARCHIVE]) {
    const { host = "github.com", path, ref } = form.exec(place)?.groups ?? {};
    if (path !== undefined && ref !== undefined) return { repositoryUrl: `https://${host}/${path}`, ref };
  }
  return findGitlabArchive(place);
}

/** `gitlab.acme.io/group/sub/base/-/archive/v1/base-v1.tar.gz` */
function findGitlabArchive(place: string): ArchiveUrl | undefined {
  const [repository = "", file] = place.split("/-/archive/", 2);
  const end = file?.lastIndexOf("/") ?? -1;
  return file === undefined || end < 1
    ? undefined
    : { repositoryUrl: `https://${repository}`, ref: file.slice(0, end) };
}
