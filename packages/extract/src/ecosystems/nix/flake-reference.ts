import { findArchiveUrl, parseGitUrl } from "../../git-url.ts";

/** The origin of an input. */
export interface FlakeReference {
  /** `host/path` of the repository, else the URL or name as written. */
  artifact: string;
  location: string | null;
  /** The folder of the flake in the repository. */
  folder: string;
  ref: string | null;
  versioning: "cargo" | "git";
}

/** Entries of the global flake registry. The meaning of other names depends on the machine. */
const REGISTRY: ReadonlyMap<string, string> = new Map([
  ["flake-parts", "github.com/hercules-ci/flake-parts"],
  ["flake-utils", "github.com/numtide/flake-utils"],
  ["home-manager", "github.com/nix-community/home-manager"],
  ["nix", "github.com/NixOS/nix"],
  ["nixos-hardware", "github.com/NixOS/nixos-hardware"],
  ["nixpkgs", "github.com/NixOS/nixpkgs"],
]);
const SHORTHAND =
  /^(?<type>github|gitlab|sourcehut):(?<owner>[^/?#]+)\/(?<repo>[^/?#]+)(?:\/(?<ref>[^?#]+))?/;
const HOSTS: Record<string, string> = { github: "github.com", gitlab: "gitlab.com", sourcehut: "git.sr.ht" };
const INDIRECT =
  /^(?:flake:)?(?<id>[A-Za-z][\w-]*)(?:\/(?<ref>[^/?#]+))?(?:\/(?<rev>[\da-f]{40}))?(?:[?#]|$)/;
const LOCAL = /^(?:path:|(?:git\+)?file:|[./~])/;
const FLAKEHUB =
  /^https:\/\/(?:api\.)?flakehub\.com\/f\/(?<path>[^/?#]+\/[^/?#]+)(?:\/(?<version>[^/?#]+?))?(?:\.tar\.gz)?(?:[?#]|$)/;
const MAX_LENGTH = 2000;

export const isLocal = (url: string): boolean => LOCAL.test(url);

/**
 * Parses a flake reference. Undefined if the text is not one.
 *
 * https://nix.dev/manual/nix/latest/command-ref/new-cli/nix3-flake.html#flake-references
 */
export function parseFlakeReference(url: string): FlakeReference | undefined {
  if (url.length > MAX_LENGTH) return undefined;
  const query = new URLSearchParams(/\?([^#]*)/.exec(url)?.[1] ?? "");
  const short = SHORTHAND.exec(url)?.groups;
  if (short) {
    const host = query.get("host") ?? HOSTS[short["type"] ?? ""] ?? "";
    return repository(
      `${host}/${short["owner"]}/${short["repo"]}`.replace(/%2f/gi, "/"),
      short["ref"],
      query,
    );
  }
  const hub = FLAKEHUB.exec(url)?.groups;
  if (hub) {
    // FlakeHub publishes repositories of GitHub under the same path.
    const found = repository(`github.com/${hub["path"]}`, hub["version"], query);
    return { ...found, versioning: "cargo" };
  }
  if (/^[\w+]+:\/\//.test(url)) return parseUrl(url, query);
  const { id, ref, rev } = INDIRECT.exec(url)?.groups ?? {};
  const known = REGISTRY.get(id ?? "");
  if (id === undefined) return undefined;
  const found = repository(known ?? id, rev ?? ref, query);
  return known === undefined ? { ...found, artifact: id, location: null } : found;
}

function parseUrl(url: string, query: URLSearchParams): FlakeReference {
  const plain = url.replace(/^(?:tarball|file)\+/, "");
  const archive = /^git\b/.test(plain) ? undefined : findArchiveUrl(plain);
  const source = (archive?.repositoryUrl ?? plain).replace(/[?#].*$/s, "");
  const isGit = /^(?:git|ssh)\b/.test(plain) || archive !== undefined;
  const address = source.replace(/^[\w+]+:\/\/(?:[^/@]*@)?/, "");
  if (!isGit) return { artifact: address, location: null, folder: "", ref: null, versioning: "git" };
  return { ...repository(address, archive?.ref, query), ...locationOf(source, address) };
}

const repository = (path: string, ref: string | undefined, query: URLSearchParams): FlakeReference => ({
  ...locationOf(`https://${path}`, path),
  folder: query.get("dir") ?? "",
  ref: query.get("rev") ?? query.get("ref") ?? (ref === undefined ? null : ref.replace(/%2f/gi, "/")),
  versioning: "git",
});

function locationOf(url: string, fallback: string): Pick<FlakeReference, "artifact" | "location"> {
  const location = url.includes("${") ? undefined : parseGitUrl(url)?.location;
  return { artifact: location ?? fallback, location: location ?? null };
}
