import { posix } from "node:path";
import { parseImageReference, splitImageReference } from "../../image-reference.ts";
import { commandLines, simpleCommand, type CommandLine } from "./script.ts";

/** A copy of an image from one registry to another. The texts may have variables. */
export interface ImageCopy {
  source: string;
  target: string;
}

/** A run of `skopeo sync` with a list of images. */
export interface SyncRun {
  /** The path of the list, as written in the command. */
  list: string;
  /** The registry and path to copy to. */
  destination: string;
  /** Whether the path of the source is kept. */
  isScoped: boolean;
}

const TRANSPORT = "docker://";
/** An image in any transport of skopeo. */
const REFERENCE =
  /^(?:docker|docker-archive|docker-daemon|containers-storage|dir|oci|oci-archive|sif|tarball):\S/;
const SYNC_OPTIONS = new Set(
  "--authfile --src-authfile --dest-authfile --format -f --append-suffix --digestfile --sign-by --sign-by-sigstore --sign-by-sigstore-private-key --sign-by-sq-fingerprint --sign-passphrase-file --src-creds --dest-creds --src-cert-dir --dest-cert-dir --src-registry-token --dest-registry-token --retry-times --retry-delay --src-username --src-password --dest-username --dest-password".split(
    " ",
  ),
);
const COPY_OPTIONS = new Set([
  "--platform",
  "-j",
  "--jobs",
  "--digest-tags",
  "--platforms",
  "-v",
  "--verbosity",
]);

/** Returns the images that a command copies: of crane, regctl, `skopeo copy`, and `skopeo sync` without a list. */
export function copiedBy({ words, expand }: CommandLine): ImageCopy[] {
  const { words: command } = simpleCommand(words);
  const [tool = "", ...args] = command;
  const name = posix.basename(expand(tool));
  if (name === "crane" || name === "gcrane") {
    return /^(?:copy|cp)$/.test(args[0] ?? "") ? pair(plainArguments(args.slice(1), COPY_OPTIONS)) : [];
  }
  if (name === "regctl") {
    const isCopy = args[0] === "image" && /^(?:copy|cp)$/.test(args[1] ?? "");
    return isCopy ? pair(plainArguments(args.slice(2), COPY_OPTIONS)) : [];
  }
  if (name !== "skopeo") return [];
  if (args.includes("copy")) {
    const [source = "", target = ""] = args.filter((arg) => REFERENCE.test(arg));
    return source.startsWith(TRANSPORT) && target.startsWith(TRANSPORT)
      ? pair([source.slice(TRANSPORT.length), target.slice(TRANSPORT.length)])
      : [];
  }
  const sync = syncOf(args, "docker");
  if (!sync) return [];
  return [{ source: sync.source, target: syncTarget(sync.source, sync) }];
}

const pair = ([source, target]: readonly string[]): ImageCopy[] =>
  source === undefined || target === undefined ? [] : [{ source, target }];

/** Returns the name of the copy that `skopeo sync` makes: the last part of the path, or the whole name. */
export function syncTarget(
  source: string,
  { destination, isScoped }: Pick<SyncRun, "destination" | "isScoped">,
): string {
  const { repository } = splitImageReference(source);
  const name = isScoped ? (parseImageReference(repository)?.name ?? repository) : posix.basename(repository);
  return `${destination}/${name}`;
}

/** Returns the runs of `skopeo sync --src yaml` in a script. */
export function syncRuns(script: string, environment: ReadonlyMap<string, string>): SyncRun[] {
  if (!/\bskopeo\b/.test(script)) return [];
  const runs: SyncRun[] = [];
  for (const { words, expandAll } of commandLines(script, environment)) {
    const [tool = "", ...args] = simpleCommand(words).words;
    const sync = posix.basename(tool) === "skopeo" ? syncOf(args, "yaml") : undefined;
    if (!sync) continue;
    for (const text of expandAll(`${sync.source}\n${sync.destination}`)) {
      const [list = "", destination = ""] = text.split("\n");
      runs.push({ list, destination, isScoped: sync.isScoped });
    }
    if (runs.length > MAX_RUNS) break;
  }
  return runs;
}

/** Bounds the runs in one script. */
const MAX_RUNS = 500;

interface Sync {
  source: string;
  destination: string;
  isScoped: boolean;
}

/** Reads `skopeo sync --src yaml --dest docker LIST DESTINATION`, unless nothing is copied. */
function syncOf(args: readonly string[], transport: "yaml" | "docker"): Sync | undefined {
  const verb = args.indexOf("sync");
  if (verb === -1 || args.includes("--dry-run")) return undefined;
  const rest = args.slice(verb + 1);
  if (optionOf(rest, "--src", "-s") !== transport || optionOf(rest, "--dest", "-d") !== "docker")
    return undefined;
  const [source, destination] = plainArguments(
    rest,
    new Set([...SYNC_OPTIONS, "--src", "-s", "--dest", "-d"]),
  );
  if (source === undefined || destination === undefined) return undefined;
  return {
    source,
    destination: destination.replace(/^docker:\/\//, "").replace(/(?<!\/)\/+$/, ""),
    isScoped: rest.includes("--scoped"),
  };
}

function optionOf(args: readonly string[], ...names: string[]): string | undefined {
  for (const [index, arg] of args.entries()) {
    if (names.includes(arg)) return args[index + 1];
    const name = names.find((each) => arg.startsWith(`${each}=`));
    if (name !== undefined) return arg.slice(name.length + 1);
  }
  return undefined;
}

/** Returns the arguments up to a pipe or redirection, without options and their values. */
function plainArguments(args: readonly string[], valued: ReadonlySet<string>): string[] {
  const end = args.findIndex((arg) => /^\d?[|>&]/.test(arg));
  const own = end === -1 ? args : args.slice(0, end);
  return own.filter((arg, index) => !arg.startsWith("-") && !valued.has(own[index - 1] ?? ""));
}
