import { imageLookups, parseImageReference, type ImageReference } from "../../image-reference.ts";
import { expand } from "../placeholder.ts";
import type { Sighting } from "../reference.ts";
import { flagValue, isFlag, type Command, type UrlHint, type Word } from "./command.ts";
import { readUrls } from "./url-command.ts";

/** Long flags of `run`, `create` and `pull` without a value. Every other flag takes the next word. */
const SWITCHES = new Set(
  (
    "--all-tags --detach --disable-content-trust --help --init --interactive --no-healthcheck --oom-kill-disable " +
    "--privileged --publish-all --quiet --read-only --replace --rm --sig-proxy --tls-verify --tty"
  ).split(" "),
);
/** Short flags without a value, alone or combined (`-it`). */
const SHORT_SWITCHES = /^-[diPqt]+$/;
/** A short flag with its value in the same word: `-p8080:80`. */
const SHORT_WITH_VALUE = /^-[a-zA-Z]./;

const COMMAND_POSITION = /(?:^|[\n;&|(!@`]|\bRUN|\bsudo|\bthen|\bdo|\belse|\brun:|^\s*-)[ \t]*$/;

/** Reads the image of `docker pull`, `docker run`, `skopeo copy docker://…` and similar commands: the source if there are two. */
export function readImages(command: Command): { sightings: Sighting[] } {
  const { verb, words } = command;
  const word = verb.startsWith("skopeo") ? transported(words) : imageWord(words, /run$|create$/.test(verb));
  const found = word && sighting(word, command);
  if (!found || (isPlainWord(found.rawReference) && !isCommandPosition(command))) return { sightings: [] };
  return { sightings: [found] };
}

/** Returns the image of `docker://host/name:tag`. Other transports are local. */
function transported(words: readonly Word[]): Word | undefined {
  const source = words.find(({ text }) => /^[a-z-]+:/.test(text));
  if (!source?.text.startsWith("docker://")) return undefined;
  return { text: source.text.slice("docker://".length), offset: source.offset };
}

function imageWord(words: readonly Word[], isRun: boolean): Word | undefined {
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    if (!isFlag(word)) return word;
    if (takesNext(word?.text ?? "", isRun)) index += 1;
  }
  return undefined;
}

/** `-a` takes a value in `run` (a stream to attach), but not in `pull` (all tags). */
function takesNext(flag: string, isRun: boolean): boolean {
  if (flag === "-a") return isRun;
  if (flag.includes("=") || SWITCHES.has(flag) || SHORT_SWITCHES.test(flag)) return false;
  return !SHORT_WITH_VALUE.test(flag);
}

function sighting(word: Word, { bindings }: Command): Sighting | undefined {
  const { text, unbound } = expand(word.text, bindings);
  const image = readImage({ text, unbound });
  if (!image) return undefined;
  return {
    offset: word.offset,
    dependencyType: "container_image",
    rawReference: text,
    artifact: image.name,
    versionConstraint: image.versionConstraint,
    versioning: "docker",
    unbound,
    lookups: imageLookups(image.name),
    repository: null,
    rule: "image",
    isFetched: true,
    isDiscussion: false,
  };
}

const NAME_AND_VARIABLE = /^(?<name>[\w.-]+(?::\d+(?=\/))?(?:\/[\w.-]+)*)[:@](?<constraint>\S.*)$/;

/** An image with a variable as its tag is still known by name. */
function readImage({
  text,
  unbound,
}: {
  text: string;
  unbound: string | null;
}): Pick<ImageReference, "name" | "versionConstraint"> | undefined {
  if (unbound === null) return parseImageReference(text);
  const { name = "", constraint = null } = NAME_AND_VARIABLE.exec(text)?.groups ?? {};
  const image = parseImageReference(name);
  return image && { name: image.name, versionConstraint: constraint };
}

/** Whether a reference is a single word such as `alpine`, which only counts where a shell runs the command. */
const isPlainWord = (reference: string): boolean => !/[/:@]/.test(reference);

const isCommandPosition = ({ text, offset }: Command): boolean =>
  COMMAND_POSITION.test(text.slice(Math.max(0, offset - 40), offset));

/** Reads the images that `docker build -t acme/app .` builds. */
export function readBuild(command: Command): { builtImages: string[]; hints: UrlHint[] } {
  const { words, bindings } = command;
  const tags = words.flatMap((word, index) => flagValue(words.slice(index, index + 2), "-t", "--tag") ?? []);
  const builtImages = tags.flatMap((tag) => readImage(expand(tag, bindings))?.name ?? []);
  return { builtImages, hints: readUrls(command).hints };
}
