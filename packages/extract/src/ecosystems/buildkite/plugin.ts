import { findPlaceholder } from "../../document/templated-yaml.ts";
import { parseGitUrl } from "../../git-url.ts";

export interface PluginReference {
  /** `host/path` of its repository; undefined where a variable hides it. */
  location: string | undefined;
  /** As written, without the version. */
  name: string;
  version: string | null;
}

const OFFICIAL = "buildkite-plugins";
const SUFFIX = "-buildkite-plugin";
const PART = /^[\w.-]+$/;
const LOCAL = /^(?:[./~]|file:)/;

/** A folder of the repository or of the machine. */
export const isLocalPlugin = (text: string): boolean => LOCAL.test(text);

/**
 * `docker#v5` is one of Buildkite's own, `acme/tool#v1` one on GitHub, both in a repository of that name with a suffix;
 * everything else is the address of a repository. Undefined for what names none.
 */
export function parsePlugin(text: string): PluginReference | undefined {
  const hash = text.indexOf("#");
  const name = hash === -1 ? text : text.slice(0, hash);
  const version = hash === -1 ? null : text.slice(hash + 1) || null;
  if (findPlaceholder(name) !== null) return { location: undefined, name, version };
  const location = parseGitUrl(name)?.location ?? locationOf(name.split("/"));
  return location === undefined ? undefined : { location, name, version };
}

function locationOf(parts: readonly string[]): string | undefined {
  if (!parts.every((part) => PART.test(part))) return undefined;
  const [owner = "", name = ""] = parts.length === 1 ? [OFFICIAL, ...parts] : parts;
  if (parts.length > 2) return parseGitUrl(`https://${parts.join("/")}`)?.location;
  return `github.com/${owner}/${name.endsWith(SUFFIX) ? name : name + SUFFIX}`.toLowerCase();
}
