import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../..");
export const PLATFORM = join(ROOT, ".sst/platform");

/** Installs SST's sources and their dependencies from npm, if missing. */
export async function installPlatform(): Promise<void> {
  if (existsSync(join(PLATFORM, "node_modules"))) return;
  await run("npx", ["sst", "install", "--stage", "check"], {
    SST_SKIP_DEPENDENCY_CHECK: "1",
    SST_NO_BUN: "1",
    SST_TELEMETRY_DISABLED: "1",
  });
}

/** Runs a command in the repository's root. Exits this process if it fails. */
export async function run(
  command: string,
  args: string[],
  environment: Record<string, string> = {},
): Promise<void> {
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, ...environment },
  });
  const [status] = (await once(child, "exit")) as [number | null];
  if (status !== 0) process.exit(status ?? 1);
}
