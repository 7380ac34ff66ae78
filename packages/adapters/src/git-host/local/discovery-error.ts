/** The repositories that were named cannot be read as named. The message is one line, meant for the user. */
export class DiscoveryError extends Error {
  override readonly name: string = "DiscoveryError";
}
