import { at as nodeAt, itemsOf, scalarAt, type DataNode } from "../../document/node.ts";
import { parseYaml } from "../../document/yaml.ts";
import { SyntaxProblem } from "../../ecosystem.ts";
import type { Program, Value } from "./program.ts";
import { inRegistry, RegistryBlocks } from "./registry-blocks.ts";
import { useOf, type JenkinsFacts, type Use } from "./uses.ts";

type ImageFacts = Pick<JenkinsFacts, "uses" | "problems">;

/** Reads images of agents, `docker.image`, `withDocker`, container templates and pods. */
export function imageUses(program: Program): ImageFacts {
  const found: ImageFacts = { uses: [], problems: [] };
  const registries = new RegistryBlocks(program);
  program.tokens.forEach((token, at) => {
    registries.pass(at);
    if (token.kind !== "word") return;
    if (program.is(at, "withDocker", "(")) found.uses.push(...withDockerUses(program, at));
    if (program.isMember(at) && !program.is(at - 2, "steps")) return;
    if (program.is(at, "docker")) found.uses.push(...dockerUses(program, at + 1, registries.current));
    else if (program.is(at, "containerTemplate"))
      found.uses.push(
        ...useOf("jenkins.image", program.named("image", at + 1, program.endOfArguments(at + 1))),
      );
    else if (program.is(at, "yaml")) addPod(program, at + 1, found);
  });
  return { ...found, uses: distinct(found.uses) };
}

/** A constant that is used twice declares its image once. */
const distinct = (uses: readonly Use[]): Use[] => [
  ...new Map(uses.map((use) => [`${use.line} ${use.rule} ${use.text}`, use])).values(),
];

/** Reads `withDocker('image', …)` and `steps.withDocker(IMAGE, …)`, but not the definition of that method. */
function withDockerUses(program: Program, at: number): Use[] {
  const [before, token] = [program.tokens[at - 1], program.tokens[at]];
  const isDefinition = before?.kind === "word" && before.line === token?.line && before.text !== "return";
  const isNamed = program.is(at + 3, ":");
  if (isDefinition) return [];
  return useOf(
    "jenkins.image",
    isNamed ? program.named("image", at + 2, program.endOfArguments(at + 1)) : program.argumentAt(at + 2),
  );
}

/** Reads what follows `docker`: a block of an agent, an image, or `.image(…)`. Pushed images are not declared. */
function dockerUses(program: Program, start: number, registry: Value | undefined): Use[] {
  if (program.is(start, "{")) return blockUses(program, start);
  if (program.is(start, ".", "image", "(")) {
    const end = program.endOfArguments(start + 2);
    const isPushed = ["push", "tag"].some((step) => program.is(end, ")", ".", step));
    return isPushed ? [] : useOf("jenkins.image", inRegistry(program.argumentAt(start + 3), registry));
  }
  const isAgent = program.is(start - 2, "{") && program.is(start - 3, "agent");
  return isAgent ? useOf("jenkins.image", program.valueAt(start)) : [];
}

function blockUses(program: Program, start: number): Use[] {
  const image = setting(program, start, "image");
  return useOf("jenkins.image", inRegistry(image, setting(program, start, "registryUrl")));
}

const MAX_BLOCK = 200;

/** Returns the value of `name 'value'` or `name('value')` in a block, not in nested blocks. */
function setting(program: Program, start: number, name: string): Value | undefined {
  let depth = 0;
  for (let at = start; at < Math.min(program.tokens.length, start + MAX_BLOCK); at++) {
    if (program.is(at, "{")) depth += 1;
    if (program.is(at, "}")) depth -= 1;
    if (depth === 0) return undefined;
    if (depth === 1 && program.is(at, name))
      return program.valueAt(program.is(at + 1, "(") ? at + 2 : at + 1);
  }
  return undefined;
}

/** Reads the YAML of a pod. */
function addPod(program: Program, start: number, found: ImageFacts): void {
  const at = program.is(start, "(") || program.is(start, ":") ? start + 1 : start;
  const token = program.tokens[at];
  if (token?.kind !== "string" || !token.text.includes("\n") || !token.text.includes("image")) return;
  const lineOf = (line: number): number => token.line + line - 1;
  try {
    for (const image of parseYaml(token.text).flatMap(podImages)) {
      const text = program.bind(image.text);
      found.uses.push(...useOf("jenkins.pod_image", { text, line: lineOf(image.line) }));
    }
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error;
    found.problems.push({
      line: error.line === null ? token.line : lineOf(error.line),
      message: `Invalid YAML of a pod: ${error.message}`,
    });
  }
}

const podImages = (pod: DataNode) =>
  ["containers", "initContainers"]
    .flatMap((key) => itemsOf(nodeAt(pod, "spec", key)))
    .flatMap((container) => scalarAt(container, "image") ?? []);
