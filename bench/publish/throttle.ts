import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const PERIOD_US = 100_000;

/** Holds a process and its current and future children to a share of one core. Returns undefined if the system does not allow it. */
export function throttle(pid: number, share: number): { release(): void } | undefined {
  const folder = join("/sys/fs/cgroup/cpu", `knockon-bench-${process.pid}`);
  try {
    mkdirSync(folder);
    writeFileSync(join(folder, "cpu.cfs_period_us"), String(PERIOD_US));
    writeFileSync(join(folder, "cpu.cfs_quota_us"), String(PERIOD_US * share));
    for (const one of [pid, ...childrenOf(pid)]) writeFileSync(join(folder, "cgroup.procs"), String(one));
  } catch {
    return undefined;
  }
  return {
    release() {
      const parent = join(folder, "..", "cgroup.procs");
      for (const one of readFileSync(join(folder, "cgroup.procs"), "utf8").split("\n").filter(Boolean))
        writeFileSync(parent, one);
      rmdirSync(folder);
    },
  };
}

const childrenOf = (pid: number): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/u.test(name))
    .map(Number)
    .filter((one) => parentOf(one) === pid);

/** Fields follow the name, which can contain spaces and parentheses. */
function parentOf(pid: number): number | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(text.slice(text.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return undefined;
  }
}
