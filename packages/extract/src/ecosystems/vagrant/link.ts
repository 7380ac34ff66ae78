import { posix } from "node:path";
import type { HclExpression } from "../../document/hcl.ts";
import { findPlaceholder } from "../../document/templated-yaml.ts";
import type { Declaration, Facts, LinkInput, LinkResult, ProducedArtifact } from "../../ecosystem.ts";
import { artifactName } from "../../name.ts";
import { isTestInput } from "../../repository-path.ts";
import { bind, restore, type Scope } from "../terraform/bind.ts";
import { isBoxName, type BoxUse, type PublishedBox, type VagrantFacts } from "./facts.ts";

/** Skips the boxes that the repository publishes itself. */
export function linkBoxes({ files }: LinkInput<VagrantFacts>): LinkResult {
  const scopes = folderScopes(files);
  const artifacts = files.flatMap(({ path, facts }) => {
    const scope = scopes.get(posix.dirname(path));
    return isTestInput(path) || !scope ? [] : facts.published.flatMap((box) => artifactOf(path, box, scope));
  });
  const own = new Set(artifacts.map(({ name }) => name));
  const declarations = files.flatMap(({ path, facts }) => facts.uses.map((use) => declarationOf(path, use)));
  return { declarations: declarations.filter(({ artifact }) => !own.has(artifact)), artifacts, problems: [] };
}

/** Packer reads all HCL files of a folder as one template. */
function folderScopes(files: readonly Facts<VagrantFacts>[]): Map<string, Scope> {
  const scopes = new Map<string, Map<string, HclExpression>>();
  for (const { path, facts } of files) {
    const folder = posix.dirname(path);
    const names = scopes.get(folder) ?? new Map<string, HclExpression>();
    scopes.set(folder, names);
    for (const { name, value } of facts.names) names.set(name, value);
  }
  return scopes;
}

function declarationOf(sourceFile: string, { rule, line, name, version }: BoxUse): Declaration {
  const unboundName = findPlaceholder(name);
  return {
    ecosystem: "vagrant",
    dependencyType: "vagrant_box",
    sourceFile,
    sourceLine: line,
    rawReference: version === null ? name : `${name} ${version}`,
    artifact: name,
    versionConstraint: version,
    versioning: "ruby",
    unbound: unboundName ?? findPlaceholder(version ?? ""),
    versionComment: null,
    lookups: unboundName === null ? [artifactName("vagrant_box", name)] : [],
    evidence: { class: "manifest", rule: `vagrant.${rule}` },
    ...(rule === "kitchen" || rule === "molecule" ? { role: "test" as const } : {}),
  };
}

function artifactOf(
  sourceFile: string,
  { line, tag, version }: PublishedBox,
  scope: Scope,
): ProducedArtifact[] {
  const name = textOf(tag, scope);
  if (name === null || !isBoxName(name)) return [];
  return [
    {
      ecosystem: "vagrant",
      artifactType: "vagrant_box",
      name,
      version: version && textOf(version, scope),
      registryUrl: null,
      sourceFile,
      sourceLine: line,
      announces: [artifactName("vagrant_box", name)],
      evidence: { class: "manifest", rule: "vagrant.packer" },
    },
  ];
}

/** Returns the text of an expression, or null if a part of it is unknown. */
function textOf(expression: HclExpression, scope: Scope): string | null {
  const bound = bind(expression, scope);
  const text = restore(bound.text, bound);
  return text === "" || bound.unbound.length > 0 || findPlaceholder(text) !== null ? null : text;
}
