import { readFileSync } from "node:fs";

/**
 * The most memory this process ever held. Linux is asked for the program's own: `maxRSS` starts at what the parent held
 * when it forked.
 */
export function peakBytes(): number {
  const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(statusOf())?.[1] ?? process.resourceUsage().maxRSS;
  return Number(kibibytes) * 1024;
}

function statusOf(): string {
  try {
    return readFileSync("/proc/self/status", "utf8");
  } catch {
    return "";
  }
}
