import { HostRefusedError } from "@knockon/core/ports/git-host";

export interface GitLabGroup {
  host: string;
  /** Full path, such as `acme/platform`. */
  path: string;
  restUrl: string;
  graphqlUrl: string;
}

/** Parses `https://gitlab.com/acme`, a subgroup, or the equivalent on self-hosted GitLab. Throws HostRefusedError. */
export function parseGitLabGroup(text: string): GitLabGroup {
  const url = URL.parse(text);
  const path = url && /^\/((?:[\w.-]+\/)*[\w.-]+)\/?$/.exec(url.pathname)?.[1];
  if (!url || !path || url.username || url.password || url.search || url.hash) {
    throw new HostRefusedError(
      `${text.slice(0, 200)} is not the URL of a group, such as https://gitlab.com/acme.`,
    );
  }
  const api = `${url.origin}/api`;
  return { host: url.host, path, restUrl: `${api}/v4`, graphqlUrl: `${api}/graphql` };
}
