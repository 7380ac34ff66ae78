import { findPlaceholder } from "../../document/templated-yaml.ts";
import {
  invalidSyntax,
  type Declaration,
  type Facts,
  type LinkInput,
  type LinkResult,
  type ProducedArtifact,
  type RepositoryIdentity,
} from "../../ecosystem.ts";
import { parseGitUrl } from "../../git-url.ts";
import { imageDeclaration } from "../../image-reference.ts";
import { artifactName, gitName } from "../../name.ts";
import { versionCommentOf } from "../../version.ts";
import type { BuildkiteFacts, Use } from "./read.ts";

const ID = "buildkite";

export function linkBuildkiteFiles({ repository, files }: LinkInput<BuildkiteFacts>): LinkResult {
  const own = parseGitUrl(repository.cloneUrl ?? "")?.location;
  const result: LinkResult = {
    declarations: [],
    artifacts: files.flatMap((file) => pluginArtifact(file, repository)),
    problems: [],
  };
  for (const { path, facts } of files) {
    for (const use of facts.uses) {
      if (use.rule === "buildkite.plugin" && isLocalPlugin(use.text)) continue;
      const found = use.rule === "buildkite.plugin" ? pluginDeclaration(path, use) : findImage(path, use);
      if (!found)
        result.problems.push(invalidSyntax(ID, path, { line: use.line, message: invalidReference(use) }));
      else if (own === undefined || !found.lookups.includes(gitName(own))) result.declarations.push(found);
    }
  }
  return result;
}

const invalidReference = ({ rule, text }: Use): string =>
  `"${text.slice(0, 100)}" is not a valid ${rule === "buildkite.plugin" ? "plugin" : "image"} reference.`;

const findImage = (sourceFile: string, { line, rule, text }: Use): Declaration | undefined =>
  imageDeclaration({ ecosystem: ID, sourceFile, sourceLine: line, rule }, text);

function pluginDeclaration(sourceFile: string, { text, line, rule, comment }: Use): Declaration | undefined {
  const plugin = parsePlugin(text);
  if (!plugin) return undefined;
  const { location, name, version } = plugin;
  return {
    ecosystem: ID,
    dependencyType: "buildkite_plugin",
    sourceFile,
    sourceLine: line,
    rawReference: text,
    artifact: location ?? name,
    versionConstraint: version,
    versioning: "git",
    unbound: findPlaceholder(text),
    versionComment: versionCommentOf(version, comment),
    lookups: location === undefined ? [] : [artifactName("buildkite_plugin", location), gitName(location)],
    evidence: { class: "manifest", rule },
  };
}

interface PluginReference {
  /** `host/path` of its repository; undefined if it contains a variable. */
  location: string | undefined;
  /** As written, without the version. */
  name: string;
  version: string | null;
}

const OFFICIAL = "buildkite-plugins";
const SUFFIX = "-buildkite-plugin";
const PART = /^[\w.-]+$/;
const LOCAL = /^(?:[./~]|file:)/;

const isLocalPlugin = (text: string): boolean => LOCAL.test(text);

/**
 * Parses `name#version`. `docker` is one of Buildkite's plugins, `acme/tool` a plugin on GitHub, both in a repository
 * with the suffix `-buildkite-plugin`; any other name is a repository URL. Returns undefined for an invalid name.
 */
function parsePlugin(text: string): PluginReference | undefined {
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

function pluginArtifact(
  { path, facts: { pluginAt } }: Facts<BuildkiteFacts>,
  { cloneUrl }: RepositoryIdentity,
): ProducedArtifact[] {
  const location = parseGitUrl(cloneUrl ?? "")?.location;
  if (pluginAt === null || location === undefined) return [];
  return [
    {
      ecosystem: ID,
      artifactType: "buildkite_plugin",
      name: location,
      version: null,
      registryUrl: null,
      sourceFile: path,
      sourceLine: pluginAt,
      announces: [artifactName("buildkite_plugin", location)],
      evidence: { class: "manifest", rule: "buildkite.plugin_manifest" },
    },
  ];
}
