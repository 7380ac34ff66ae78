import {
  invalidSyntax,
  type Facts,
  type LinkInput,
  type LinkResult,
  type Problem,
  type ProducedArtifact,
  type RepositoryIdentity,
} from "../../ecosystem.ts";
import { conventionName } from "../../name.ts";
import { isTestInput } from "../../repository-path.ts";
import type { DevcontainerFacts, Use } from "./read.ts";
import { findReference } from "./reference.ts";

export function linkDevcontainerFiles({ repository, files }: LinkInput<DevcontainerFacts>): LinkResult {
  const own = `/${repository.fullPath.toLowerCase()}/`;
  const result: LinkResult = { declarations: [], artifacts: [], problems: [] };
  for (const { path, facts } of files) {
    for (const use of facts.uses.filter(({ text }) => !isElsewhere(text))) {
      const reference = findReference(use);
      if (!reference) result.problems.push(problemOf(path, use));
      else if (reference.dependencyType !== "devcontainer_feature" || !reference.artifact.includes(own)) {
        result.declarations.push({
          ecosystem: "devcontainer",
          sourceFile: path,
          sourceLine: use.line,
          versioning: "docker",
          versionComment: null,
          evidence: { class: "manifest", rule: use.rule },
          ...reference,
        });
      }
    }
    result.artifacts.push(...featureOf({ path, facts }, repository));
  }
  return result;
}

/** A folder beside the file, or an archive of no registry. */
const isElsewhere = (text: string): boolean => /^(?:\.{1,2}\/|https?:\/\/)/.test(text);

const problemOf = (file: string, { rule, text, line }: Use): Problem =>
  invalidSyntax("devcontainer", file, {
    line,
    message: `"${text.slice(0, 100)}" names no ${rule === "devcontainer.image" ? "image" : "feature"}.`,
  });

/** Where a feature is published stands in no file; the usual workflow takes the path of the repository. */
function featureOf(
  { path, facts: { feature } }: Facts<DevcontainerFacts>,
  { fullPath }: RepositoryIdentity,
): ProducedArtifact[] {
  if (!feature || isTestInput(path) || /(?:^|\/)\.devcontainer\//.test(path)) return [];
  const name = `${fullPath}/${feature.id}`.toLowerCase();
  return [
    {
      ecosystem: "devcontainer",
      artifactType: "devcontainer_feature",
      name: `ghcr.io/${name}`,
      version: feature.version,
      registryUrl: null,
      sourceFile: path,
      sourceLine: feature.line,
      announces: [conventionName("devcontainer_feature", name)],
      assumed: true,
      evidence: { class: "manifest", rule: "devcontainer.feature_id" },
    },
  ];
}
