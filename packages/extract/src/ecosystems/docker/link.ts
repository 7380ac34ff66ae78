import {
  invalidSyntax,
  type Declaration,
  type LinkInput,
  type LinkResult,
  type Problem,
} from "../../ecosystem.ts";
import { imageLookups, parseImageReference, splitImageReference } from "../../image-reference.ts";
import { buildsOf } from "./builds.ts";
import { bindCompose } from "./compose.ts";
import type { DockerFacts, ImageUse } from "./facts.ts";
import { StageArguments } from "./interface.ts";
import { bindMatrixData } from "./matrix-data.ts";
import { copiedImages, mirroredImages } from "./mirrors.ts";
import { producedImages } from "./produce.ts";
import { bindCalls } from "./workflow-calls.ts";

export function link(input: LinkInput<DockerFacts>): LinkResult {
  const files = bindCalls(bindMatrixData(bindCompose(input.files)));
  const artifacts = producedImages({ ...input, files });
  const builds = buildsOf({ ...input, files }, artifacts);
  const mirrors = mirroredImages({ ...input, files }, artifacts);
  const copies = copiedImages({ ...input, files }, artifacts);
  const result: LinkResult = {
    declarations: [...mirrors.declarations, ...copies.declarations],
    artifacts: [...artifacts, ...mirrors.artifacts],
    problems: [],
    interfaces: builds.interfaces,
    compositions: [...builds.compositions, ...mirrors.compositions, ...copies.compositions],
  };
  for (const { path, facts } of files) {
    const roleOf = builds.rolesOf(path, facts);
    const passed = new StageArguments(path, facts.stages);
    for (const problem of facts.problems) {
      result.problems.push(invalidSyntax("docker", path, problem));
    }
    for (const use of distinct(facts.uses)) {
      const found = findDeclaration(path, use);
      const declaration = found && { ...found, ...passedBy(use, passed) };
      const role = roleOf(use);
      if (declaration) result.declarations.push(role === undefined ? declaration : { ...declaration, role });
      else result.problems.push(notAnImage(path, use));
    }
  }
  return result;
}

/** A YAML anchor can repeat one line in many services. */
function distinct(uses: readonly ImageUse[]): ImageUse[] {
  return [...new Map(uses.map((use) => [`${use.line}\0${use.text}`, use])).values()];
}

/** Returns undefined if the text is not an image reference. An image with an unbound name has no lookups. */
function findDeclaration(file: string, use: ImageUse): Declaration | undefined {
  if (use.unbound === null && !parseImageReference(use.text)) return undefined;
  const { repository, versionConstraint } = splitImageReference(use.text);
  const name = parseImageReference(repository)?.name;
  return {
    ecosystem: "docker",
    dependencyType: "container_image",
    sourceFile: file,
    sourceLine: use.line,
    rawReference: use.text,
    artifact: name ?? repository,
    versionConstraint,
    versioning: "docker",
    unbound: use.unbound,
    versionComment: null,
    lookups: name === undefined ? [] : imageLookups(name),
    evidence: { class: "manifest", rule: use.rule },
  };
}

/** Returns what a Dockerfile needs of an image. */
function passedBy({ rule, stage, line }: ImageUse, passed: StageArguments): Partial<Declaration> | undefined {
  if (stage === undefined) return undefined;
  if (rule === "docker.from") return passed.ofStage(stage);
  return rule === "docker.copy_from" ? passed.ofCopy(line) : undefined;
}

const notAnImage = (file: string, { text, line }: ImageUse): Problem =>
  invalidSyntax("docker", file, { line, message: `"${text.slice(0, 80)}" is not a valid image reference.` });
