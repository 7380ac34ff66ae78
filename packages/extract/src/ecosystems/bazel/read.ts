import { tokenize } from "../../document/python-tokens.ts";
import type { LockFacts } from "../../lock-file.ts";
import type { SourceFile } from "../../source-file.ts";
import { findCalls, type Call, type Text } from "./calls.ts";

/** A statement that declares a dependency. */
export type Use =
  | { kind: "module"; rule: string; name: Text; version: string | null }
  /** `comment` follows the ref on its line. */
  | { kind: "git"; rule: string; name: Text; remote: Text | null; ref: string | null; comment: string | null }
  | { kind: "archive"; rule: string; name: Text; urls: Text[] }
  | { kind: "image"; rule: string; image: Text };

export interface BazelFacts {
  /** The module that the file defines. */
  module: { name: string; line: number; version: string | null } | null;
  uses: Use[];
  /** Modules overridden by a local folder. */
  localModules: { name: string; path: string }[];
}

/** The facts of a Starlark file or of a lock file. */
export type BazelFile = ({ kind: "starlark" } & BazelFacts) | ({ kind: "lock" } & LockFacts);

/** A comment after the closing quote of an attribute. */
const COMMENT = /["'][\s,)\]]*#\s*(?<comment>.*)$/;
const REFS = ["commit", "tag", "branch"];

const MODULE = /(?:^|\/)(?:[\w.-]+\.)?MODULE\.bazel$/;

export const isModuleFile = (path: string): boolean => MODULE.test(path);

/** Reads the facts of one Starlark file. Throws SyntaxProblem. */
export function read(file: SourceFile): BazelFacts {
  const facts: BazelFacts = { module: null, uses: [], localModules: [] };
  const lines = file.text.split(/\r?\n/);
  const calls = findCalls(file, tokenize(file));
  for (const call of calls) {
    if (isModuleFile(file.path)) readModuleCall(facts, call, lines);
    readRepositoryRule(facts, call, lines);
  }
  return facts;
}

function readModuleCall(facts: BazelFacts, call: Call, lines: readonly string[]): void {
  const [name] = call.texts("module_name").concat(call.texts("name"));
  const [version] = call.texts("version");
  if (call.rule === "pull") return addImage(facts, call, "bazel.image");
  if (!name) return;
  if (call.rule === "module") {
    if (isLiteral(name)) facts.module ??= { name: name.text, line: name.line, version: literalOf(version) };
  } else if (call.rule === "bazel_dep") {
    const isDevelopment = call.texts("dev_dependency")[0]?.text === "{True}";
    const rule = isDevelopment ? "bazel.dev_dependency" : "bazel.bazel_dep";
    facts.uses.push({ kind: "module", rule, name, version: version?.text || null });
  } else if (call.rule === "local_path_override") {
    facts.localModules.push({ name: name.text, path: call.texts("path")[0]?.text ?? "" });
  } else if (call.rule === "single_version_override" && version && version.text !== "") {
    facts.uses.push({ kind: "module", rule: `bazel.${call.rule}`, name, version: version.text });
  } else if (call.rule === "git_override") addGit(facts, call, name, lines);
  else if (call.rule === "archive_override") addArchive(facts, call, name);
}

function readRepositoryRule(facts: BazelFacts, call: Call, lines: readonly string[]): void {
  const [name] = call.texts("name");
  if (call.rule.endsWith("_pull")) addImage(facts, call, "bazel.image");
  else if (name && call.rule.endsWith("git_repository")) addGit(facts, call, name, lines);
  else if (name && call.rule.startsWith("http_")) addArchive(facts, call, name);
}

/** A macro that passes on its callers' arguments declares no dependency. */
const isPassedOn = (name: Text, source: Text | undefined): boolean =>
  !isLiteral(name) && (source === undefined || /^\{\w+\}$/.test(source.text));

function addGit(facts: BazelFacts, call: Call, name: Text, lines: readonly string[]): void {
  const [remote] = call.texts("remote");
  if (isPassedOn(name, remote)) return;
  const ref = REFS.flatMap((each) => call.texts(each)).find(({ text }) => text !== "");
  const comment = COMMENT.exec(lines[(ref?.line ?? 0) - 1] ?? "")?.groups?.["comment"] ?? null;
  const rule = `bazel.${call.rule}`;
  facts.uses.push({ kind: "git", rule, name, remote: remote ?? null, ref: ref?.text ?? null, comment });
}

function addArchive(facts: BazelFacts, call: Call, name: Text): void {
  const urls = [...call.texts("urls"), ...call.texts("url")].filter(({ text }) => text !== "");
  if (isPassedOn(name, urls[0])) return;
  facts.uses.push({ kind: "archive", rule: `bazel.${call.rule}`, name, urls });
}

/** `image`, or `registry` and `repository`, with `tag`, `digest` or both. */
function addImage(facts: BazelFacts, call: Call, rule: string): void {
  const [registry] = call.texts("registry");
  const [image] = call.texts("image").concat(call.texts("repository"));
  if (!image || (registry && isPassedOn(registry, registry) && isPassedOn(image, image))) return;
  const name = registry ? `${registry.text}/${image.text}` : image.text;
  const tag = call.texts("tag")[0]?.text;
  const digest = call.texts("digest")[0]?.text;
  const text = `${name}${tag ? `:${tag}` : ""}${digest ? `@${digest}` : ""}`;
  facts.uses.push({ kind: "image", rule, image: { text, line: image.line } });
}

const isLiteral = ({ text }: Text): boolean => !/[{}]/.test(text);

const literalOf = (text: Text | undefined): string | null =>
  text && isLiteral(text) && text.text !== "" ? text.text : null;
