import { itemsOf, parseErlangTerms, textOf, valuesOf, type ErlangTerm } from "../../document/erlang.ts";
import type { SourceFile } from "../../source-file.ts";
import { emptyFacts, type Dependency, type HexFacts } from "./read.ts";

export const REBAR = /(?:^|\/)rebar\.config$/;
/** The description of an application. Erlang.mk projects commit the built one. */
export const APPLICATION =
  /^(?!(?:.*\/)?(?:deps|_build|_checkouts)\/)(?:.*\/)?(?:src\/[^/]+\.app\.src|ebin\/[^/]+\.app)$/;

type Use = Pick<Dependency, "environments" | "isBuildTool">;

/** Reads `rebar.config`. Throws SyntaxProblem. */
export function readRebar(file: SourceFile): HexFacts {
  const facts = emptyFacts();
  const terms = parseErlangTerms(file);
  readLists(facts, terms, []);
  for (const profile of valuesOf(terms, "profiles").flatMap(itemsOf)) {
    const [name, ...settings] = itemsOf(profile);
    readLists(facts, settings.flatMap(itemsOf), environmentOf(textOf(name) ?? ""));
  }
  return facts;
}

const environmentOf = (profile: string): string[] =>
  /^(?:prod|release|default)$/.test(profile) ? [] : [/test/.test(profile) ? "test" : "dev"];

function readLists(facts: HexFacts, settings: readonly ErlangTerm[], environments: string[]): void {
  const lists: [key: string, use: Use][] = [
    ["deps", { environments, isBuildTool: false }],
    ["plugins", { environments, isBuildTool: true }],
    [
      "project_plugins",
      { environments: environments.length > 0 ? environments : ["dev"], isBuildTool: true },
    ],
  ];
  for (const [key, use] of lists)
    for (const term of valuesOf(settings, key).flatMap(itemsOf)) readDependency(facts, term, use);
}

/** Reads `kit`, `{kit, "~> 1.0"}`, `{kit, {pkg, acme_kit}}` and `{kit, ".*", {git, URL, {tag, "1.0"}}}`. */
function readDependency(facts: HexFacts, term: ErlangTerm, use: Use): void {
  const [name, ...rest] = term.kind === "atom" ? [term] : itemsOf(term);
  if (name?.kind !== "atom") return;
  const values = rest.filter(({ kind }) => kind !== "list");
  const constraint = values[0]?.kind === "string" ? values.shift() : undefined;
  const source = values.shift();
  const [kind, first, second] = itemsOf(source);
  const type = textOf(kind);
  if (values.length > 0 || (source && !/^(?:git|git_subdir|pkg)$/.test(type ?? ""))) return;
  const git = type?.startsWith("git") ? textOf(first) : null;
  if (source && textOf(first) === null) return;
  if (git !== null && first) facts.gitLines.push(first.line);
  facts.dependencies.push({
    line: name.line,
    app: name.text,
    package: type === "pkg" ? textOf(first) : null,
    constraint: git === null ? textOf(constraint) : null,
    git,
    ref: textOf(itemsOf(second)[1]) ?? (second?.kind === "string" && second.text !== "" ? second.text : null),
    path: null,
    isInUmbrella: false,
    ...use,
  });
}

/** Reads `{application, kit, [{vsn, "1.0.0"}, {pkg_name, acme_kit}]}.` Throws SyntaxProblem. */
export function readApplication(file: SourceFile): HexFacts {
  const facts = emptyFacts();
  const [name, settings] = valuesOf(parseErlangTerms(file), "application");
  if (name?.kind !== "atom") return facts;
  const version = textOf(valuesOf(itemsOf(settings), "vsn")[0]);
  facts.app = { name: name.text, line: name.line };
  facts.packageName = textOf(valuesOf(itemsOf(settings), "pkg_name")[0]);
  facts.version = version !== null && /^\d/.test(version) ? version : null;
  return facts;
}
