import { parseImageReference, splitImageReference } from "../../image-reference.ts";
import { mayPush, pushedImages } from "../docker/push-commands.ts";
import type { Program, Value } from "./program.ts";
import { inRegistry, RegistryBlocks } from "./registry-blocks.ts";

/** An image that a pipeline pushes. */
export interface ImagePush {
  rule: "jenkins.push" | "jenkins.push_step";
  /** The name without a version. For a step of a library, it may lack the namespace. */
  name: string;
  line: number;
}

/** Reads `docker.build('a/b')` with a `push`, `docker.image('a/b').push()`, commands in `sh`, and steps that build images. */
export function imagePushes(program: Program): ImagePush[] {
  const isPushed = program.tokens.some((_, at) => program.is(at, ".", "push", "("));
  const registries = new RegistryBlocks(program);
  const found: ImagePush[] = [];
  program.tokens.forEach((token, at) => {
    registries.pass(at);
    if (token.kind === "string") found.push(...commandPushes(program, token));
    if (token.kind !== "word") return;
    const registry = registries.current;
    if (program.is(at, "docker", ".", "build", "(") && isPushed)
      found.push(...pushOf(inRegistry(program.valueAt(at + 4), registry)));
    else if (program.is(at, "docker", ".", "image", "(")) {
      const isThis = program.is(program.endOfArguments(at + 3), ")", ".", "push");
      if (isThis) found.push(...pushOf(inRegistry(program.argumentAt(at + 4), registry)));
    } else found.push(...stepPush(program, at));
  });
  return [...new Map(found.map((push) => [push.name, push])).values()];
}

function pushOf(value: Value | undefined): ImagePush[] {
  const name = parseImageReference(splitImageReference(value?.text ?? "").repository)?.name;
  if (!value || name === undefined || name.startsWith("docker.io/library/")) return [];
  return [{ rule: "jenkins.push", name, line: value.line }];
}

const NO_VALUES: ReadonlyMap<string, string> = new Map();

/** Reads the commands of a string, which is the script of `sh` in most cases. */
function commandPushes(program: Program, { text, line }: Value): ImagePush[] {
  if (!/\b(?:docker|podman|executor|skopeo|buildah)\b/.test(text) || !mayPush(text)) return [];
  return pushedImages(program.bind(text), NO_VALUES).flatMap((image) =>
    image.source === null ? pushOf({ text: image.text, line: line + image.index }) : [],
  );
}

/** A step of a library about images. */
const IMAGE_STEP = /^(?!with)(?=.*(?:docker|image|container))[a-z]\w{5,60}$/i;
/** The name of a step that publishes what its arguments name: `buildDockerAndPublishImage('kit')`. */
const PUBLISHING = /build|publish|push|release|deploy/i;
/** Arguments that only a step which builds the image has: `parallelDockerUpdatecli([imageName: 'kit'])`. */
const OWN_NAMES = ["imageName", "dockerImage"];
const NAMES = [...OWN_NAMES, "image", "repository", "name"];
const IMAGE = /^[a-z\d][\w.-]*(?:\/[\w.-]+)*$/i;

function stepPush(program: Program, at: number): ImagePush[] {
  const step = program.tokens[at];
  if (step === undefined || !IMAGE_STEP.test(step.text) || program.isMember(at)) return [];
  if (["def", "call"].some((word) => program.is(at - 1, word))) return [];
  const end = program.endOfArguments(at + 1);
  const first = program.is(at + 1, "(") ? at + 2 : at + 1;
  const isPlain = program.tokens[first]?.kind === "string" && first < end;
  const isPublishing = PUBLISHING.test(step.text);
  const value =
    isPlain && isPublishing
      ? program.valueAt(first)
      : (isPublishing ? NAMES : OWN_NAMES)
          .map((name) => program.named(name, first, end))
          .find((found) => found !== undefined);
  const name = splitImageReference(value?.text ?? "").repository.toLowerCase();
  return value && IMAGE.test(name) ? [{ rule: "jenkins.push_step", name, line: value.line }] : [];
}
