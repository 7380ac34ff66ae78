import { posix } from "node:path";
import type { Declaration, Facts, LinkInput, LinkResult, ProducedArtifact } from "../../ecosystem.ts";
import { parseGitUrl } from "../../git-url.ts";
import { artifactName, gitName } from "../../name.ts";
import { syntaxProblem } from "../../syntax-problem.ts";
import { isTestInput } from "../../test-input.ts";
import { versionCommentOf } from "../../version-comment.ts";
import { isLocal, parseFlakeReference, type FlakeReference } from "./flake-reference.ts";
import type { FlakeFacts, Input } from "./read.ts";

export function linkFlakes({ repository, files }: LinkInput<FlakeFacts>): LinkResult {
  const own = parseGitUrl(repository.cloneUrl ?? "")?.location;
  const result: LinkResult = { declarations: [], artifacts: [], problems: [] };
  for (const file of files) {
    for (const input of file.facts.inputs) {
      const written = urlOf(input);
      if (isLocal(written)) continue;
      const reference = parseFlakeReference(written);
      if (!reference) {
        const message = `"${written.slice(0, 100)}" is no reference to a flake.`;
        result.problems.push(syntaxProblem("nix", file.path, { line: input.line, message }));
      } else if (reference.location === null || reference.location !== own) {
        result.declarations.push(declarationOf(file.path, input, written, reference));
      }
    }
    result.artifacts.push(...artifactOf(file, own));
  }
  return result;
}

/** `type`, `owner` and `repo` say what a URL would; a `type` of `git` says what its scheme would. */
function urlOf({ url, attributes }: Input): string {
  const { type = "", owner = "", repo = "", id = "", ref, rev, host, dir } = attributes;
  if (url !== null) return type === "git" && !/^git\b/.test(url) ? `git+${url}` : url;
  const query = new URLSearchParams();
  if (host !== undefined) query.set("host", host);
  if (dir !== undefined) query.set("dir", dir);
  const place = type === "indirect" ? id : `${type}:${owner.replaceAll("/", "%2F")}/${repo}`;
  const version = rev ?? ref;
  return `${place}${version === undefined ? "" : `/${version}`}${query.size === 0 ? "" : `?${query.toString()}`}`;
}

function declarationOf(
  sourceFile: string,
  { line, isFlake, comment, attributes }: Input,
  written: string,
  { artifact, location, folder, ref: refInUrl, versioning }: FlakeReference,
): Declaration {
  const ref = refInUrl ?? attributes["rev"] ?? attributes["ref"] ?? null;
  return {
    ecosystem: "nix",
    dependencyType: isFlake ? "nix_flake" : "git_repository",
    sourceFile,
    sourceLine: line,
    rawReference: written,
    artifact,
    versionConstraint: ref,
    versioning,
    unbound: written.includes("${") || ref?.includes("${") ? "${}" : null,
    versionComment: versionCommentOf(ref, comment),
    lookups: location === null ? [] : [...flakeLookup(isFlake, location, folder), gitName(location)],
    evidence: { class: "manifest", rule: "nix.input" },
  };
}

const flakeLookup = (isFlake: boolean, location: string, folder: string): string[] =>
  isFlake ? [artifactName("nix_flake", flakeName(location, folder))] : [];

const flakeName = (location: string, folder: string): string =>
  folder === "" || folder === "." ? location : `${location}//${folder.replace(/^\.?\/|\/$/g, "")}`;

/** Others ask for a flake by its repository, and its folder there. */
function artifactOf(
  { path, facts: { outputsAt } }: Facts<FlakeFacts>,
  own: string | undefined,
): ProducedArtifact[] {
  if (outputsAt === null || own === undefined || isTestInput(path)) return [];
  const name = flakeName(own, posix.dirname(path));
  return [
    {
      ecosystem: "nix",
      artifactType: "nix_flake",
      name,
      version: null,
      registryUrl: null,
      sourceFile: path,
      sourceLine: outputsAt,
      announces: [artifactName("nix_flake", name)],
      evidence: { class: "manifest", rule: "nix.outputs" },
    },
  ];
}
