import { argumentsOf, type Argument } from "../../interface.ts";
import { CLOSE, endOf, isKeyPlace, OPEN } from "./interface.ts";
import type { Program } from "./program.ts";

/** Limits the calls of one file. */
const MAX_CALLS = 1000;

/** A call of a step, at its token. */
export interface StepCall {
  at: number;
  /** `step`, or `step.method`. */
  name: string;
  line: number;
}

/** Returns what the calls pass: each step, followed by the names of its arguments. */
export function callArguments(
  program: Program,
  calls: readonly StepCall[],
  file: string,
): ReturnType<typeof argumentsOf> {
  return argumentsOf(
    calls.slice(0, MAX_CALLS).flatMap(({ at, name, line }): Argument[] => {
      const step: Argument = { kind: "step", name, file, line };
      if (name.includes(".")) return [step];
      const passed = passedNames(program, at).map((one): Argument => ({
        kind: "parameter",
        name: `${name}.${one.name}`,
        file,
        line: one.line,
      }));
      return [step, ...passed];
    }),
  );
}

/** Returns the names in `step(a: 1)`, `step(x, [a: 1])`, `step a: 1` and `step { a = 1 }`. */
function passedNames(program: Program, at: number): { name: string; line: number }[] {
  if (program.is(at + 1, "{")) return assignedNames(program, at + 1);
  const isBracketed = program.is(at + 1, "(");
  const start = isBracketed ? at + 1 : at;
  const end = isBracketed ? endOf(program, start) : program.endOfArguments(at + 1);
  const level = isBracketed ? 1 : 0;
  const found: { name: string; line: number }[] = [];
  let depth = 0;
  let map = 0;
  for (let index = isBracketed ? start : at + 1; index < end; index++) {
    const token = program.tokens[index];
    if (!token) break;
    if (token.kind === "punctuation") {
      if (OPEN.has(token.text)) depth += 1;
      if (CLOSE.has(token.text)) depth -= 1;
      // A map that is an argument on its own. The value of a named argument is another map.
      if (depth === level) map = 0;
      else if (depth === level + 1 && token.text === "[") map = program.is(index - 1, ":") ? 0 : depth;
    } else if (
      program.is(index + 1, ":") &&
      (depth === level || depth === map) &&
      (index === at + 1 || isKeyPlace(program, index))
    )
      found.push({ name: token.text, line: token.line });
  }
  return found;
}

function assignedNames(program: Program, start: number): { name: string; line: number }[] {
  const end = endOf(program, start);
  const found: { name: string; line: number }[] = [];
  let depth = 0;
  for (let at = start; at < end; at++) {
    const token = program.tokens[at];
    if (!token) break;
    if (token.kind === "punctuation" && OPEN.has(token.text)) depth += 1;
    if (token.kind === "punctuation" && CLOSE.has(token.text)) depth -= 1;
    const before = program.tokens[at - 1];
    const isStart = program.is(at - 1, "{") || program.is(at - 1, ";") || (before?.endLine ?? 0) < token.line;
    if (depth === 1 && token.kind === "word" && isStart && program.is(at + 1, "="))
      found.push({ name: token.text, line: token.line });
  }
  return found;
}
