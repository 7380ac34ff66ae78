import { posix } from "node:path";
import { commandLines, dockerCommand, tagsOf } from "./script.ts";

/** A build of a Dockerfile by a command. */
interface BuildCommand {
  /** The values of its tags, and other tags that are added later. */
  images: string[];
  /** The path of the Dockerfile, relative to the folder where the script starts. */
  path: string;
  target: string | null;
}

/**
 * Returns the Dockerfiles that a shell script builds with docker or podman. In a Makefile, every line runs in its own
 * shell.
 */
export function builtDockerfiles(
  script: string,
  environment: ReadonlyMap<string, string>,
  shells: "one" | "per line",
): BuildCommand[] {
  const builds: BuildCommand[] = [];
  let folder = ".";
  let line = 0;
  for (const { words, index, expand } of commandLines(script, environment)) {
    if (shells === "per line" && index !== line) folder = ".";
    line = index;
    if (words[0] === "cd") folder = posix.join(folder, expand(words[1] ?? "."));
    const { verb = "", args = [] } = dockerCommand(words) ?? {};
    if (verb === "build") builds.push(...findBuild(args, folder, expand));
    if (verb === "tag") {
      const [source = "", target = ""] = args.map(expand);
      for (const { images } of builds) if (images.includes(source)) images.push(target);
    }
  }
  return builds;
}

/** The flags of `docker build` without a value. */
const SWITCH =
  /^(?:-[qD]|--(?:push|load|no-cache|pull|rm|force-rm|squash|quiet|compress|debug|disable-content-trust|check))$/;

/** Returns nothing for a context that is a URL or the standard input. */
function findBuild(
  args: readonly string[],
  folder: string,
  expand: (text: string) => string,
): BuildCommand[] {
  const values = new Map<string, string>();
  let context: string | undefined;
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? "";
    const equals = arg.indexOf("=");
    if (!arg.startsWith("-")) context ??= expand(arg);
    else if (arg.startsWith("--") && equals !== -1) values.set(arg.slice(0, equals), arg.slice(equals + 1));
    else if (!SWITCH.test(arg)) values.set(arg, args[(index += 1)] ?? "");
  }
  if (context === undefined || /:\/\/|^git@/.test(context)) return [];
  const file = values.get("-f") ?? values.get("--file");
  const target = values.get("--target");
  return [
    {
      images: tagsOf(args).map(expand),
      path: posix.join(folder, file === undefined ? posix.join(context, "Dockerfile") : expand(file)),
      target: target === undefined ? null : expand(target),
    },
  ];
}
