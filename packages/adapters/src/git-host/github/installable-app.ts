import type { InstallableApp } from "@knockon/core/ports/installable-app";
import type { GitHostSettings } from "../open-git-host.ts";

/** What people install the App by, and prove that an installation is theirs. */
export interface AppSetup {
  /** Where the App is registered. */
  url: string;
  /** The App's name in addresses. */
  slug: string;
  clientId: string;
  clientSecret: string;
}

/** What speaks to GitHub is loaded at its first use, and needs the App's key: to know where to go, nobody does. */
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

/** Enterprise Server has them elsewhere. */
function appsPath({ url }: AppSetup): string {
  const { host } = new URL(url);
  return host === "github.com" || host.endsWith(".ghe.com") ? "/apps" : "/github-apps";
}
