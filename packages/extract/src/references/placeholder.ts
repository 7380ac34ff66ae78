/**
 * What shells, make, CI systems and template languages put where a value will be:
 * `${{ x }}`, `{{ x }}`, `${X}`, `{x}`, `$(X)`, `$X`, `%X%`, `%s`.
 */
const PLACEHOLDER =
  /\$?\{\{(?<mustache>[^{}]*)\}\}|\$?\{(?<brace>[^{}\s]+)\}|\$\((?<make>\w+)\)|\$(?<shell>[A-Za-z_]\w*)|%(?<batch>[A-Za-z_]\w*)%|%(?<verb>[sdvq])(?!\w)/g;

/** The forms that hold characters at which a URL or a word would end; a piece of a regular expression. */
export const BRACKETED = String.raw`\$?\{\{[^{}\n]{0,100}\}\}|\$?\{[^{}\s"']{1,100}\}|\$\(\w{1,100}\)`;

export type Bindings = ReadonlyMap<string, string>;

/** The text with bound names replaced; `unbound` is the first name that nothing binds, as it must be sought. */
export function expand(text: string, bindings: () => Bindings): { text: string; unbound: string | null } {
  let unbound: string | null = null;
  const expanded = text.replace(PLACEHOLDER, (placeholder, ...groups) => {
    const { name, fallback } = readName(groups.at(-1) as Record<string, string | undefined>);
    const value = bindings().get(name) ?? fallback;
    if (value === undefined) unbound ??= name;
    return value ?? placeholder;
  });
  return { text: expanded, unbound };
}

/** `env.X` is X; `X:-1` and `X-1` fall back to 1. */
function readName(groups: Record<string, string | undefined>): {
  name: string;
  fallback: string | undefined;
} {
  const written = Object.values(groups).find((group) => group !== undefined) ?? "";
  const [, name = written.trim(), fallback] = /^\s*(?:env\.)?([\w.]+)(?::?-(\S+))?/.exec(written) ?? [];
  return { name, fallback };
}

const ASSIGNMENT =
  /^[ \t]*(?:(?:export|readonly|local|declare|set|const|let|var|ARG|ENV|-)[ \t]+)*(?<name>[A-Za-z_]\w*)[ \t]*[:?+]?[=:][ \t]*(?:"(?<double>[^"\n$]+)"|'(?<single>[^'\n$]+)'|(?<bare>[^\s"'$`{}();]+))[ \t;]*(?:#.*)?\r?$/gm;

/** Names that a file gives one plain value. A name with two values is bound to neither: which one holds depends on the run. */
export function readBindings(text: string): Bindings {
  const values = new Map<string, Set<string>>();
  for (const { groups = {} } of text.matchAll(ASSIGNMENT)) {
    const value = groups["double"] ?? groups["single"] ?? groups["bare"] ?? "";
    const name = groups["name"] ?? "";
    values.set(name, (values.get(name) ?? new Set()).add(value));
  }
  return new Map([...values].flatMap(([name, all]) => (all.size === 1 ? [[name, [...all].join("")]] : [])));
}
