/** The deployment's GitHub App, which users install on their organizations. */
export interface InstallableApp {
  /** Returns GitHub's installation page. GitHub returns the state in its redirect. */
  installUrl(state: string): string;
  /**
   * Finds an installation with the user's rights, which the code grants. Returns undefined if the user cannot see it. Throws
   * HostRefusedError (also for an invalid code), HostBusyError and HostUnreachableError.
   */
  findInstallation(code: string, installationId: string): Promise<FoundInstallation | undefined>;
}

export interface FoundInstallation {
  /** The organization or user that the App is installed on. */
  account: string;
  /**
   * Whether the user can see every repository of the installation. GitHub lists an installation to users who can read one of its
   * repositories, who must not get access to the others here.
   */
  isWhole: boolean;
}
