const MAJOR_VERSION = /\/v\d+$/;

/**
 * How much a name sounds like the repository that claims it: 2 when it holds the whole path (`@acme/ui`, `acme/ui`),
 * 1 when it ends as the repository does (`k8s.io/api`, `kubernetes/api`), else 0. A copy of another
 * repository's manifest announces the same name and loses by this.
 */
export function nameAffinity(fullPath: string, name: string): 0 | 1 | 2 {
  const path = fullPath.toLowerCase();
  const segments = name
    .slice(name.lastIndexOf(":") + 1)
    .toLowerCase()
    .replace(MAJOR_VERSION, "")
    .replaceAll("@", "");
  if (`/${segments}/`.includes(`/${path}/`)) return 2;
  return segments.slice(segments.lastIndexOf("/") + 1) === path.slice(path.lastIndexOf("/") + 1) ? 1 : 0;
}

/** Is the owner part of the name (`@acme/ui`, `io.acme:kit`)? Forks rarely rename what they only mend. */
export function holdsOwner(fullPath: string, name: string): boolean {
  const owner = fullPath.slice(0, Math.max(0, fullPath.indexOf("/"))).toLowerCase();
  return name
    .toLowerCase()
    .split(/[^\w-]+/)
    .slice(1)
    .includes(owner);
}
