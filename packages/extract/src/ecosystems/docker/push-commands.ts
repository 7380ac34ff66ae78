import { posix } from "node:path";
import { copiedBy } from "./mirror-commands.ts";
import { commandLines, dockerCommand, simpleCommand, tagsOf, type CommandLine } from "./script.ts";

export interface PushedImage {
  text: string;
  /** The image that it is a copy of, or null if it is built here. */
  source: string | null;
  /** The 0-based line of the script where the command starts. */
  index: number;
}

/** Bounds the images of one script. */
const MAX_IMAGES = 500;

/** Text that every command contains that `pushedImages` reads. */
const PUBLISHING =
  /\bpush\b|--push\b|type=registry|imagetools|--destination|--publish\b|\bko\b|\bskopeo\b|\bg?crane\b|\bregctl\b|\bapko\b|build-image|bootBuildImage|\bjib/;

/** Whether a text may push images. */
export const mayPush = (text: string): boolean => PUBLISHING.test(text);

/** Returns the images that a shell script pushes. Variables must be assigned earlier in the script or in `environment`. */
export function pushedImages(script: string, environment: ReadonlyMap<string, string>): PushedImage[] {
  if (!mayPush(script)) return [];
  const images: PushedImage[] = [];
  for (const line of commandLines(script, environment)) {
    for (const word of pushedBy(line)) {
      images.push(...line.expandAll(word).map((text) => ({ text, source: null, index: line.index })));
    }
    for (const { source, target } of copiedBy(line)) {
      for (const pair of line.expandAll(`${source}\n${target}`)) {
        const [from = "", text = ""] = pair.split("\n");
        images.push({ text, source: from, index: line.index });
      }
    }
    if (images.length > MAX_IMAGES) break;
  }
  return images;
}

/** Whether a script pushes the images of compose: `docker compose -f x.yml push app`. */
export const pushesCompose = (script: string): boolean =>
  /\b(?:docker|podman)[ -]compose\b[^\n;&|#]* push\b/.test(script.replace(/\\\r?\n/g, " "));

/** Returns the images that a command pushes, with variables as written. */
function pushedBy({ words, expand }: CommandLine): string[] {
  const { words: command, own } = simpleCommand(words);
  const tool = expand(command[0] ?? "");
  const args = command.slice(1);
  const name = posix.basename(tool);
  if (name === "ko") return builtByKo(args, own.get("KO_DOCKER_REPO") ?? "${KO_DOCKER_REPO}");
  if (name === "executor") return valuesOf(args, "--destination", "-d");
  if (name === "pack") return args.includes("--publish") ? args.slice(1, 2) : [];
  if (name === "apko" && args[0] === "publish") return positional(args.slice(1)).slice(1, 2);
  if (name === "skopeo" && args[0] === "copy") return copiedBySkopeo(positional(args.slice(1)));
  if (JAVA.has(name)) return builtByJava(args);
  return pushedByDocker(dockerCommand([tool, ...args]) ?? { verb: "", args: [] });
}

/**
 * `docker push x`, `docker image push x`, `docker manifest push x`, `podman push x docker://y`, `docker buildx build --push -t x .`,
 * `docker buildx imagetools create -t x y`.
 */
function pushedByDocker({ verb, args }: { verb: string; args: readonly string[] }): string[] {
  if (verb === "push") {
    const [image, target] = positional(args);
    return target?.startsWith("docker://") ? [target.slice("docker://".length)] : image ? [image] : [];
  }
  const isPushing =
    args.includes("--push") || args.some((arg) => /\bpush=true\b|\btype=registry\b/.test(arg));
  const isPublishing = verb === "imagetools" ? args[0] === "create" : verb === "build" && isPushing;
  return isPublishing ? tagsOf(args) : [];
}

/** Local archives and daemons. See `copiedBy` for copies from registry to registry. */
const LOCAL = /^(?:docker-archive|docker-daemon|containers-storage|dir|oci|oci-archive):/;

function copiedBySkopeo([source = "", target = ""]: readonly string[]): string[] {
  return LOCAL.test(source) && target.startsWith("docker://") ? [target.slice("docker://".length)] : [];
}

const KO_VERBS = new Set(["build", "publish", "resolve", "apply"]);
/** A loader of images into a local cluster. */
const LOCAL_KO = /^(?:ko|kind)\.local\b/;

/** Without `--bare` or `--base-import-paths`, the name contains a hash or the import path. */
function builtByKo([verb = "", ...args]: readonly string[], repository: string): string[] {
  const isLocal = LOCAL_KO.test(repository) || args.includes("--local") || args.includes("-L");
  if (!KO_VERBS.has(verb) || isLocal) return [];
  if (args.includes("--bare")) return [repository];
  if (!(args.includes("--base-import-paths") || args.includes("-B"))) return [];
  return positional(args)
    .filter((arg) => /^(?:\.\/|ko:\/\/)?[\w.-]+\/[\w./-]+$/.test(arg))
    .map((path) => `${repository}/${posix.basename(path).toLowerCase()}`);
}

const JAVA = new Set(["mvn", "mvnw", "gradle", "gradlew"]);

/** Jib and Spring Boot, if the command has the name. */
function builtByJava(args: readonly string[]): string[] {
  const ofJib = args.some((arg) => /(?:^|:)jib(?::build)?$/.test(arg))
    ? ["-Djib.to.image", "-Dimage", "--image"]
    : [];
  const isPublished = args.some((arg) =>
    /^-Dspring-boot\.build-image\.publish(?:=true)?$|^--publishImage$/.test(arg),
  );
  const ofSpring = isPublished ? ["-Dspring-boot.build-image.imageName", "--imageName"] : [];
  return valuesOf(args, ...ofJib, ...ofSpring);
}

const positional = (args: readonly string[]): string[] => args.filter((arg) => !arg.startsWith("-"));

/** Returns the values of options: `--name=value` or `--name value`. */
function valuesOf(args: readonly string[], ...names: string[]): string[] {
  return args.flatMap((arg, index) => {
    if (names.includes(arg)) return args.slice(index + 1, index + 2);
    const name = names.find((each) => arg.startsWith(`${each}=`));
    return name === undefined ? [] : [arg.slice(name.length + 1)];
  });
}
