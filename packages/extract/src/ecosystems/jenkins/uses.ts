import type { argumentsOf } from "../../interface.ts";
import type { ImagePush } from "./image-pushes.ts";
import type { Step } from "./interface.ts";
import type { Program, Value } from "./program.ts";

/** One use of a library, a repository or an image. */
export interface Use {
  rule:
    | "jenkins.library"
    | "jenkins.step"
    | "jenkins.git"
    | "jenkins.checkout"
    | "jenkins.image"
    | "jenkins.pod_image";
  text: string;
  line: number;
  /** The branch of a repository, or null. */
  ref: string | null;
  /** The repository of a library, if stated. */
  remote: { text: string; line: number } | null;
  /** The steps of a library that are called. */
  call?: ReturnType<typeof argumentsOf>;
}

export interface JenkinsFacts {
  /** The step that a file in `vars` defines; else null. */
  step: Step | null;
  uses: Use[];
  pushes: ImagePush[];
  problems: { line: number | null; message: string }[];
}

export const useOf = (
  rule: Use["rule"],
  value: { text: string; line: number } | undefined,
  more: Partial<Pick<Use, "ref" | "remote">> = {},
): Use[] =>
  value && value.text.trim() !== ""
    ? [{ rule, text: value.text.trim(), line: value.line, ref: null, remote: null, ...more }]
    : [];

/** Reads `@Library('a@v1')`, `library 'a@v1'`, `library(identifier: 'a', retriever: …)` and `libraries { lib('a@v1') }`. */
export function libraryUses(program: Program): Use[] {
  const { tokens } = program;
  let isInLibraries = false;
  return tokens.flatMap((token, at) => {
    if (token.kind !== "word") {
      if (program.is(at, "}")) isInLibraries = false;
      return [];
    }
    if (program.is(at, "libraries", "{")) isInLibraries = true;
    if (program.is(at - 1, "@", "Library", "(")) return annotated(program, at + 1);
    if (program.isMember(at) || program.is(at - 1, "def")) return [];
    if (token.text === "library") return called(program, at + 1);
    return isInLibraries && token.text === "lib" ? called(program, at + 1) : [];
  });
}

function annotated(program: Program, start: number): Use[] {
  const end = program.endOfArguments(start);
  return program.tokens
    .slice(start, end)
    .flatMap((token, i) =>
      token.kind === "string" ? useOf("jenkins.library", program.valueAt(start + i)) : [],
    );
}

function called(program: Program, start: number): Use[] {
  const end = program.endOfArguments(start);
  const first = program.is(start, "(") ? start + 1 : start;
  const identifier = program.named("identifier", start, end);
  const isPlain = program.tokens[first]?.kind === "string" && first < end;
  const remote = program.named("remote", start, end) ?? null;
  return useOf("jenkins.library", identifier ?? (isPlain ? program.valueAt(first) : undefined), { remote });
}

/** Reads `git 'url'`, `git url: …, branch: …`, and `checkout` with its remotes and branches. */
export function scmUses(program: Program): Use[] {
  return program.tokens.flatMap((token, at) => {
    if (token.kind !== "word" || program.isMember(at) || program.is(at - 1, "def")) return [];
    if (token.text === "git") return gitUse(program, at + 1);
    return token.text === "checkout" ? checkoutUses(program, at + 1) : [];
  });
}

function gitUse(program: Program, start: number): Use[] {
  const end = program.endOfArguments(start);
  const first = program.is(start, "(") ? start + 1 : start;
  const isPlain = program.tokens[first]?.kind === "string" && first < end;
  const url = program.named("url", start, end) ?? (isPlain ? program.valueAt(first) : undefined);
  return useOf("jenkins.git", url, { ref: program.named("branch", start, end)?.text ?? null });
}

const REMOTES = ["url", "remote"];

function checkoutUses(program: Program, start: number): Use[] {
  const end = program.endOfArguments(start);
  const uses: Use[] = [];
  const ref = branch(program, start, end)?.text ?? null;
  for (let at = start; at < end; at++) {
    if (REMOTES.some((key) => program.is(at, key, ":")))
      uses.push(...useOf("jenkins.checkout", program.valueAt(at + 2), { ref }));
  }
  return uses;
}

/** Returns the branch in `branches: [[name: 'main']]`, or in the `targets` of `resolveScm`. */
function branch(program: Program, start: number, end: number): Value | undefined {
  for (let at = start; at < end; at++) {
    if (program.is(at, "branches", ":")) return program.named("name", at, end);
    if (program.is(at, "targets", ":", "[")) return program.valueAt(at + 3);
  }
  return undefined;
}
