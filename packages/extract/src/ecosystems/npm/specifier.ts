import { findGitSpecifier, type GitSpecifier } from "./git-specifier.ts";
import { isPackageName, nameOfSelector } from "./package-name.ts";

/** What stands to the right of a package name: where the package comes from, and in which version. */
export type Specifier =
  | { kind: "registry"; name: string; constraint: string | null }
  | (GitSpecifier & { name: string })
  /** A folder or tarball on disk, relative to the manifest. */
  | { kind: "path"; name: string; path: string }
  /** Another package of the repository, or a script that makes one. */
  | { kind: "local" }
  /** A tarball, or a protocol nobody knows. */
  | { kind: "other"; name: string };

const PROTOCOL = /^(?<protocol>[a-z][a-z+.-]*):(?<rest>.*)$/is;
const BARE_PATH = /^(?:\.{1,2}(?:[/\\]|$)|~[/\\]|[/\\]|[a-z]:[/\\])/i;

/** `key` is the entry's own name; an alias or a patch names the package itself. */
export function parseSpecifier(key: string, written: string): Specifier {
  const { name, text } = patched(key, written);
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
      return aliased(name, rest);
    default: {
      const git = findGitSpecifier(text);
      if (git) return { ...git, name };
      return protocol === "" ? { kind: "registry", name, constraint: text } : { kind: "other", name };
    }
  }
}

/** `npm:real@^1` is an alias; `npm:^1` only says that the package comes from the registry. */
function aliased(name: string, text: string): Specifier {
  const real = nameOfSelector(text);
  if (!isPackageName(real) || /^(?:v?\d+(?:\..*)?|x|latest|next)$/.test(text))
    return { kind: "registry", name, constraint: text };
  return { kind: "registry", name: real, constraint: real === text ? null : text.slice(real.length + 1) };
}

/** Patches of patches exist; deeper ones are nobody's. */
const MAX_PATCHES = 3;

/** yarn's `patch:name@npm%3A^1#./fix.patch` is `name@npm:^1` with changes that concern no other repository. */
function patched(key: string, written: string): { name: string; text: string } {
  let name = key;
  let text = written;
  for (let depth = 0; depth < MAX_PATCHES && text.startsWith("patch:"); depth += 1) {
    const [locator = ""] = text.slice("patch:".length).split("#", 1);
    const inner = decoded(locator);
    const innerName = nameOfSelector(inner);
    if (!isPackageName(innerName)) break;
    name = innerName;
    text = inner.slice(name.length + 1);
  }
  return { name, text };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
