import { invalidSyntax, type LinkInput, type LinkResult } from "../../ecosystem.ts";
import { bindCompose } from "./bind-compose.ts";
import { findDeclaration, notAnImage } from "./declare.ts";
import type { DockerFacts, ImageUse } from "./facts.ts";
import { producedImages } from "./produce.ts";

export function link(input: LinkInput<DockerFacts>): LinkResult {
  const files = bindCompose(input.files);
  const artifacts = producedImages({ ...input, files });
  const result: LinkResult = { declarations: [], artifacts, problems: [] };
  for (const { path, facts } of files) {
    for (const complaint of facts.complaints) {
      result.problems.push(invalidSyntax("docker", path, complaint));
    }
    for (const use of distinct(facts.uses)) {
      const declaration = findDeclaration(path, use);
      if (declaration) result.declarations.push(declaration);
      else result.problems.push(notAnImage(path, use));
    }
  }
  return result;
}

/** A YAML anchor brings one line into many services; it stays one use. */
function distinct(uses: readonly ImageUse[]): ImageUse[] {
  return [...new Map(uses.map((use) => [`${use.line}\0${use.text}`, use])).values()];
}
