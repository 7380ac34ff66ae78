/**
 * What stands where a value will be: Argo's and Pipelines-as-Code's `{{ x }}`, Tekton's `$(params.x)`, the `${X}` and
 * `$X` of Flux, OpenShift and envsubst, and `<x>`, which is left to whoever copies the manifest.
 */
const PLACEHOLDER =
  /\{\{(?<braces>[^{}]{0,200})\}\}|\$\((?<make>[^()]{1,200})\)|\$\{(?<dollar>[^{}]{1,200})\}|\$(?<shell>[a-z_]\w{0,100})|<(?<angle>[\w .-]{1,100})>/gi;

/** `X:=1`, `X:-1`, `X=1` and `X-1` fall back to 1. */
const FALLBACK = /^(?<name>\w+):?[-=](?<value>.*)$/s;

/** Longer texts name nothing; bounds what substitution can build. */
const MAX_LENGTH = 1024;

/** What the manifests around a text give a name. */
export type Bindings = (name: string) => string | undefined;

export const NO_BINDINGS: Bindings = () => undefined;

/** The inner values hide the outer. */
export function within(outer: Bindings, values: readonly (readonly [string, string])[]): Bindings {
  if (values.length === 0) return outer;
  const own = new Map(values);
  return (name) => own.get(name) ?? outer(name);
}

/** The text with what is bound replaced, by a binding or by the placeholder's own default. */
export function bind(text: string, bindings: Bindings): string {
  if (text.length > MAX_LENGTH) return text;
  const bound = text.replace(PLACEHOLDER, (written, ...groups) => {
    const name = nameOf(groups.at(-1) as Record<string, string | undefined>);
    return bindings(name) ?? FALLBACK.exec(name)?.groups?.["value"] ?? written;
  });
  return bound.length > MAX_LENGTH ? text : bound;
}

/** What the first placeholder of a text seeks; null where it has none. */
export function findUnbound(text: string): string | null {
  const found = text.slice(0, MAX_LENGTH).matchAll(PLACEHOLDER).next().value;
  return found ? nameOf(found.groups ?? {}) || found[0] : null;
}

/** As long as the text, with nothing in place of its placeholders that could divide it. */
export const mask = (text: string): string =>
  text.slice(0, MAX_LENGTH).replace(PLACEHOLDER, (written) => "x".repeat(written.length));

const nameOf = (groups: Record<string, string | undefined>): string =>
  (Object.values(groups).find((group) => group !== undefined) ?? "").trim();
