/** Returns the milliseconds of CPU time that `work` takes, which do not depend on other load of the machine. */
export function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  return cpuMsSince(before);
}

/** Returns the milliseconds of CPU time since a `process.cpuUsage()`. */
export function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
