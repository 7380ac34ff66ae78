import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openSnapshot } from "@knockon/adapters/git-host/local/snapshot";
import type { TreeEntry } from "@knockon/extract/ecosystem";

/** Where the bot looks for a repository's configuration, which it heeds even when told to ignore it. */
const BOT_CONFIGURATION = /^(?:(?:\.git(?:hub|lab)\/)?renovate\.json[c5]?|\.renovaterc(?:\.json[c5]?)?)$/;

const isWanted = ({ path, mode }: TreeEntry): boolean =>
  (mode === "100644" || mode === "100755") && !BOT_CONFIGURATION.test(path);

/**
 * Writes the files of a commit that knockon reads too: no symlinks, no submodules, nothing absent or above 1 MiB.
 * Every extractor that runs over it sees the same, whatever the repository configures for the bot.
 */
export async function checkOut(gitDir: string, commitSha: string, folder: string): Promise<void> {
  const snapshot = openSnapshot(gitDir, commitSha);
  const files = (await snapshot.tree()).filter(isWanted);
  await snapshot.files(files, async (entry, content) => {
    if (typeof content === "string") return;
    const path = join(folder, entry.path);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, entry.path === "package.json" ? withoutBotConfiguration(content) : content);
  });
  await snapshot.close();
}

/** The other place: a key of the manifest, given another name. */
const withoutBotConfiguration = (manifest: Uint8Array): string =>
  new TextDecoder().decode(manifest).replace(/"renovate"(?=\s*:\s*\{)/, '"no-configuration"');
