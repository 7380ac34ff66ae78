import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
/** A run needs about a tenth of it. Containers often have 64 MB there. */
const NEEDED_BYTES = 4 * 2 ** 30;

/**
 * Creates a folder for the temporary files of a run, and removes it when the process exits. Also removes those of killed runs.
 * The folder is in memory where Linux offers enough of it: a test database there takes a tenth of the processor time that it takes
 * on a disk.
 */
export function createTemporaryFolder(): string {
  const parent = hasRoomInMemory() ? MEMORY : tmpdir();
  for (const name of readdirSync(parent)) {
    const pid = /^knockon-run-(\d+)-/.exec(name)?.[1];
    if (pid && !isRunning(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true });
  }
  const folder = mkdtempSync(join(parent, `knockon-run-${process.pid}-`));
  // Postgres runs as another user if the tests run as root.
  chmodSync(folder, 0o1777);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Tests execute programs in their temporary folders. */
function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    const mount = readFileSync("/proc/mounts", "utf8")
      .split("\n")
      .findLast((line) => line.split(" ")[1] === MEMORY);
    return mount !== undefined && !mount.includes("noexec") && bavail * bsize >= NEEDED_BYTES;
  } catch {
    return false;
  }
}
