import { findGitSpecifier, type GitSpecifier } from "./git-specifier.ts";

/** The value of a dependency: where the package comes from, and in which version. */
export type Specifier =
  | { kind: "registry"; name: string; constraint: string | null }
  | (GitSpecifier & { name: string })
  /** A folder or tarball on disk, relative to the manifest. */
  | { kind: "path"; name: string; path: string }
  /** A package of the same repository (`workspace:`), or one that a script generates (`exec:`). */
  | { kind: "local" }
  /** A tarball, or an unknown protocol. */
  | { kind: "other"; name: string };

const PROTOCOL = /^(?<protocol>[a-z][a-z+.-]*):(?<rest>.*)$/is;
const BARE_PATH = /^(?:\.{1,2}(?:[/\\]|$)|~[/\\]|[/\\]|[a-z]:[/\\])/i;

/** Parses the value of the dependency `key`. An alias or a patch contains the actual package name. */
export function parseSpecifier(key: string, value: string): Specifier {
  const { name, text } = unwrapPatch(key, value);
  if (BARE_PATH.test(text)) return { kind: "path", name, path: text };
  const { protocol = "", rest = "" } = PROTOCOL.exec(text)?.groups ?? {};
  switch (protocol.toLowerCase()) {
    case "workspace":
    case "exec":
      return { kind: "local" };
    case "link":
    case "portal":
    case "file":
      return { kind: "path", name, path: rest.replace(/^\/\//, "") };
    case "npm":
    case "jsr":
      return parseAlias(name, rest);
    default: {
      const git = findGitSpecifier(text);
      if (git) return { ...git, name };
      return protocol === "" ? { kind: "registry", name, constraint: text } : { kind: "other", name };
    }
  }
}

/** `npm:real@^1` is an alias; `npm:^1` only selects the registry. */
function parseAlias(name: string, text: string): Specifier {
  const real = nameOfSelector(text);
  if (!isPackageName(real) || /^(?:v?\d+(?:\..*)?|x|latest|next)$/.test(text))
    return { kind: "registry", name, constraint: text };
  return { kind: "registry", name: real, constraint: real === text ? null : text.slice(real.length + 1) };
}

/** Patches can be nested. */
const MAX_PATCHES = 3;

/** Unwraps Yarn's `patch:name@npm%3A^1#./fix.patch` to `name@npm:^1`. */
function unwrapPatch(key: string, value: string): { name: string; text: string } {
  let name = key;
  let text = value;
  for (let depth = 0; depth < MAX_PATCHES && text.startsWith("patch:"); depth += 1) {
    const [locator = ""] = text.slice("patch:".length).split("#", 1);
    const inner = tryDecode(locator);
    const innerName = nameOfSelector(inner);
    if (!isPackageName(innerName)) break;
    name = innerName;
    text = inner.slice(name.length + 1);
  }
  return { name, text };
}

function tryDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const PACKAGE_NAME = /^(?:@[\w.~-]+\/)?[\w~-][\w.~-]*$/;

/** False for comments (`//`), placeholders (`{{ name }}`) and other names that no registry accepts. */
export const isPackageName = (text: string): boolean => PACKAGE_NAME.test(text);

/** Returns the name in `name@range` and `@scope/name@range`. */
export function nameOfSelector(selector: string): string {
  const separator = selector.indexOf("@", 1);
  return separator === -1 ? selector : selector.slice(0, separator);
}

/** Returns `name` for pnpm's `parent@1>name@2`. A `>` in a range (`name@>=2`, `name@1 || >2`) is not a separator. */
export function nameOfPnpmOverride(key: string): string {
  const parent = /[^ |@]>/.exec(key);
  return nameOfSelector(parent ? key.slice(parent.index + 2) : key);
}

const RESOLUTION_STEP = /(?:\*\*|(?<name>(?:@[^/@]*\/)?[^/@]+)(?:@(?<range>[^/]*))?)(?:\/|$)/gy;

/** Returns the last package of a Yarn resolution path: `name` for `parent/name@range`. `**` stands for any depth. */
export function nameOfResolution(key: string): string {
  let last = key;
  for (const { groups } of key.matchAll(RESOLUTION_STEP)) {
    last = groups?.["name"] ?? last;
    // The rest of such a range may look like further packages: `name@patch:./a/b`.
    if (/^(?!npm:)[a-z+]+:/.test(groups?.["range"] ?? "")) break;
  }
  return last;
}
