import type { Declaration, LinkInput, LinkResult, TreeEntry } from "../../ecosystem.ts";
import { imageDeclaration } from "../../image-declaration.ts";
import { producedBy } from "./artifacts.ts";
import type { AnsibleFacts, Use } from "./read.ts";
import { findReference, type Reference } from "./reference.ts";
import type { TaskImage } from "./task-images.ts";

export function linkAnsibleFiles({ repository, files, tree }: LinkInput<AnsibleFacts>): LinkResult {
  const artifacts = files.flatMap((file) => producedBy(file, repository));
  const own = new Set(artifacts.map(({ artifactType, name }) => `${artifactType} ${name}`));
  const isOwn = (reference: Reference): boolean =>
    reference.repository === repository.fullPath.toLowerCase() ||
    own.has(`${reference.dependencyType} ${reference.artifact}`);
  const localRoles = rolesOf(tree);
  const declarations = files.flatMap(({ path, facts }) =>
    facts.uses
      .filter(({ rule, source }) => rule !== "ansible.role_dependency" || !localRoles.has(source))
      .flatMap((use) => {
        const reference = findReference(use);
        return reference && !isOwn(reference) ? [declarationOf(path, use, reference)] : [];
      })
      .concat(facts.images.flatMap((image) => imageOf(path, image)))
      .toSorted((a, b) => a.sourceLine - b.sourceLine),
  );
  return { declarations, artifacts, problems: [] };
}

/** The names of folders that hold a role; they may have a dot. */
const rolesOf = (tree: readonly TreeEntry[]): Set<string> =>
  new Set(tree.flatMap(({ path }) => /(?:^|\/)roles\/(?<role>[^/]+)\//.exec(path)?.groups?.["role"] ?? []));

function imageOf(sourceFile: string, { text, line }: TaskImage): Declaration[] {
  const place = { ecosystem: "ansible", sourceFile, sourceLine: line, rule: "ansible.task_image" };
  const declaration = imageDeclaration(place, text);
  return declaration ? [declaration] : [];
}

function declarationOf(sourceFile: string, use: Use, reference: Reference): Declaration {
  const { dependencyType, artifact, rawReference, versioning, lookups, unbound } = reference;
  return {
    ecosystem: "ansible",
    dependencyType,
    sourceFile,
    sourceLine: use.line,
    rawReference,
    artifact,
    versionConstraint: use.version,
    versioning,
    unbound,
    versionComment: null,
    lookups,
    evidence: { class: "manifest", rule: use.rule },
  };
}
