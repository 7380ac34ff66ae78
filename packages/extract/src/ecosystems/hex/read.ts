import {
  interpolate,
  isWord,
  parseScript,
  parseArguments,
  templateOf,
  type ScriptNode,
} from "../../document/ruby-elixir.ts";
import type { LockFacts } from "../../lock-file.ts";
import type { SourceFile } from "../../source-file.ts";
import { DEPENDENCIES, functionAt, listingFunctions } from "./listing.ts";

/** A tuple that requires a package. Interpolated values appear as `${name}`. */
export interface Dependency {
  line: number;
  /** The application. `package` is the package's name, if it differs. */
  app: string;
  package: string | null;
  constraint: string | null;
  git: string | null;
  /** Branch, tag or commit. */
  ref: string | null;
  /** Relative to the file. */
  path: string | null;
  isInUmbrella: boolean;
  /** The environments that `only:` names. */
  environments: string[];
  /** Whether `runtime:` says that it is not, or not always, started with the application. */
  isBuildTool: boolean;
}

export interface HexFacts {
  app: { name: string; line: number } | null;
  /** The published name, if it differs from the application's. */
  packageName: string | null;
  version: string | null;
  /** The folder of an umbrella's applications, relative to the file. */
  appsPath: string | null;
  /** The stated lock file, relative to the file. */
  lockFile: string | null;
  /** The entries of a lock file, else null. */
  lock: LockFacts | null;
  dependencies: Dependency[];
  /** The lines of Git URLs in options. */
  gitLines: number[];
  /** Whether it is a template of EEx. */
  isTemplate: boolean;
  /** Module attributes that are assigned strings or atoms. */
  attributes: Record<string, string>;
}

export const emptyFacts = (): HexFacts => ({
  app: null,
  packageName: null,
  version: null,
  appsPath: null,
  lockFile: null,
  lock: null,
  dependencies: [],
  gitLines: [],
  isTemplate: false,
  attributes: {},
});

/** Reads the facts of one `mix.exs`. Throws SyntaxProblem. */
export function read(file: SourceFile): HexFacts {
  const facts = emptyFacts();
  const nodes = parseScript(file, "elixir");
  readNodes({ facts, listing: listingFunctions(nodes) }, nodes, "");
  if (facts.app) facts.app.name = interpolate(facts.app.name, facts.attributes);
  return facts;
}

interface Reading {
  facts: HexFacts;
  /** Functions that a list of dependencies calls. */
  listing: ReadonlySet<string>;
}

/** `within` is the enclosing function or key. */
function readNodes(reading: Reading, nodes: readonly ScriptNode[], within: string): void {
  const { facts } = reading;
  let place = within;
  for (const [index, node] of nodes.entries()) {
    const next = nodes[index + 1];
    const name = functionAt(node, next);
    if (name !== undefined) place = name;
    else if (node.kind === "label") readKey(facts, node.text, next, place);
    else if (node.kind === "name" && node.text.startsWith("@") && isText(next))
      facts.attributes[node.text] = next.text;
    else if (node.kind === "group" && !readEntry(reading, node, place)) {
      const before = nodes[index - 1];
      readNodes(reading, node.items, before?.kind === "label" && before.text !== "do" ? before.text : place);
    }
  }
}

const isText = (node: ScriptNode | undefined): node is ScriptNode & { kind: "string" | "symbol" } =>
  node?.kind === "string" || node?.kind === "symbol";

/** Reads a tuple in a list of dependencies. In a function that such a list calls, other tuples are also usual: `{:ok, path}`. */
const readEntry = (
  { facts, listing }: Reading,
  node: ScriptNode & { kind: "group" },
  place: string,
): boolean =>
  DEPENDENCIES.test(place)
    ? readTuple(facts, node)
    : listing.has(place) && isRequirement(node) && readTuple(facts, node);

const SOURCES = ["git", "github", "path", "in_umbrella", "hex"];

/** `{:kit, "~> 1.0"}` or `{:kit, github: "acme/kit"}`. */
function isRequirement({ items }: ScriptNode & { kind: "group" }): boolean {
  const { positional, named } = parseArguments(items);
  const second = positional[1]?.[0];
  return (second?.kind === "string" && /\d/.test(second.text)) || SOURCES.some((key) => named.has(key));
}

function readKey(facts: HexFacts, key: string, value: ScriptNode | undefined, place: string): void {
  const text = value && templateOf([value]);
  if (place === "project" && key === "app" && value) {
    const name = value.kind === "symbol" ? value.text : text;
    if (name !== undefined) facts.app ??= { name, line: value.line };
  }
  if (place === "project" && key === "version") facts.version ??= text ?? null;
  if (place === "project" && key === "apps_path") facts.appsPath ??= text ?? null;
  if (place === "project" && key === "lockfile") facts.lockFile ??= text ?? null;
  if (place === "project" && key === "archives" && value?.kind === "group") readArchives(facts, value.items);
  if (place === "package" && key === "name") facts.packageName ??= text ?? null;
}

/** Reads `archives: [kit: "~> 1.0"]`: packages that must be installed before Mix loads the project. */
function readArchives(facts: HexFacts, nodes: readonly ScriptNode[]): void {
  for (const [index, node] of nodes.entries()) {
    const value = nodes[index + 1];
    if (node.kind === "label" && value) {
      facts.dependencies.push({
        line: node.line,
        app: node.text,
        package: null,
        constraint: templateOf([value]) ?? "${version}",
        git: null,
        ref: null,
        path: null,
        isInUmbrella: false,
        environments: [],
        isBuildTool: true,
      });
    }
  }
}

/** Reads `{:kit, "~> 1.0", only: :test}`. Returns false for any other tuple. */
function readTuple(facts: HexFacts, node: ScriptNode & { kind: "group" }): boolean {
  const { positional, named } = parseArguments(node.items);
  const [app] = positional[0] ?? [];
  if (node.opening !== "{" || app?.kind !== "symbol" || positional[0]?.length !== 1) return false;
  const [, second, third] = positional;
  const list = (third ?? second ?? []).find((each) => each.kind === "group");
  const options = list?.kind === "group" ? parseArguments(list.items).named : named;
  const text = (key: string): string | null => {
    const value = options.get(key);
    if (!value) return null;
    return value[0]?.kind === "symbol" ? value[0].text : (templateOf(value) ?? `\${${key}}`);
  };
  const github = text("github");
  const gitLine = options.get("git")?.[0]?.line;
  if (gitLine !== undefined) facts.gitLines.push(gitLine);
  const isVersion = second !== undefined && second[0]?.kind !== "group";
  facts.dependencies.push({
    line: app.line,
    app: app.text,
    package: text("hex"),
    constraint: isVersion ? (templateOf(second) ?? "${version}") : null,
    git: github === null ? text("git") : `https://github.com/${github}.git`,
    ref: text("tag") ?? text("ref") ?? text("branch"),
    path: text("path"),
    isInUmbrella: options.has("in_umbrella"),
    environments: symbolsIn(options.get("only") ?? []),
    isBuildTool: options.has("runtime") && !isWord(options.get("runtime")?.[0], "true"),
  });
  return true;
}

/** Reads `:test` and `[:dev, :test]`. */
const symbolsIn = (nodes: readonly ScriptNode[]): string[] =>
  nodes.flatMap((node) =>
    node.kind === "symbol" ? [node.text] : node.kind === "group" ? symbolsIn(node.items) : [],
  );
