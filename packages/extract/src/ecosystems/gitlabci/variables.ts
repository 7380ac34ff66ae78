/** Values of variables and, as `inputs.x`, of inputs, as written; undefined where it is known that nobody here knows. */
export type Bindings = ReadonlyMap<string, string | undefined>;

/** `$X`, `${X}`, `$[[ inputs.x ]]`; `$$` is a dollar and names nothing. */
const VARIABLE = /\$(?:\$|\{(?<braced>[a-z_]\w*)\}|(?<plain>[a-z_]\w*)|\[\[(?<input>[^[\]]{1,200})\]\])/gi;
/** The one function of an interpolation that leaves the value as it stands. */
const EXPAND_VARS = /\|\s*expand_vars\s*$/;
/** Longer than any reference; bounds what substitution can build. */
const MAX_LENGTH = 1024;
const MAX_DEPTH = 5;
const MAX_VARIABLES_PER_TEXT = 16;
/** Of one scope. */
const MAX_VALUES = 500;

/** The first variable in the text, if there is one. */
export function findVariable(text: string): string | undefined {
  for (const match of text.matchAll(VARIABLE)) {
    const name = nameOf(match.groups);
    if (name !== undefined) return name;
  }
  return undefined;
}

/** The names of all variables in the text. */
export const variablesOf = (text: string): string[] =>
  Array.from(text.matchAll(VARIABLE), ({ groups }) => nameOf(groups)).filter((name) => name !== undefined);

/** Replaces what is bound and leaves the rest as written. Each value is worked out once, and no text grows large. */
export class Scope {
  readonly #layers: readonly Bindings[];
  readonly #values = new Map<string, string>();

  /** The first layer that has a name decides. */
  constructor(...layers: Bindings[]) {
    this.#layers = layers;
  }

  bind(text: string, depth = MAX_DEPTH): string {
    if (text.length > MAX_LENGTH || !text.includes("$")) return text;
    if (variablesOf(text).length > MAX_VARIABLES_PER_TEXT) return text;
    const bound = text.replace(VARIABLE, (written, ...rest) => {
      const name = nameOf(rest.at(-1) as Record<string, string | undefined>);
      return (name === undefined ? undefined : this.#valueOf(name, depth)) ?? written;
    });
    return bound.length > MAX_LENGTH ? text : bound;
  }

  /** A variable that is defined by itself means the outer one, which nobody here knows. */
  #valueOf(name: string, depth: number): string | undefined {
    const known = this.#values.get(name);
    if (known !== undefined) return known;
    const written = this.#layers.find((layer) => layer.has(name))?.get(name);
    if (written === undefined || depth === 0 || this.#values.size === MAX_VALUES) return undefined;
    if (variablesOf(written).includes(name)) return undefined;
    const value = this.bind(written, depth - 1);
    this.#values.set(name, value);
    return value;
  }
}

function nameOf(groups: Record<string, string | undefined> | undefined): string | undefined {
  return groups?.["braced"] ?? groups?.["plain"] ?? groups?.["input"]?.replace(EXPAND_VARS, "").trim();
}
