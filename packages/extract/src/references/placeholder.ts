/**
 * Placeholders of shells, make, CI systems and template languages:
 * `${{ x }}`, `{{ x }}`, `<< parameters.x >>`, `${X}`, `{x}`, `$(X)`, `$(command x)`, `$X`, `$1`, `%X%`, `%s`.
 */
const PLACEHOLDER =
  /\$?\{\{(?<mustache>[^{}]*)\}\}|\$\{(?<brace>[^{}\s]+)\}|\{(?<plain>[^{}\s]+)\}|<< ?(?<circle>(?:pipeline|parameters)\.[\w.-]+) ?>>|\$\((?<make>\w+)\)|\$\((?<command>\w[^()\n"']{1,100})\)|\$(?<shell>[A-Za-z_]\w*|[1-9])|%(?<batch>[A-Za-z_]\w*)%|%(?<verb>[sdvq])(?!\w)/g;

/** Source of a pattern for placeholders with characters that would otherwise end a URL or a word. */
export const BRACKETED = String.raw`\$?\{\{[^{}\n]{0,100}\}\}|\$?\{[^{}\s"']{1,100}\}|<< ?(?:pipeline|parameters)\.[\w.-]{1,100} ?>>|\$\(\w[^()\n"']{0,100}\)|\$\{\w{1,100}:?-(?:"[^"\n{}$]{1,100}"|'[^'\n{}$]{1,100}')\}`;

export type Bindings = ReadonlyMap<string, string>;

/** Interpolates bound names. `unbound` is the first name without a value, or null. */
export function expand(text: string, bindings: () => Bindings): { text: string; unbound: string | null } {
  let unbound: string | null = null;
  const expanded = text.replace(PLACEHOLDER, (placeholder, ...groups) => {
    const { name, fallback } = readName(groups.at(-1) as Record<string, string | undefined>);
    const named = fallback === undefined ? undefined : VARIABLE.exec(fallback)?.groups?.["name"];
    const value = bindings().get(name) ?? (named === undefined ? fallback : bindings().get(named));
    if (value === undefined) unbound ??= name;
    return value ?? placeholder;
  });
  return { text: expanded, unbound };
}

/** `$X`, `${X}`. */
const VARIABLE = /^\$\{?(?<name>[A-Za-z_]\w*)\}?$/;

/** `env.X` is X. `${X:-1}` and `${X-1}` fall back to 1, but the dash in `${{ inputs.x-1 }}` and `{x-1}` is part of the name. */
function readName(groups: Record<string, string | undefined>): {
  name: string;
  fallback: string | undefined;
} {
  const command = groups["command"];
  if (command !== undefined) return { name: `$(${command})`, fallback: undefined };
  const shell = groups["brace"];
  const written = shell ?? Object.values(groups).find((group) => group !== undefined) ?? "";
  const form =
    shell === undefined ? /^\s*(?:env\.)?([\w.]+(?:-[\w.]+)*)/ : /^(?:env\.)?([\w.]+)(?::?-(\S+))?/;
  const [, name = written.trim(), fallback] = form.exec(written) ?? [];
  return { name, fallback: fallback?.replace(/^(["'])(.*)\1$/, "$2") };
}

const BEFORE_NAME = String.raw`^[ \t]*(?:(?:export|readonly|local|declare|set|const|let|var|ARG|ENV|-)[ \t]+)*`;
const NAME = String.raw`(?<name>[A-Za-z_]\w*)`;
const LINE_END = String.raw`[ \t;]*(?:#.*)?\r?$`;
const ASSIGNMENT = new RegExp(
  String.raw`${BEFORE_NAME}${NAME}[ \t]*[:?+]?[=:][ \t]*(?:"(?<double>[^"\n$]+)"|'(?<single>[^'\n$]+)'|(?<bare>[^\s"'$\x60{}();]+))${LINE_END}`,
  "gm",
);
/** `V="${X:-1}"`, `V="${X:-$Y}"`, and `: "${V:=1}"`, which is short for `V="${V:-1}"`. */
const DEFAULT = new RegExp(
  String.raw`(?:${BEFORE_NAME}${NAME}=(?<quote>"?)\$\{(?<outer>\w+):?-|^[ \t]*:[ \t]+(?<mark>"?)\$\{(?<self>[A-Za-z_]\w*):?=)(?<inner>["']?)(?<value>[^\s"'$\x60{}]+|\$\w+|\$\{\w+\})\k<inner>\}\k<quote>\k<mark>${LINE_END}`,
  "gm",
);

type Values = Map<string, ReadonlySet<string>>;

/** Returns names that have a single plain value in a file, or else a single default. Names with two values are unbound. */
export function readBindings(text: string): Bindings {
  const values: Values = new Map();
  for (const { groups = {} } of text.matchAll(ASSIGNMENT))
    add(values, groups["name"], [groups["double"] ?? groups["single"] ?? groups["bare"] ?? ""]);
  const plain = new Map(values);
  for (const { name, outer, value } of defaultsOf(text)) {
    const named = VARIABLE.exec(value)?.groups?.["name"];
    const fallback = named === undefined ? [value] : values.get(named);
    add(values, name, (outer === name ? plain : values).get(outer) ?? fallback ?? []);
  }
  return new Map([...values].flatMap(([name, all]) => (all.size === 1 ? [[name, [...all].join("")]] : [])));
}

const add = (values: Values, name = "", more: Iterable<string>): unknown =>
  values.set(name, new Set([...(values.get(name) ?? []), ...more]));

/** Returns the defaults in a file, with those of a name for itself first, because others may use them. */
function defaultsOf(text: string): { name: string; outer: string; value: string }[] {
  if (!text.includes("${")) return [];
  return Array.from(text.matchAll(DEFAULT), ({ groups = {} }) => {
    const name = groups["name"] ?? groups["self"] ?? "";
    return { name, outer: groups["outer"] ?? name, value: groups["value"] ?? "" };
  }).toSorted((a, b) => Number(a.outer !== a.name) - Number(b.outer !== b.name));
}
