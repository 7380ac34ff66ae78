/** `name/version@user/channel#revision`. */
export interface ConanReference {
  name: string;
  /** The version or, in brackets, the range, with the revision of the recipe: `1.2.3#4f2a`. */
  constraint: string;
  /** The version beside a revision. */
  stated: string | null;
  /** What only running the recipe tells. */
  unbound: string | null;
}

const REFERENCE =
  /^(?<name>[a-z\d_{][\w{}+.-]*)\/(?<version>\[[^[\]]*\]|[^@#:/\s]+)(?:@(?:[^/@#\s]*(?:\/[^/@#\s]*)?)?)?(?:#(?<revision>[^#:%\s]+))?(?:%[\d.]+)?(?::\S+)?$/i;
const PLACEHOLDER = /\{(?<name>[^{}]*)\}|%[sdr]/;
const MAX_LENGTH = 1000;

/** Undefined for what is no reference; a text that is unbound as a whole has no version. */
export function parseConanReference(text: string): ConanReference | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const placeholder = PLACEHOLDER.exec(text);
  const unbound = placeholder && (placeholder.groups?.["name"] || placeholder[0]);
  const { name, version = "", revision } = REFERENCE.exec(text)?.groups ?? {};
  if (name === undefined)
    return unbound === null ? undefined : { name: text, constraint: "", stated: null, unbound };
  const constraint = revision === undefined ? version : `${version}#${revision}`;
  return { name, constraint, stated: revision === undefined ? null : version, unbound };
}

export const isUnnamed = ({ name }: ConanReference): boolean => PLACEHOLDER.test(name);
