import type { Lock, TreeEntry } from "../../ecosystem.ts";
import { eachLine, LockEntries, LockFiles } from "../../lock-file.ts";
import type { SourceFile } from "../../source-file.ts";
import type { GradleFile } from "./bind.ts";
import { emptyFacts, type GradleFacts, type UseRule } from "./facts.ts";

/** A file for each project, or for each of its configurations in builds before Gradle 7. */
const LOCK_FILE =
  /(?:^|\/)(?:(?:buildscript-|settings-)?gradle\.lockfile|gradle\/dependency-locks\/[^/]+\.lockfile)$/;
/** The resolved ones come first: other configurations can lack a dependency. */
const CONFIGURATIONS = [
  "runtimeClasspath",
  "compileClasspath",
  "testRuntimeClasspath",
  "annotationProcessor",
];
const PROJECT_LOCKS = [
  "gradle.lockfile",
  ...CONFIGURATIONS.map((each) => `gradle/dependency-locks/${each}.lockfile`),
];
const BUILD_LOCKS = [
  "buildscript-gradle.lockfile",
  "settings-gradle.lockfile",
  "gradle/dependency-locks/buildscript-classpath.lockfile",
];
const ENTRY = /^(?<name>[^:=\s]+:[^:=\s]+):(?<version>[^:=\s]+)(?:=|$)/;

export const isLockFile = (path: string): boolean => LOCK_FILE.test(path);

/** Reads `group:name:version=compileClasspath,runtimeClasspath`. Lock files before Gradle 7 lack the configurations. */
export function readLockFile({ text }: SourceFile): GradleFacts {
  const entries = new LockEntries();
  eachLine(text, (line, number) => {
    const { name, version } = ENTRY.exec(line)?.groups ?? {};
    if (name !== undefined && version !== undefined) entries.add(name, version, number);
    else if (line.startsWith("empty=")) entries.recognize();
  });
  return { ...emptyFacts(), lock: entries.facts() };
}

const BUILD_RULES: ReadonlySet<UseRule> = new Set([
  "buildscript",
  "plugin",
  "plugin_module",
  "catalog_plugin",
]);

/** Returns the lock of an artifact that the scripts of a folder use. */
export type FindLock = (folders: Iterable<string>, rule: UseRule, artifact: string) => Lock | null;

export function createLocks(files: readonly GradleFile[], tree: readonly TreeEntry[]): FindLock {
  const locks = new LockFiles(
    tree,
    LOCK_FILE,
    files.flatMap(({ path, facts }) => (facts.lock ? [[path, facts.lock] as const] : [])),
  );
  return (folders, rule, artifact) => {
    const names = BUILD_RULES.has(rule) ? BUILD_LOCKS : PROJECT_LOCKS;
    for (const folder of folders) {
      for (const name of names) {
        const lock = locks.in(folder, [name])?.find(artifact);
        if (lock) return lock;
      }
    }
    return null;
  };
}
