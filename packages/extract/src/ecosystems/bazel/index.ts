import type { Ecosystem } from "../../ecosystem.ts";
import type { BazelFacts } from "./facts.ts";
import { link } from "./link.ts";
import { isModuleFile, read } from "./read.ts";

const WORKSPACE = /(?:^|\/)WORKSPACE(?:\.bazel|\.bzlmod)?$/;
const EXTENSION = /\.bzl$/;
/** Statements that only Bazel's own files of that name have. */
const STATEMENT = /^(?:workspace|load|local_repository|(?:new_)?git_repository|http_archive)\s*\(/m;
const RULE = /\b_?(?:http_archive|http_file|http_jar|git_repository|(?:container|oci)_pull)\b/;

/** A `WORKSPACE` and an extension count by what they say: others use the names, too. */
function isBazelFile({ path, text }: { path: string; text: string }): boolean {
  if (isModuleFile(path)) return true;
  if (WORKSPACE.test(path)) return STATEMENT.test(text);
  return EXTENSION.test(path) && RULE.test(text);
}

export const bazel: Ecosystem<BazelFacts> = { id: "bazel", claims: isBazelFile, read, link };
