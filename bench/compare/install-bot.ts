import { access, mkdir } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { runMeasured } from "../measure/run-measured.ts";

/** Raise it by hand: figures of two versions do not compare. */
export const BOT_VERSION = "44.121.2";

/**
 * Where npm put the bot, installed on first use. It is AGPL: it stays outside of the project, runs as a process of
 * its own, and nothing of it is read.
 */
export async function installBot(): Promise<string> {
  const folder = join(homedir(), ".cache", "knockon-bench", `renovate-${BOT_VERSION}`);
  const program = join(folder, "node_modules", "renovate", "dist", "renovate.js");
  const isInstalled = await access(program).then(
    () => true,
    () => false,
  );
  if (!isInstalled) await install(folder);
  return program;
}

/** With the Node that runs us: the bot asks for that of its own version. */
async function install(folder: string): Promise<void> {
  process.stderr.write(`Installing renovate ${BOT_VERSION} into ${folder}\n`);
  await mkdir(folder, { recursive: true });
  const flags = ["--prefix", folder, "--ignore-scripts", "--no-save", "--no-audit", "--no-fund"];
  await runMeasured(["npm", "install", ...flags, `renovate@${BOT_VERSION}`], {
    cwd: folder,
    env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env["PATH"]}` },
  });
}
