import { HostRefusedError, type OpenGitHost } from "@knockon/core/ports/git-host";
import { localGitHost } from "./local/local-git-host.ts";

/** `local` orgs only below `localOrgRoots`: without any, a tenant cannot name a folder of this machine. */
export const openGitHost =
  (localOrgRoots: readonly string[]): OpenGitHost =>
  ({ platform, url }) => {
    if (platform !== "local") {
      throw new HostRefusedError(
        `Organisations on ${platform} cannot be connected yet; connect a local folder.`,
      );
    }
    if (localOrgRoots.length === 0) {
      throw new HostRefusedError("Local organisations exist only where LOCAL_ORG_ROOTS names folders.");
    }
    return localGitHost(url, localOrgRoots);
  };
