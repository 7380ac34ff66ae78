import type { OAuthClient } from "@knockon/adapters/sign-in/sign-in";

/** The services that people may sign in with, wherever the service runs. */
export interface SignInSettings {
  github?: OAuthClient;
  gitlab?: OAuthClient;
}

/** Throws for half a client, and for an issuer that is no address. */
export function parseSignInSettings(env: NodeJS.ProcessEnv): SignInSettings {
  const github = parseClient(env, "GITHUB");
  const gitlab = parseClient(env, "GITLAB");
  const issuer = env["GITLAB_ISSUER"] || undefined;
  if (issuer !== undefined && !/^https?:$/u.test(URL.parse(issuer)?.protocol ?? ""))
    throw new Error("GITLAB_ISSUER is not the address of a GitLab.");
  return { ...(github && { github }), ...(gitlab && { gitlab: { ...gitlab, ...(issuer && { issuer }) } }) };
}

function parseClient(env: NodeJS.ProcessEnv, name: string): OAuthClient | undefined {
  const clientId = env[`${name}_CLIENT_ID`] || undefined;
  const clientSecret = env[`${name}_CLIENT_SECRET`] || undefined;
  if (clientId === undefined && clientSecret === undefined) return undefined;
  if (clientId === undefined || clientSecret === undefined)
    throw new Error(`${name}_CLIENT_ID and ${name}_CLIENT_SECRET are set together or not at all.`);
  return { clientId, clientSecret };
}
