const MODULE = /(?:^|\/)(?:[\w.-]+\.)?MODULE\.bazel$/;
const WORKSPACE = /(?:^|\/)WORKSPACE(?:\.bazel|\.bzlmod)?$/;
const EXTENSION = /\.bzl$/;
/** Statements that only Bazel's own files of that name have. */
const STATEMENT = /^(?:workspace|load|local_repository|(?:new_)?git_repository|http_archive)\s*\(/m;
const RULE = /\b_?(?:http_archive|http_file|http_jar|git_repository|(?:container|oci)_pull)\b/;

export const isModuleFile = (path: string): boolean => MODULE.test(path);

/** A `WORKSPACE` and an extension count by what they say: others use the names, too. */
export function isBazelFile({ path, text }: { path: string; text: string }): boolean {
  if (isModuleFile(path)) return true;
  if (WORKSPACE.test(path)) return STATEMENT.test(text);
  return EXTENSION.test(path) && RULE.test(text);
}
