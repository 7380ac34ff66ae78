import { installableApp } from "@knockon/adapters/git-host/github/installable-app";
import type { ComposePort } from "../aws.ts";
import { parseHostSettings } from "../settings.ts";

/** Null if no App is configured. */
export const composeGithubApp: ComposePort = (env) => {
  const hosts = parseHostSettings(env);
  return { githubApp: hosts.githubAppSetup && installableApp(hosts.githubAppSetup, hosts) };
};
