import { at, entriesOf, itemsOf, textOf, type DataNode } from "../../document/node.ts";

/** The values of the parameters of a job, by name. */
export type Parameters = ReadonlyMap<string, string>;

/** Bounds the invocations of one job, and the combinations of a matrix. */
const MAX_SETS = 64;

/**
 * Returns the parameters with which the workflows of a CircleCI configuration invoke each job, also with a matrix. A job that no workflow
 * invokes has the defaults of its parameters.
 *
 * https://circleci.com/docs/reference/configuration-reference/#parameters
 */
export function invocationsOf(document: DataNode): Map<string, Parameters[]> {
  const invoked = new Map<string, DataNode[]>();
  collect(document, invoked);
  return new Map(
    entriesOf(at(document, "jobs")).map(({ key, value }) => {
      const defaults = new Map(
        entriesOf(at(value, "parameters")).flatMap((parameter) => {
          const text = textOf(at(parameter.value, "default"));
          return text === undefined ? [] : [[parameter.key, text] as const];
        }),
      );
      const sets = (invoked.get(key) ?? []).flatMap((invocation) => setsOf(invocation, defaults));
      return [key, sets.length === 0 ? [defaults] : sets.slice(0, MAX_SETS)];
    }),
  );
}

/** Collects the arguments of the invocations in all lists of `jobs`. */
function collect(node: DataNode, found: Map<string, DataNode[]>): void {
  for (const { key, value } of entriesOf(node)) {
    collect(value, found);
    if (key !== "jobs") continue;
    for (const { key: job, value: invocation } of itemsOf(value).flatMap(entriesOf)) {
      const known = found.get(job) ?? [];
      if (known.length < MAX_SETS) found.set(job, [...known, invocation]);
    }
  }
}

function setsOf(invocation: DataNode, defaults: Parameters): Parameters[] {
  const own = entriesOf(invocation).flatMap(({ key, value }) => {
    const text = textOf(value);
    return text === undefined ? [] : [[key, text] as const];
  });
  let sets = [new Map([...defaults, ...own])];
  for (const { key, value } of entriesOf(at(invocation, "matrix", "parameters"))) {
    const choices = itemsOf(value).flatMap((item) => textOf(item) ?? []);
    if (choices.length === 0) continue;
    sets = sets
      .flatMap((known) => choices.map((choice) => new Map([...known, [key, choice]])))
      .slice(0, MAX_SETS);
  }
  return sets;
}

const PARAMETER = /<<\s{0,5}parameters\.(?<name>[\w-]{1,100})\s{0,5}>>/g;

/** Interpolates `<< parameters.x >>`. */
export const bindParameters = (text: string, parameters: Parameters): string =>
  text.replace(PARAMETER, (written, name: string) => parameters.get(name) ?? written);
