import { posix } from "node:path";
import { at, entriesOf, scalarAt, textOf, type DataNode } from "../../document/node.ts";
import type { Facts } from "../../ecosystem.ts";
import type { Argument } from "../../interface.ts";
import { foldersUpFrom } from "../../lock-file.ts";
import { isTestInput } from "../../repository-path.ts";
import type { SourceFile } from "../../source-file.ts";
import type { Entry, NpmFacts } from "./read.ts";

/** A command that a package offers, or that a script or pipeline starts. */
export interface Command {
  name: string;
  line: number;
}

/** Returns the commands that a package installs. Null if they are the files of a folder. */
export function offeredCommands(root: DataNode): Command[] | null {
  const bin = at(root, "publishConfig", "bin") ?? at(root, "bin");
  if (!bin) return at(root, "directories", "bin") ? null : [];
  if (bin.kind === "map") return bin.entries.map(({ key, line }) => ({ name: key, line }));
  const name = textOf(at(root, "name"));
  return bin.kind === "scalar" && name !== undefined
    ? [{ name: name.slice(name.lastIndexOf("/") + 1), line: bin.line }]
    : [];
}

/** Commands of the shell, of the system, and of Node.js. */
const NOT_INSTALLED: ReadonlySet<string> = new Set(
  (
    "awk bash bun bunx cat cd chmod cp curl cut deno docker echo env exec exit export false find for git go grep head if kill ln ls " +
    "make mkdir mv node npm npx open perl php pip pnpm printf ps pwd python python3 read rm rmdir ruby sed set sh sleep sort source " +
    "tail tar tee test then time touch true unzip wait wget which while xargs yarn zip"
  ).split(" "),
);

const NAME = /^[a-z][\w.-]*$/i;
const ASSIGNMENT = /^\w+=/;
/** Programs that start the command that follows them or, if they are installed by npm, are one too. */
const RUNNERS: ReadonlySet<string> = new Set(["bunx", "c8", "cross-env", "env", "npx", "nyc", "time"]);
/** Programs of which a subcommand starts the command. Without it, they start the command or a script. */
const MANAGERS: ReadonlySet<string> = new Set(["bun", "npm", "pnpm", "yarn"]);
const RUN = /^(?:exec|run|run-script|x)$/;
/** Programs whose quoted arguments are commands. */
const TAKES_COMMANDS =
  /^\s*(?:concurrently|cross-env-shell|nodemon|onchange|sh|bash|start-server-and-test)\s/;

/** Returns the names of the commands that a script starts. */
export function commandsIn(script: string): string[] {
  const parts = TAKES_COMMANDS.test(script) ? script.split(/["']/) : [script];
  return parts
    .flatMap((part) => part.split(/&&|\|\|?|;|&|\n/))
    .flatMap((part) => commandsOf(part.trim().split(/\s+/)));
}

function commandsOf(words: readonly string[]): string[] {
  let index = 0;
  const found: string[] = [];
  for (; index < words.length; index++) {
    const word = words[index] ?? "";
    if (ASSIGNMENT.test(word) || (index > 0 && word.startsWith("-"))) continue;
    if (MANAGERS.has(word)) {
      const next = words[index + 1] ?? "";
      // `npm run` starts a script of the manifest.
      if (word === "npm" && !/^(?:exec|x)$/.test(next)) return found;
      if (RUN.test(next)) index++;
      continue;
    }
    if (!NAME.test(word)) return found;
    if (!NOT_INSTALLED.has(word)) found.push(word);
    if (!RUNNERS.has(word)) return found;
  }
  return found;
}

/** Returns the commands that the scripts of a manifest start. */
export const scriptCommands = (root: DataNode): Command[] =>
  entriesOf(at(root, "scripts"))
    .slice(0, MAX_SCRIPTS)
    .flatMap(({ key }) => {
      const script = scalarAt(root, "scripts", key);
      return script ? commandsIn(script.text).map((name) => ({ name, line: script.line })) : [];
    });

/** More than handwritten manifests have. */
const MAX_SCRIPTS = 500;

const PIPELINE = /^(?:\.github\/workflows\/[^/]+\.ya?ml|\.gitlab-ci\.yml|\.circleci\/config\.yml)$/;
/** `npx NAME` and its equivalents, at the start of a command. Not with `--package`, which names the package. */
const CALL =
  /^[ \t]*(?:-[ \t]+)?(?:(?:run|command):[ \t]*)?(?:.*?&&[ \t]*)?(?:npx|bunx|yarn(?:[ \t]+(?:run|exec))?|pnpm(?:[ \t]+(?:run|exec))?)[ \t]+(?:--?(?:no|no-install|yes|y|silent|s)[ \t]+)*(?<name>[a-z][\w.-]*)(?=\s|$)/gim;

export const isPipeline = ({ path, text }: { path: string; text: string }): boolean =>
  PIPELINE.test(path) && /\b(?:npx|bunx|yarn|pnpm|node-version)\b/.test(text);

/** Subcommands of Yarn and pnpm. */
const SUBCOMMANDS: ReadonlySet<string> = new Set(
  (
    "add audit cache ci config constraints create dedupe dlx fetch global i import info init install link list outdated pack patch plugin " +
    "prune publish rebuild remove set start store test unlink up update upgrade version why workspace workspaces"
  ).split(" "),
);

/** Returns the commands that a pipeline starts by `npx`, `yarn` or `pnpm`. */
export const pipelineCommands = (file: SourceFile): Command[] =>
  Array.from(file.text.matchAll(CALL), ({ groups = {}, index, 0: match }) => ({
    name: groups["name"] ?? "",
    line: file.lineAt(index + match.length - 1),
  })).filter(({ name }) => !NOT_INSTALLED.has(name) && !SUBCOMMANDS.has(name));

type NpmFile = Facts<NpmFacts>;

/** The groups whose packages are installed next to the manifest. */
const INSTALLED: ReadonlySet<string> = new Set(["dependencies", "dev_dependencies", "optional_dependencies"]);

/** Whether the entries of a group are installed, rather than constraints on other entries. */
export const isPackageGroup = (group: string): boolean => INSTALLED.has(group);

/**
 * The commands that the scripts and pipelines of a repository start, by the declarations that may provide them. A script does not
 * say which package has a command: that is decided by the package with its name, else by those that share a word with
 * it, else by all. The interface of the package knows whether it has the command.
 */
export class CommandUses {
  readonly #byEntry = new Map<Entry, Argument[]>();

  constructor(files: readonly NpmFile[]) {
    const manifests = new Map(
      files.flatMap(({ path, facts }) => {
        const installed = facts.entries.filter(({ group }) => isPackageGroup(group));
        return installed.length > 0 && !isTestInput(path)
          ? [[posix.dirname(path), new Providers(installed)] as const]
          : [];
      }),
    );
    if (manifests.size === 0) return;
    const scripts = new Set(files.flatMap(({ facts }) => facts.scripts));
    const [onlyFolder = "."] = manifests.size === 1 ? manifests.keys() : [];
    for (const { path, facts } of files) {
      const isPipelineFile = PIPELINE.test(path);
      const folder = isPipelineFile ? onlyFolder : posix.dirname(path);
      const reachable = [...foldersUpFrom(folder)].flatMap((each) => manifests.get(each) ?? []);
      for (const { name, line } of facts.calls) {
        if (isPipelineFile && scripts.has(name)) continue;
        for (const entry of providersOf(name, reachable, manifests.get(folder)))
          this.#add(entry, { kind: "command_name", name, file: path, line });
      }
    }
  }

  /** Returns the commands that a package may provide. */
  of(entry: Entry): readonly Argument[] {
    return this.#byEntry.get(entry) ?? [];
  }

  #add(entry: Entry, argument: Argument): void {
    addTo(this.#byEntry, entry, argument);
  }
}

function addTo<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}

/** The packages that a manifest installs, by their names and the words in them. */
class Providers {
  readonly named: ReadonlyMap<string, Entry>;
  readonly alike = new Map<string, Entry[]>();
  readonly all: readonly Entry[];

  constructor(entries: readonly Entry[]) {
    this.all = entries.filter(({ name }) => !name.startsWith("@types/"));
    this.named = new Map(this.all.map((entry) => [entry.name.slice(entry.name.lastIndexOf("/") + 1), entry]));
    for (const entry of this.all)
      for (const word of new Set(wordsOf(entry.name))) addTo(this.alike, word, entry);
  }
}

function providersOf(
  command: string,
  reachable: readonly Providers[],
  own: Providers | undefined,
): Iterable<Entry> {
  const named = reachable.find(({ named: byName }) => byName.has(command))?.named.get(command);
  if (named) return [named];
  const words = wordsOf(command);
  const alike = new Set(reachable.flatMap((each) => words.flatMap((word) => each.alike.get(word) ?? [])));
  return alike.size > 0 ? alike : (own?.all ?? []);
}

/** `@acme/lint-kit` → `acme`, `lint`, `kit`. */
const wordsOf = (name: string): string[] =>
  name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 2);
