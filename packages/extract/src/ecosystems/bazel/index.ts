import type { Ecosystem } from "../../ecosystem.ts";
import { link } from "./link.ts";
import { isLockFile, readLockFile } from "./lock.ts";
import { isModuleFile, read, type BazelFile } from "./read.ts";

const WORKSPACE = /(?:^|\/)WORKSPACE(?:\.bazel|\.bzlmod)?$/;
const EXTENSION = /\.bzl$/;
/** Statements that distinguish Bazel's `WORKSPACE` from other files of that name. */
const STATEMENT = /^(?:workspace|load|local_repository|(?:new_)?git_repository|http_archive)\s*\(/m;
const RULE = /\b_?(?:http_archive|http_file|http_jar|git_repository|(?:container|oci)_pull)\b/;

/** Checks the content of `WORKSPACE` and `.bzl` files as well, because other tools use these names. */
function isBazelFile({ path, text }: { path: string; text: string }): boolean {
  if (isModuleFile(path)) return true;
  if (WORKSPACE.test(path)) return STATEMENT.test(text);
  return EXTENSION.test(path) && RULE.test(text);
}

export const bazel: Ecosystem<BazelFile> = {
  id: "bazel",
  extensions: /^(?:|bazel|bzlmod|bzl|lock)$/,
  claims: (file) => isBazelFile(file) || isLockFile(file.path),
  read: (file) =>
    isLockFile(file.path) ? { kind: "lock", ...readLockFile(file) } : { kind: "starlark", ...read(file) },
  link,
};
