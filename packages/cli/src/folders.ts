import { homedir } from "node:os";
import { join, resolve } from "node:path";

/** Returns the folder of settings. */
export const configFolder = (): string =>
  process.platform === "win32"
    ? join(process.env["APPDATA"] || join(homedir(), "AppData", "Roaming"), "knockon")
    : join(process.env["XDG_CONFIG_HOME"] || join(homedir(), ".config"), "knockon");

/** Returns the folder of what can be computed again: compiled code and extractions. */
export function cacheFolder(): string {
  const chosen = process.env["KNOCKON_CACHE_DIR"];
  if (chosen) return resolve(chosen);
  return process.platform === "win32"
    ? join(process.env["LOCALAPPDATA"] || join(homedir(), "AppData", "Local"), "knockon", "cache")
    : join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "knockon");
}
