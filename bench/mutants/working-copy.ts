import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface WorkingCopy {
  folder: string;
  /** False if the patch does not fit the files of today. */
  apply: (patch: string) => Promise<boolean>;
  revert: (patch: string) => Promise<void>;
  remove: () => Promise<void>;
}

/** The files as they are now, committed or not, in a temporary folder of their own. */
export async function copyWorkingTree(root: string): Promise<WorkingCopy> {
  const folder = await mkdtemp(join(tmpdir(), "knockon-mutants-"));
  const remove = () => rm(folder, { recursive: true });
  try {
    await copyFiles(root, folder);
    await linkModules(root, folder);
    // A repository of its own, so that `git apply` never looks at one above it.
    await run("git", ["init", "--quiet"], { cwd: folder });
  } catch (error) {
    await remove();
    throw error;
  }
  const apply = (patch: string, ...options: string[]) =>
    run("git", ["apply", ...options, patch], { cwd: folder });
  return {
    folder,
    apply: (patch) =>
      apply(patch).then(
        () => true,
        () => false,
      ),
    revert: async (patch) => void (await apply(patch, "--reverse")),
    remove,
  };
}

async function copyFiles(root: string, folder: string): Promise<void> {
  const listing = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"];
  const { stdout } = await run("git", listing, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  for (const path of stdout.split("\0").slice(0, -1)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await cp(join(root, path), join(folder, path));
  }
}

/** What is installed is shared; our own packages are the copy's, else the mutation would stay unseen. */
async function linkModules(root: string, folder: string): Promise<void> {
  const modules = join(folder, "node_modules");
  await mkdir(join(modules, "@knockon"), { recursive: true });
  const installed = await readdir(join(root, "node_modules"));
  const shared = installed.filter((name) => name !== "@knockon" && !name.startsWith(".vite"));
  await Promise.all(shared.map((name) => symlink(join(root, "node_modules", name), join(modules, name))));
  const packages = await readdir(join(folder, "packages"));
  for (const name of packages) {
    await symlink(join(folder, "packages", name), join(modules, "@knockon", name));
    // What could not be installed once for all packages.
    const nested = join("packages", name, "node_modules");
    if (existsSync(join(root, nested))) await symlink(join(root, nested), join(folder, nested));
  }
}
