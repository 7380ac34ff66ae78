import { MAX_ADDRESS_LENGTH } from "../../chart-reference.ts";
import { findPlaceholder } from "../../document/templated-yaml.ts";
import { gitName } from "../../name.ts";
import { findRepository } from "../../references/repository-url.ts";

/** A folder or a file of another repository. */
export interface RemoteSource {
  /** `host/path` of the repository, without the folder; the whole address of what no git host serves. */
  artifact: string;
  constraint: string | null;
  lookups: string[];
}

const LOCAL = /^(?:\.{0,2}\/|\.{1,2}$|file:|git::file:|[a-z]:[\\/])/i;
const FILE = /\.(?:ya?ml|json)$/i;
/** Hosts that need no scheme. */
const BARE_HOST = /^(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org|dev\.azure\.com)[/:]/i;
const SCP_FORM = /^[\w.~+-]+@[\w.-]+:/;
/** `git.acme.io/team/repo.git//base?ref=v1`: another host is told from a folder by what only git has. */
const OTHER_HOST =
  /^[\w-]+(?:\.[\w-]+)+(?::\d+)?\/.*(?:\.git(?:\/|\?|$)|\/_git\/|\?(?:.*&)?(?:ref|version)=)/i;

const STATES_REF = /[?&](?:ref|version)=/i;

/** Undefined for what lies in this checkout. */
export function findRemoteSource(written: string): RemoteSource | undefined {
  const text = written.replace(/^git::/i, "").replace(/^gh:/i, "https://github.com/");
  if (text.length > MAX_ADDRESS_LENGTH || LOCAL.test(text)) return undefined;
  const url = absolute(text);
  if (url === undefined) return undefined;
  const [address = "", query = ""] = splitAt(url, url.indexOf("?"));
  const schemeEnd = address.indexOf("://");
  const folder = address.indexOf("//", schemeEnd === -1 ? 0 : schemeEnd + 3);
  const base = folder === -1 ? address : address.slice(0, folder);
  const isFile = folder === -1 && FILE.test(address);
  const repository = findRepository(base, !isFile);
  const pages = isFile ? pagesRepository(base) : undefined;
  const location = repository?.location ?? pages;
  return {
    artifact: location ?? base.replace(/^\w+:\/\/(?:[^/@]*@)?/, ""),
    constraint: statedRef(query) ?? (isFile ? (repository?.ref ?? null) : null),
    lookups: location === undefined ? [] : [gitName(location)],
  };
}

/** As kustomize completes it: a host of its own list, or what has the marks of a git URL. */
function absolute(text: string): string | undefined {
  if (/^[a-z][a-z+]*:\/\//i.test(text) || SCP_FORM.test(text)) return text;
  if (BARE_HOST.test(text)) return `https://${text.replace(":", "/")}`;
  if (OTHER_HOST.test(text)) return `https://${text}`;
  return STATES_REF.test(text) && findPlaceholder(text) !== null ? text : undefined;
}

/** As written: a version is never decoded. `version` is the older name. */
function statedRef(query: string): string | null {
  const values = new Map(
    query
      .split("&")
      .map((pair) => splitAt(pair, pair.indexOf("=")))
      .map(([key = "", value = ""]) => [key, value]),
  );
  return values.get("ref") || values.get("version") || null;
}

function pagesRepository(url: string): string | undefined {
  const { owner, service, name } =
    /^https?:\/\/(?<owner>[\w-]+)\.(?<service>github|gitlab)\.io\/(?<name>[\w.-]+)\//i.exec(url)?.groups ??
    {};
  return owner === undefined ? undefined : `${service}.com/${owner}/${name}`.toLowerCase();
}

const splitAt = (text: string, index: number): string[] =>
  index === -1 ? [text] : [text.slice(0, index), text.slice(index + 1)];
