/** The GitHub App of this deployment, as people install it on their organizations. */
export interface InstallableApp {
  /** GitHub's page on which somebody chooses where the App is installed; it hands the state back. */
  installUrl(state: string): string;
  /**
   * Asks GitHub as the person whom it made a code for. Undefined where they do not see that installation. Throws
   * HostRefusedError, for a code that is none too, HostBusyError and HostUnreachableError.
   */
  findInstallation(code: string, installationId: string): Promise<FoundInstallation | undefined>;
}

export interface FoundInstallation {
  /** The organization or user that it is on. */
  account: string;
  /**
   * Whether the person sees every repository that the App does. GitHub lists an installation to whoever may read one of
   * its repositories: they would see the others here.
   */
  isWhole: boolean;
}
