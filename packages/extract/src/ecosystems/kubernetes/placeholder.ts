/**
 * Placeholders: `{{ x }}` (Argo, Pipelines-as-Code), `$(params.x)` (Tekton), `${X}` and `$X` (Flux, OpenShift, envsubst),
 * and `<x>` for values that the reader has to fill in.
 */
const PLACEHOLDER =
  /\{\{(?<braces>[^{}]{0,200})\}\}|\$\((?<make>[^()]{1,200})\)|\$\{(?<dollar>[^{}]{1,200})\}|\$(?<shell>[a-z_]\w{0,100})|<(?<angle>[\w .-]{1,100})>/gi;

/** `X:=1`, `X:-1`, `X=1` and `X-1` have the default 1. */
const FALLBACK = /^(?<name>\w+):?[-=](?<value>.*)$/s;

/** Bounds the result of interpolation. Longer texts are not names. */
const MAX_LENGTH = 1024;

/** Looks up the value of a name in the surrounding manifests. */
export type Bindings = (name: string) => string | undefined;

export const NO_BINDINGS: Bindings = () => undefined;

/** Adds values that take precedence over the outer ones. */
export function withValues(outer: Bindings, values: readonly (readonly [string, string])[]): Bindings {
  if (values.length === 0) return outer;
  const own = new Map(values);
  return (name) => own.get(name) ?? outer(name);
}

/** Interpolates bindings and the defaults of placeholders. */
export function bind(text: string, bindings: Bindings): string {
  if (text.length > MAX_LENGTH) return text;
  const bound = text.replace(PLACEHOLDER, (placeholder, ...groups) => {
    const name = nameOf(groups.at(-1) as Record<string, string | undefined>);
    return bindings(name) ?? FALLBACK.exec(name)?.groups?.["value"] ?? placeholder;
  });
  return bound.length > MAX_LENGTH ? text : bound;
}

/** Returns the name in the first placeholder, else null. */
export function findUnbound(text: string): string | null {
  const found = text.slice(0, MAX_LENGTH).matchAll(PLACEHOLDER).next().value;
  return found ? nameOf(found.groups ?? {}) || found[0] : null;
}

/** Replaces placeholders with letters of the same length, so that their content does not affect parsing. */
export const mask = (text: string): string =>
  text.slice(0, MAX_LENGTH).replace(PLACEHOLDER, (placeholder) => "x".repeat(placeholder.length));

const nameOf = (groups: Record<string, string | undefined>): string =>
  (Object.values(groups).find((group) => group !== undefined) ?? "").trim();
