import { findPlaceholder } from "../../document/templated-yaml.ts";
import type {
  Declaration,
  Facts,
  LinkInput,
  LinkResult,
  ProducedArtifact,
  RepositoryIdentity,
} from "../../ecosystem.ts";
import { parseGitUrl } from "../../git-url.ts";
import { imageDeclaration } from "../../image-declaration.ts";
import { artifactName, gitName } from "../../name.ts";
import { syntaxProblem } from "../../syntax-problem.ts";
import { versionCommentOf } from "../../version-comment.ts";
import { isLocalPlugin, parsePlugin } from "./plugin.ts";
import type { BuildkiteFacts, Use } from "./read.ts";

const ID = "buildkite";

export function linkBuildkiteFiles({ repository, files }: LinkInput<BuildkiteFacts>): LinkResult {
  const own = parseGitUrl(repository.cloneUrl ?? "")?.location;
  const result: LinkResult = {
    declarations: [],
    artifacts: files.flatMap((file) => pluginOf(file, repository)),
    problems: [],
  };
  for (const { path, facts } of files) {
    for (const use of facts.uses) {
      if (use.rule === "buildkite.plugin" && isLocalPlugin(use.text)) continue;
      const found = use.rule === "buildkite.plugin" ? pluginDeclaration(path, use) : image(path, use);
      if (!found) result.problems.push(syntaxProblem(ID, path, { line: use.line, message: notNamed(use) }));
      else if (own === undefined || !found.lookups.includes(gitName(own))) result.declarations.push(found);
    }
  }
  return result;
}

const notNamed = ({ rule, text }: Use): string =>
  `"${text.slice(0, 100)}" names no ${rule === "buildkite.plugin" ? "plugin" : "image"}.`;

const image = (sourceFile: string, { line, rule, text }: Use): Declaration | undefined =>
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

/** Others ask for a plugin by the address of its repository. */
function pluginOf(
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
