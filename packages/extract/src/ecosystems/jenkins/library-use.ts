import type { Program } from "./program.ts";
import { useOf, type Use } from "./use.ts";

/** `@Library('a@v1')`, `library 'a@v1'`, `library(identifier: 'a', retriever: …)` and `libraries { lib('a@v1') }`. */
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
