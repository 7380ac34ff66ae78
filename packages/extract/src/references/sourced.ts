import { posix } from "node:path";
import { expand, readBindings } from "./placeholder.ts";
import type { Reference } from "./reference.ts";

/** What scripts exchange: a script that another one sources sets its variables. */
export interface SourcedFacts {
  /** The paths that the script sources, as written, without variables in front. */
  sources?: string[];
  /** Variables in its references that it does not set itself. */
  waiting?: string[];
  /** The values of a script that others may source. */
  values?: Record<string, string>;
}

/** A script that sets variables for others, by its name: `scripts/version.sh`. */
const SETTINGS =
  /(?:^|\/)(?:[^/]*[-_.])?(?:versions?|env|environment|vars|variables|config|common|defaults|settings)(?:\.(?:ba|z)?sh)?$/i;
const SHELL = /\.(?:ba|z)?sh$/;
const MAX_SETTINGS = 65_536;
const MAX_VALUES = 100;
const MAX_SOURCES = 10;

/** `. ./version`, `source "$(dirname $0)/version"`, at the start of a command. */
const SOURCE =
  /(?:^|[;&|]|\bthen|\bdo)[ \t]*(?:source|\.)[ \t]+["']?(?:\$\([^()\n]{1,100}\)\/|\$\{[^{}\n]{1,100}\}\/|\$\w{1,60}\/)?(?<path>[\w./-]{1,200})["']?[ \t]*(?=$|[;&|#\r])/gm;

/** Whether a script sets variables for others. */
export const isSettings = (path: string, text: string): boolean =>
  SETTINGS.test(path) && text.length <= MAX_SETTINGS && (SHELL.test(path) || text.startsWith("#!"));

/** Reads what a script sources, without what it sets itself, and what it sets for others. */
export function readSourced(path: string, text: string, references: readonly Reference[]): SourcedFacts {
  const values = isSettings(path, text) ? [...readBindings(text)].slice(0, MAX_VALUES) : [];
  const unbound = new Set(references.flatMap((reference) => reference.unbound ?? []));
  const waiting = [...unbound].slice(0, MAX_VALUES).filter((name) => !isAssigned(text, name));
  const found =
    waiting.length > 0 ? Array.from(text.matchAll(SOURCE), ({ groups }) => groups?.["path"] ?? "") : [];
  const sources = [...new Set(found)].slice(0, MAX_SOURCES);
  return {
    ...(values.length > 0 && { values: Object.fromEntries(values) }),
    ...(sources.length > 0 && { sources, waiting }),
  };
}

const isAssigned = (text: string, name: string): boolean =>
  /^\w+$/.test(name) && new RegExp(String.raw`(?:^|[\s;])${name}=`, "m").test(text);

/** Returns a function that binds variables in versions with the values of the scripts that a script sources. */
export function bindSourced(
  files: readonly { path: string; facts: SourcedFacts }[],
): (path: string, facts: SourcedFacts, reference: Reference) => Reference {
  const valuesOf = new Map(files.flatMap(({ path, facts }) => (facts.values ? [[path, facts.values]] : [])));
  return (path, { sources = [], waiting = [] }, reference) => {
    const { unbound, versionConstraint } = reference;
    if (unbound === null || versionConstraint === null || !waiting.includes(unbound)) return reference;
    const bindings = new Map<string, string>();
    const conflicts = new Set<string>();
    for (const source of sources) {
      const found = [posix.join(posix.dirname(path), source), posix.normalize(source)]
        .map((each) => valuesOf.get(each))
        .find((values) => values !== undefined);
      for (const [name, value] of Object.entries(found ?? {})) {
        if (bindings.has(name) && bindings.get(name) !== value) conflicts.add(name);
        bindings.set(name, value);
      }
    }
    for (const name of conflicts) bindings.delete(name);
    if (!bindings.has(unbound)) return reference;
    const bound = expand(versionConstraint, () => bindings);
    const rawReference = expand(reference.rawReference, () => bindings).text;
    return { ...reference, versionConstraint: bound.text, unbound: bound.unbound, rawReference };
  };
}
