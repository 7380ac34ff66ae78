import { posix } from "node:path";
import { at, entriesOf, itemsOf, textOf, type DataNode } from "../../document/node.ts";
import type { Facts } from "../../ecosystem.ts";
import { hasExpression } from "./expression.ts";
import type { ActionsFacts } from "./read.ts";

const INPUT_EXPRESSION = /\$\{\{\s*inputs\.(?<name>[\w-]+)\s*\}\}/g;
/** The events that have inputs; of any other one every input is empty. */
const EVENTS = new Set(["workflow_call", "workflow_dispatch"]);
/** Longer than any ref or image; bounds what substitution can build. */
const MAX_LENGTH = 256;

export interface Input {
  name: string;
  value: string;
}

/** A use of an action or workflow of the same repository, and the inputs that it gives. */
export interface LocalCall {
  target: string;
  given: Input[];
}

/** The literal defaults of an action's inputs. */
export const actionDefaults = (document: DataNode | undefined): Input[] => defaultsOf(at(document, "inputs"));

/** The literal defaults of a workflow's inputs on which all of its events agree. */
export function workflowDefaults(on: DataNode | undefined): Input[] {
  const events = entriesOf(on);
  if (events.length === 0 || events.some(({ key }) => !EVENTS.has(key))) return [];
  const [first = [], ...others] = events.map(({ value }) => defaultsOf(at(value, "inputs")));
  return first.filter((input) => others.every((defaults) => defaults.some((each) => isSame(each, input))));
}

const isSame = (a: Input, b: Input): boolean => a.name === b.name && a.value === b.value;

const defaultsOf = (inputs: DataNode | undefined): Input[] =>
  entriesOf(inputs).flatMap(({ key, value }) => {
    const text = textOf(at(value, "default")) ?? "";
    return text === "" || text.length > MAX_LENGTH || hasExpression(text) ? [] : [{ name: key, value: text }];
  });

/** What the jobs and steps of a workflow or action give to those of the same repository. */
export function localCalls(document: DataNode | undefined): LocalCall[] {
  const jobs = entriesOf(at(document, "jobs")).map(({ value }) => value);
  const steps = [at(document, "runs"), ...jobs].flatMap((each) => itemsOf(at(each, "steps")));
  return [...jobs, ...steps].flatMap((caller) => {
    const target = textOf(at(caller, "uses")) ?? "";
    const given = entriesOf(at(caller, "with")).map(({ key, value }) => ({
      name: key,
      value: textOf(value) ?? "",
    }));
    return target.startsWith("./") && given.length > 0 ? [{ target, given }] : [];
  });
}

/**
 * The text of each file with its inputs at their defaults, as they are unless a caller says otherwise. One to which a
 * caller of the same repository gives anything else stays as it is.
 */
export function inputBinder(files: readonly Facts<ActionsFacts>[]): (path: string, text: string) => string {
  const givenTo = Map.groupBy(
    files.flatMap(({ facts }) => facts.localCalls),
    ({ target }) => folderOrWorkflow(posix.normalize(target)),
  );
  const defaults = new Map(
    files.map(({ path, facts }) => {
      const given = (givenTo.get(folderOrWorkflow(path)) ?? []).flatMap((call) => call.given);
      const isContested = (input: Input): boolean =>
        given.some(({ name, value }) => name === input.name && value !== input.value);
      return [path, facts.defaults.filter((input) => !isContested(input))];
    }),
  );
  return (path, text) =>
    text.length > MAX_LENGTH
      ? text
      : text.replaceAll(INPUT_EXPRESSION, (expression, name: string) => {
          const bound = defaults.get(path)?.find((input) => input.name === name);
          return bound?.value ?? expression;
        });
}

/** An action is called by its folder, a workflow by its file. */
const folderOrWorkflow = (path: string): string =>
  path.replace(/(?:^|\/)action\.ya?ml$/i, "").replace(/\/$/, "") || ".";
