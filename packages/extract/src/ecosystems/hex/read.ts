import {
  isWord,
  parseScript,
  parseArguments,
  templateOf,
  type ScriptNode,
} from "../../document/ruby-elixir.ts";
import type { LockFacts } from "../../lock-file.ts";
import type { SourceFile } from "../../source-file.ts";

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
  /** Module attributes that are assigned strings. */
  attributes: Record<string, string>;
}

const DEPENDENCIES = /deps|dependencies/;

export const emptyFacts = (): HexFacts => ({
  app: null,
  packageName: null,
  version: null,
  appsPath: null,
  lockFile: null,
  lock: null,
  dependencies: [],
  gitLines: [],
  attributes: {},
});

/** Reads the facts of one `mix.exs`. Throws SyntaxProblem. */
export function read(file: SourceFile): HexFacts {
  const facts = emptyFacts();
  readNodes(facts, parseScript(file, "elixir"), "");
  return facts;
}

/** `within` is the enclosing function or key. */
function readNodes(facts: HexFacts, nodes: readonly ScriptNode[], within: string): void {
  let place = within;
  for (const [index, node] of nodes.entries()) {
    const next = nodes[index + 1];
    if ((isWord(node, "def") || isWord(node, "defp")) && next?.kind === "name") place = next.text;
    else if (node.kind === "label") readKey(facts, node.text, next, place);
    else if (node.kind === "name" && node.text.startsWith("@") && next?.kind === "string")
      facts.attributes[node.text] = next.text;
    else if (node.kind === "group" && !(DEPENDENCIES.test(place) && readTuple(facts, node))) {
      const before = nodes[index - 1];
      readNodes(facts, node.items, before?.kind === "label" && before.text !== "do" ? before.text : place);
    }
  }
}

function readKey(facts: HexFacts, key: string, value: ScriptNode | undefined, place: string): void {
  const text = value && templateOf([value]);
  if (place === "project" && key === "app" && value?.kind === "symbol") {
    facts.app ??= { name: value.text, line: value.line };
  }
  if (place === "project" && key === "version") facts.version ??= text ?? null;
  if (place === "project" && key === "apps_path") facts.appsPath ??= text ?? null;
  if (place === "project" && key === "lockfile") facts.lockFile ??= text ?? null;
  if (place === "package" && key === "name") facts.packageName ??= text ?? null;
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
