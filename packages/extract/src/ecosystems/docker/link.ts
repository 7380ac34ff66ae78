import { ROLES, type Role } from "@knockon/contract/vocabulary/role";
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
    for (const uses of distinct(facts.uses)) {
      const [use] = uses;
      const found = findDeclaration(path, use);
      const declaration = found && { ...found, ...passedBy(uses, passed) };
      const role = strongest(uses.map(roleOf));
      if (declaration) result.declarations.push(role === undefined ? declaration : { ...declaration, role });
      else result.problems.push(notAnImage(path, use));
    }
  }
  return result;
}

type Uses = [first: ImageUse, ...others: ImageUse[]];

/** Groups equal uses: a YAML anchor can repeat one line in many services, and an argument names the image of many stages. */
function distinct(uses: readonly ImageUse[]): Uses[] {
  const groups = new Map<string, Uses>();
  for (const use of uses) {
    const key = `${use.line}\0${use.text}`;
    const known = groups.get(key);
    if (known) known.push(use);
    else groups.set(key, [use]);
  }
  return [...groups.values()];
}

const strongest = (roles: readonly (Role | undefined)[]): Role | undefined =>
  ROLES.find((role) => roles.includes(role));

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
function passedBy(uses: Uses, passed: StageArguments): Partial<Declaration> | undefined {
  const [{ rule, stage, line }] = uses;
  if (stage === undefined) return undefined;
  if (rule === "docker.from") return passed.ofStages(uses.flatMap((use) => use.stage ?? []));
  return rule === "docker.copy_from" ? passed.ofCopy(line) : undefined;
}

const notAnImage = (file: string, { text, line }: ImageUse): Problem =>
  invalidSyntax("docker", file, { line, message: `"${text.slice(0, 80)}" is not a valid image reference.` });
