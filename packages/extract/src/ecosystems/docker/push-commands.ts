import { commandLines, dockerCommand, tagsOf } from "./script.ts";

export interface PushedImage {
  text: string;
  /** The 0-based line of the script where the command starts. */
  index: number;
}

/** Returns the images that a shell script pushes. Variables must be assigned earlier in the script or in `environment`. */
export function pushedImages(script: string, environment: ReadonlyMap<string, string>): PushedImage[] {
  const images: PushedImage[] = [];
  for (const { words, index, expand } of commandLines(script, environment))
    images.push(...pushedBy(words).map((word) => ({ text: expand(word), index })));
  return images;
}

/** Whether a script pushes the images of compose: `docker compose -f x.yml push app`. */
export const pushesCompose = (script: string): boolean =>
  /\b(?:docker|podman)[ -]compose\b[^\n;&|#]* push\b/.test(script.replace(/\\\r?\n/g, " "));

/**
 * Returns the images that a command pushes with docker or podman: `docker push x`, `docker image push x`,
 * `docker manifest push x`, `docker buildx build --push -t x .`, `docker buildx imagetools create -t x y`.
 */
function pushedBy(words: readonly string[]): string[] {
  const { verb, args } = dockerCommand(words) ?? { verb: "", args: [] };
  if (verb === "push") return args.filter((arg) => !arg.startsWith("-")).slice(0, 1);
  const isPublishing =
    verb === "imagetools" ? args[0] === "create" : verb === "build" && args.includes("--push");
  return isPublishing ? tagsOf(args) : [];
}
