import type { InstallableApp } from "@knockon/core/ports/installable-app";
import type { GitHostSettings } from "../open-git-host.ts";

/** Settings for installing the App and verifying who installed it. */
export interface AppSetup {
  /** The host where the App is registered. */
  url: string;
  /** The App's name in URLs. */
  slug: string;
  clientId: string;
  clientSecret: string;
}

/** The client is loaded on first use. It needs the App's key, which the installation URL does not. */
export function installableApp(
  setup: AppSetup,
  { allowedHosts, githubApp }: Pick<GitHostSettings, "allowedHosts" | "githubApp">,
): InstallableApp {
  const load = async () => {
    if (!githubApp) throw new Error("GITHUB_APP_ID and GITHUB_APP_PRIVATE_KEY are not set.");
    const { installationFinder } = await import("./find-installation.ts");
    const { guardedHttp } = await import("../http/guarded-http.ts");
    return installationFinder(guardedHttp(allowedHosts), githubApp, setup);
  };
  let loaded: ReturnType<typeof load> | undefined;
  return {
    installUrl(state) {
      const url = new URL(`${appsPath(setup)}/${setup.slug}/installations/new`, setup.url);
      url.searchParams.set("state", state);
      return url.href;
    },
    findInstallation: async (code, installationId) => (await (loaded ??= load()))(code, installationId),
  };
}

/** The path differs on Enterprise Server. */
function appsPath({ url }: AppSetup): string {
  const { host } = new URL(url);
  return host === "github.com" || host.endsWith(".ghe.com") ? "/apps" : "/github-apps";
}
