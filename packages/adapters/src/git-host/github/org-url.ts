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
    login === undefined ||
    login === null ||
    url.username ||
    url.password ||
    url.search ||
    url.hash
  ) {
    throw new HostRefusedError(
      `${text.slice(0, 200)} is not the URL of an organization, such as https://github.com/acme.`,
    );
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
