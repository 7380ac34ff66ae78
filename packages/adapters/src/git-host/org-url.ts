import { HostRefusedError } from "@knockon/core/ports/git-host";

/** The API endpoints of a host. */
export interface GitHubInterface {
  /** The host in the org's URL. Credentials are bound to it, and messages name it. */
  host: string;
  restUrl: string;
  graphqlUrl: string;
}

/** An organization at a host. */
export interface GitHubOrg extends GitHubInterface {
  login: string;
}

/** Parses `https://github.com/acme` or the equivalent on GitHub Enterprise. Throws HostRefusedError. */
export function parseGitHubOrg(text: string): GitHubOrg {
  const url = URL.parse(text);
  const login = url && /^\/([\w.-]+)\/?$/.exec(url.pathname)?.[1];
  if (
    !url ||
    !isWeb(url) ||
    login === undefined ||
    login === null ||
    url.username ||
    url.password ||
    url.search ||
    url.hash
  ) {
    throw notOrgUrl(text, "an organization, such as https://github.com/acme");
  }
  return { login, ...interfaceAt(url) };
}

/** Ignores the path of the URL. */
export function interfaceAt({ protocol, host }: URL): GitHubInterface {
  if (host === "github.com" || host.endsWith(".ghe.com")) {
    const api = `${protocol}//api.${host}`;
    return { host, restUrl: api, graphqlUrl: `${api}/graphql` };
  }
  const api = `${protocol}//${host}/api`;
  return { host, restUrl: `${api}/v3`, graphqlUrl: `${api}/graphql` };
}

/** A group at a GitLab host. */
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
  if (!url || !isWeb(url) || !path || url.username || url.password || url.search || url.hash) {
    throw notOrgUrl(text, "a group, such as https://gitlab.com/acme");
  }
  const api = `${url.origin}/api`;
  return { host: url.host, path, restUrl: `${api}/v4`, graphqlUrl: `${api}/graphql` };
}

/** Other schemes have no origin. */
const isWeb = ({ protocol }: URL): boolean => protocol === "https:" || protocol === "http:";

const MAX_QUOTED_LENGTH = 200;

/** Quotes the text without credentials, query and fragment, because the message is stored and returned. */
function notOrgUrl(text: string, expected: string): HostRefusedError {
  const quoted = text.replace(/^(\w[\w+.-]*:\/\/)?.*@/s, "$1").replace(/[?#].*$/s, "");
  return new HostRefusedError(`${quoted.slice(0, MAX_QUOTED_LENGTH)} is not the URL of ${expected}.`);
}
