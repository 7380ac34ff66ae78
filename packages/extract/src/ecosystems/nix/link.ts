import { posix } from "node:path";
import {
  invalidSyntax,
  type Composition,
  type Declaration,
  type Facts,
  type LinkInput,
  type LinkResult,
  type ProducedArtifact,
} from "../../ecosystem.ts";
import { parseGitUrl } from "../../git-url.ts";
import { artifactName, gitName } from "../../name.ts";
import { LockFiles } from "../../lock-file.ts";
import { isTestInput } from "../../repository-path.ts";
import { Scopes } from "../../scope.ts";
import { versionCommentOf } from "../../version.ts";
import { isLocal, parseFlakeReference, type FlakeReference } from "./flake-reference.ts";
import { findLock, LOCK_FILE } from "./lock.ts";
import type { FlakeFacts, Input, NixFacts } from "./read.ts";

export function linkFlakes({ repository, files: all, tree }: LinkInput<NixFacts>): LinkResult {
  const own = parseGitUrl(repository.cloneUrl ?? "")?.location;
  const files = all.flatMap(({ path, facts }) => (facts.kind === "flake" ? [{ path, facts }] : []));
  const locks = new LockFiles(
    tree,
    LOCK_FILE,
    all.flatMap(({ path, facts }) => (facts.kind === "lock" ? [[path, facts] as const] : [])),
  );
  const artifacts = files.flatMap((file) => artifactOf(file, own));
  const scopes = new Scopes(artifacts);
  const flakes = new Set(files.map(({ path }) => path));
  const compositions: Composition[] = [];
  const result: LinkResult = { declarations: [], artifacts, compositions, problems: [] };
  for (const file of files) {
    for (const input of file.facts.inputs) {
      const url = urlOf(input);
      if (isLocal(url)) {
        const inner = localFlake(file.path, url);
        if (flakes.has(inner))
          compositions.push({ outer: scopes.of("nix", file.path), inner: scopes.of("nix", inner) });
        continue;
      }
      const reference = parseFlakeReference(url);
      if (!reference) {
        const message = `"${url.slice(0, 100)}" is not a valid flake reference.`;
        result.problems.push(invalidSyntax("nix", file.path, { line: input.line, message }));
      } else if (reference.location === null || reference.location !== own) {
        const locked = findLock(locks, file.path, input.name);
        result.declarations.push({ ...declarationOf(file.path, input, url, reference), locked });
      }
    }
  }
  return result;
}

/** `path:./modules/kit?x=y` */
const localFlake = (flake: string, url: string): string =>
  posix.join(posix.dirname(flake), url.replace(/^path:|[?#].*$/g, ""), "flake.nix");

/** Builds the URL from `type`, `owner` and `repo`. `type = "git"` next to a URL stands for its `git+` scheme. */
function urlOf({ url, attributes }: Input): string {
  const { type = "", owner = "", repo = "", id = "", ref, rev, host, dir } = attributes;
  if (url !== null) return type === "git" && !/^git\b/.test(url) ? `git+${url}` : url;
  const query = new URLSearchParams();
  if (host !== undefined) query.set("host", host);
  if (dir !== undefined) query.set("dir", dir);
  const base = type === "indirect" ? id : `${type}:${owner.replaceAll("/", "%2F")}/${repo}`;
  const version = rev ?? ref;
  return `${base}${version === undefined ? "" : `/${version}`}${query.size === 0 ? "" : `?${query.toString()}`}`;
}

function declarationOf(
  sourceFile: string,
  { line, isFlake, comment, attributes }: Input,
  url: string,
  { artifact, location, folder, ref: refInUrl, versioning }: FlakeReference,
): Declaration {
  const ref = refInUrl ?? attributes["rev"] ?? attributes["ref"] ?? null;
  return {
    ecosystem: "nix",
    dependencyType: isFlake ? "nix_flake" : "git_repository",
    sourceFile,
    sourceLine: line,
    rawReference: url,
    artifact,
    versionConstraint: ref,
    versioning,
    unbound: url.includes("${") || ref?.includes("${") ? "${}" : null,
    versionComment: versionCommentOf(ref, comment),
    lookups: location === null ? [] : [...flakeLookup(isFlake, location, folder), gitName(location)],
    evidence: { class: "manifest", rule: "nix.input" },
  };
}

const flakeLookup = (isFlake: boolean, location: string, folder: string): string[] =>
  isFlake ? [artifactName("nix_flake", flakeName(location, folder))] : [];

const flakeName = (location: string, folder: string): string =>
  folder === "" || folder === "." ? location : `${location}//${folder.replace(/^\.?\/|\/$/g, "")}`;

function artifactOf(
  { path, facts: { outputsLine } }: Facts<FlakeFacts>,
  own: string | undefined,
): ProducedArtifact[] {
  if (outputsLine === null || own === undefined || isTestInput(path)) return [];
  const name = flakeName(own, posix.dirname(path));
  return [
    {
      ecosystem: "nix",
      artifactType: "nix_flake",
      name,
      version: null,
      registryUrl: null,
      sourceFile: path,
      sourceLine: outputsLine,
      announces: [artifactName("nix_flake", name)],
      evidence: { class: "manifest", rule: "nix.outputs" },
    },
  ];
}
