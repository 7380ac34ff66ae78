import { HostRefusedError } from "@knockon/core/ports/git-host";

export interface GitLabGroup {
  host: string;
  /** With its parents: `acme/platform`. */
  path: string;
  restUrl: string;
  graphqlUrl: string;
}

/** `https://gitlab.com/acme`, a subgroup, or the same on a GitLab of one's own. Throws HostRefusedError. */
export function parseGitLabGroup(text: string): GitLabGroup {
  const url = URL.parse(text);
  const path = url && /^\/((?:[\w.-]+\/)*[\w.-]+)\/?$/.exec(url.pathname)?.[1];
  if (!url || !path || url.username || url.password || url.search || url.hash) {
    throw new HostRefusedError(
      `${text.slice(0, 200)} is not a group's address, as https://gitlab.com/acme is.`,
    );
  }
  const api = `${url.origin}/api`;
  return { host: url.host, path, restUrl: `${api}/v4`, graphqlUrl: `${api}/graphql` };
}
