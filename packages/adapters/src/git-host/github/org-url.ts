import { HostRefusedError } from "@knockon/core/ports/git-host";

/** Where a host's interface is. */
export interface GitHubInterface {
  /** As in an org's URL: what credentials are tied to, and what messages name. */
  host: string;
  restUrl: string;
  graphqlUrl: string;
}

/** The same, and which of its orgs is meant. */
export interface GitHubOrg extends GitHubInterface {
  login: string;
}

/** `https://github.com/acme`, or the same on GitHub Enterprise. Throws HostRefusedError. */
export function parseGitHubOrg(text: string): GitHubOrg {
  const url = URL.parse(text);
  const login = url && /^\/([\w.-]+)\/?$/.exec(url.pathname)?.[1];
  if (
    !url ||
    login === undefined ||
    login === null ||
    url.username ||
    url.password ||
    url.search ||
    url.hash
  ) {
    throw new HostRefusedError(
      `${text.slice(0, 200)} is not an organization's address, as https://github.com/acme is.`,
    );
  }
  return { login, ...interfaceAt(url) };
}

/** Whatever the path. */
export function interfaceAt({ protocol, host }: URL): GitHubInterface {
  if (host === "github.com" || host.endsWith(".ghe.com")) {
    const api = `${protocol}//api.${host}`;
    return { host, restUrl: api, graphqlUrl: `${api}/graphql` };
  }
  const api = `${protocol}//${host}/api`;
  return { host, restUrl: `${api}/v3`, graphqlUrl: `${api}/graphql` };
}
