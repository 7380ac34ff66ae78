/** The folder of a manifest. Configuration folders are no place of their own: what a workflow publishes is the repository's. */
export function directoryOf(sourceFile: string): string {
  const directory = sourceFile.slice(0, Math.max(0, sourceFile.lastIndexOf("/")));
  return directory.startsWith(".") ? "" : directory;
}

/** What follows the repository's path in a name that continues it: `sub` in `github.com/acme/mono/sub`. */
export function directoryNamedBy(artifactName: string, fullPath: string): string {
  const path = `/${fullPath.toLowerCase()}/`;
  const at = `/${artifactName.toLowerCase()}`.indexOf(path);
  return at === -1 ? "" : artifactName.slice(at + path.length - 1);
}
