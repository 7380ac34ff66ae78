import type { Expanded } from "./expand-variables.ts";

/** A value, and the line of the argument that has it as its default. */
export interface Argument extends Expanded {
  line?: number;
}

export type Arguments = ReadonlyMap<string, Argument>;

/** Returns the argument that a text consists of: `${BASE}`. */
export function argumentOf(text: string, values: Arguments): Argument | undefined {
  const { braced, name = braced } = /^\$(?:\{(?<braced>\w+)\}|(?<name>\w+))$/.exec(text)?.groups ?? {};
  return name === undefined ? undefined : values.get(name);
}

/**
 * Returns the stage with a name, or those that it can be if one variable in it has no value: `root_amd64` and `root_arm64` for
 * `root_${ARCH}`. Images have none.
 */
export function namedStages<T>({ text, unbound }: Expanded, stages: ReadonlyMap<string, T>): T[] {
  const name = text.toLowerCase();
  const exact = stages.get(name);
  if (exact !== undefined) return [exact];
  const [start = "", end = "", ...more] = unbound === null ? [] : name.split(/\$(?:\{[^{}]*\}|\w+)/);
  if (more.length > 0 || start + end === "" || /[/:@]/.test(start + end)) return [];
  return [...stages].flatMap(([each, stage]) =>
    each.length > start.length + end.length && each.startsWith(start) && each.endsWith(end) ? [stage] : [],
  );
}
