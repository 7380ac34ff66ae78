import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openSnapshot } from "@knockon/adapters/git-host/local/snapshot";
import type { TreeEntry } from "@knockon/extract/ecosystem";

/** Configuration files of the bot, which it reads even when configured to ignore them. */
const BOT_CONFIGURATION = /^(?:(?:\.git(?:hub|lab)\/)?renovate\.json[c5]?|\.renovaterc(?:\.json[c5]?)?)$/;

const isWanted = ({ path, mode }: TreeEntry): boolean =>
  (mode === "100644" || mode === "100755") && !BOT_CONFIGURATION.test(path);

/**
 * Writes the files of a commit that knockon reads as well: no symlinks, submodules, absent objects or files above 1 MiB.
 * Leaves out the repository's configuration of the bot.
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

/** Renames the manifest key that configures the bot. */
const withoutBotConfiguration = (manifest: Uint8Array): string =>
  new TextDecoder().decode(manifest).replace(/"renovate"(?=\s*:\s*\{)/, '"no-configuration"');
