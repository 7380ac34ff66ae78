import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

export const ROOT = new URL("../..", import.meta.url).pathname;
export const PLATFORM = join(ROOT, ".sst/platform");

/** Installs SST's sources and their dependencies from npm, if missing. */
export function installPlatform(): void {
  if (existsSync(join(PLATFORM, "node_modules"))) return;
  run("npx", ["sst", "install", "--stage", "check"], {
    SST_SKIP_DEPENDENCY_CHECK: "1",
    SST_NO_BUN: "1",
    SST_TELEMETRY_DISABLED: "1",
  });
}

/** Runs a command in the repository's root. Exits this process if it fails. */
export function run(command: string, args: string[], environment: Record<string, string> = {}): void {
  const { status } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, ...environment },
  });
  if (status !== 0) process.exit(status ?? 1);
}
