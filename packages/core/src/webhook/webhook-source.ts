/** GitLab nests no deeper. */
const MAX_DEPTH = 20;

/** An org's address as events are compared with it: `github.com/acme`. */
export const sourceOf = (url: string): string => partsOf(url).join("/");

/** Every org that something at an address can be of: `host/acme` and `host/acme/team` for `https://host/acme/team/app`. */
export function sourcesAbove(url: string): string[] {
  const [host, ...path] = partsOf(url);
  const above = path.slice(0, -1).slice(0, MAX_DEPTH);
  return above.map((_, index) => [host, ...above.slice(0, index + 1)].join("/"));
}

/** Hosts know no upper case, and their http and https are one. Nothing of what is no address. */
function partsOf(url: string): string[] {
  const { host = "", pathname = "" } = URL.parse(url) ?? {};
  return [host, ...pathname.split("/")].filter(Boolean).map((part) => part.toLowerCase());
}
