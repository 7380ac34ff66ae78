import {
  invalidSyntax,
  type Declaration,
  type LinkInput,
  type LinkResult,
  type ProducedArtifact,
} from "../../ecosystem.ts";
import { artifactName } from "../../name.ts";
import { versionCommentOf } from "../../version.ts";
import { instanceOf, type Instance } from "./instance.ts";
import { ownFiles, readFiles } from "./reached.ts";
import type { GitlabFacts, Use } from "./read.ts";
import { findReference } from "./reference.ts";

/** Variables are bound within each file; what binds files is `include: local`, which tells ours from other tools'. */
export function link({ repository, files }: LinkInput<GitlabFacts>): LinkResult {
  const instance = instanceOf(repository);
  const result: LinkResult = { declarations: [], artifacts: [], problems: [] };
  const own = new Set(ownFiles(files).map(({ path }) => path));
  for (const { path, facts } of readFiles(files)) {
    if (facts.problem) result.problems.push(invalidSyntax("gitlabci", path, facts.problem));
    // A file that only others include runs in their projects.
    const bindings = own.has(path) ? instance.predefined : instance.shared;
    for (const use of facts.uses) {
      const reference = findReference(use, instance, bindings);
      if (!reference)
        result.problems.push(invalidSyntax("gitlabci", path, { line: use.line, message: notNamed(use) }));
      else if (!reference.isSelf) {
        const { isSelf: _, ...named } = reference;
        result.declarations.push({
          ecosystem: "gitlabci",
          sourceFile: path,
          sourceLine: use.line,
          ...named,
          versionComment: versionCommentOf(named.versionConstraint, use.comment),
          evidence: { class: "manifest", rule: use.rule },
        } satisfies Declaration);
      }
    }
    result.artifacts.push(...componentOf(path, facts, instance));
  }
  return result;
}

const KIND: Record<Use["rule"], string> = {
  "gitlabci.include_project": "project",
  "gitlabci.include_component": "component",
  "gitlabci.include_remote": "file",
  "gitlabci.trigger_project": "project",
  "gitlabci.needs_project": "project",
  "gitlabci.image": "image",
  "gitlabci.service": "image",
};

const notNamed = (use: Use): string => `"${use.text.slice(0, 100)}" names no ${KIND[use.rule]}.`;

/** Without a known host, a component is asked for by `$CI_SERVER_FQDN` only. */
function componentOf(
  path: string,
  { component, problem: broken }: GitlabFacts,
  { host, path: project }: Instance,
): ProducedArtifact[] {
  if (!component || broken) return [];
  const name = `${host === undefined ? "" : `${host}/`}${project}/${component.name}`;
  return [
    {
      ecosystem: "gitlabci",
      artifactType: "gitlab_component",
      name,
      version: null,
      registryUrl: null,
      sourceFile: path,
      sourceLine: component.line,
      announces: [artifactName("gitlab_component", name)],
      evidence: { class: "manifest", rule: "gitlabci.component" },
    },
  ];
}
