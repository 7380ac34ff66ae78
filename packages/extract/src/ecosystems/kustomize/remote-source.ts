import { MAX_ADDRESS_LENGTH } from "../../chart-reference.ts";
import { findPlaceholder } from "../../document/templated-yaml.ts";
import { gitName } from "../../name.ts";
import { findRepository } from "../../references/repository-url.ts";

/** A folder or file of another repository, or a file on a web server. */
export interface RemoteSource {
  /** `host/path` of the repository, without the folder; for files on other servers, the whole URL without scheme. */
  artifact: string;
  constraint: string | null;
  lookups: string[];
  /** The path of the file in its repository, or null. */
  file: string | null;
}

const LOCAL = /^(?:\.{0,2}\/|\.{1,2}$|file:|git::file:|[a-z]:[\\/])/i;
const FILE = /\.(?:ya?ml|json)$/i;
/** Hosts that do not require a scheme. */
const BARE_HOST = /^(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org|dev\.azure\.com)[/:]/i;
const SCP_FORM = /^[\w.~+-]+@[\w.-]+:/;
/** `git.acme.io/team/repo.git//base?ref=v1`: other hosts differ from folders by syntax specific to git. */
const OTHER_HOST =
  /^[\w-]+(?:\.[\w-]+)+(?::\d+)?\/.*(?:\.git(?:\/|\?|$)|\/_git\/|\?(?:.*&)?(?:ref|version)=)/i;

const HAS_REF = /[?&](?:ref|version)=/i;

/** Undefined for local paths. */
export function findRemoteSource(source: string): RemoteSource | undefined {
  const text = source.replace(/^git::/i, "").replace(/^gh:/i, "https://github.com/");
  if (text.length > MAX_ADDRESS_LENGTH || LOCAL.test(text)) return undefined;
  const url = completeUrl(text);
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
    constraint: refOf(query) ?? (isFile ? (repository?.ref ?? null) : null),
    lookups: location === undefined ? [] : [gitName(location)],
    file: repository?.file ?? null,
  };
}

/** Adds a missing scheme, as kustomize does for well-known hosts and for texts with syntax specific to git. */
function completeUrl(text: string): string | undefined {
  if (/^[a-z][a-z+]*:\/\//i.test(text) || SCP_FORM.test(text)) return text;
  if (BARE_HOST.test(text)) return `https://${text.replace(":", "/")}`;
  if (OTHER_HOST.test(text)) return `https://${text}`;
  return HAS_REF.test(text) && findPlaceholder(text) !== null ? text : undefined;
}

/** Returns the ref without decoding it. `version` is the older name of the parameter. */
function refOf(query: string): string | null {
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
