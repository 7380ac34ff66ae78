import type { Program, Value } from "./program.ts";
import { useOf, type Use } from "./use.ts";

/** `git 'url'`, `git url: …, branch: …`, and `checkout` of Git with its remotes and branches. */
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

/** `branches: [[name: 'main']]`, or the `targets` of `resolveScm`. */
function branch(program: Program, start: number, end: number): Value | undefined {
  for (let at = start; at < end; at++) {
    if (program.is(at, "branches", ":")) return program.named("name", at, end);
    if (program.is(at, "targets", ":", "[")) return program.valueAt(at + 3);
  }
  return undefined;
}
