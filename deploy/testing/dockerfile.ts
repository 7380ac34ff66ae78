import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cp, mkdir, readdir, symlink } from "node:fs/promises";
import { dirname, join, matchesGlob } from "node:path";
import { ROOT } from "@knockon/cli/build/bundle";

export interface Instruction {
  keyword: string;
  /** Everything after the keyword, on one line. */
  text: string;
}

/** Reads the instructions of deploy/Dockerfile by stage. */
export function readStages(): Instruction[][] {
  const text = readFileSync(join(ROOT, "deploy/Dockerfile"), "utf8");
  const lines = text
    .replaceAll(/^#.*\n/gmu, "")
    .replaceAll(/\s*\\\n\s*/gu, " ")
    .split("\n")
    .filter(Boolean);
  const stages: Instruction[][] = [];
  for (const line of lines) {
    const [, keyword = "", rest = ""] = /^([A-Z]+) (.+)$/u.exec(line) ?? [];
    if (keyword === "FROM") stages.push([]);
    stages.at(-1)?.push({ keyword, text: rest });
  }
  return stages;
}

/** Returns the texts of all instructions with a keyword. */
export const textsOf = (stage: readonly Instruction[], keyword: string): string[] =>
  stage.filter((one) => one.keyword === keyword).map(({ text }) => text);

/** Copies the build context: the files of the clone that .dockerignore leaves. */
export async function copyContext(folder: string): Promise<void> {
  const patterns = readFileSync(join(ROOT, ".dockerignore"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  for (const file of files.trim().split("\n")) {
    if (isIgnored(file, patterns)) continue;
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await cp(join(ROOT, file), join(folder, file));
  }
}

/** The last pattern that matches a path or a folder above it decides. */
function isIgnored(path: string, patterns: readonly string[]): boolean {
  const paths = path.split("/").map((_, index, parts) => parts.slice(0, index + 1).join("/"));
  const matches = (pattern: string): boolean => paths.some((one) => matchesGlob(one, pattern));
  const last = patterns.findLast((pattern) => matches(pattern.replace(/^!/u, "")));
  return last !== undefined && !last.startsWith("!");
}

/** Takes the place of `npm ci`: the packages of the clone, with the workspaces of the context. */
export async function linkPackages(folder: string): Promise<void> {
  const modules = join(ROOT, "node_modules");
  await mkdir(join(folder, "node_modules/@knockon"), { recursive: true });
  for (const name of await readdir(modules)) {
    if (name === "@knockon" || name === ".cache") continue;
    await symlink(join(modules, name), join(folder, "node_modules", name));
  }
  for (const name of await readdir(join(folder, "packages"))) {
    await symlink(join(folder, "packages", name), join(folder, "node_modules/@knockon", name));
    // Versions that differ from those at the root.
    const own = join(ROOT, "packages", name, "node_modules");
    await symlink(own, join(folder, "packages", name, "node_modules"));
  }
}
