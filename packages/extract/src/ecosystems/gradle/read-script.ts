import type { SourceFile } from "../../source-file.ts";
import { findCall, findPath, findTemplate, literalOf, type Call } from "./expression.ts";
import { isTestBlock } from "./configuration.ts";
import { emptyFacts, projectsAt, type GradleFacts, type Publication, type Use, type Place } from "./facts.ts";
import { unrollLoops } from "./loops.ts";
import { readAssignment } from "./read-assignment.ts";
import { readCatalogCall } from "./read-catalog.ts";
import { readDependency, readNamedUse, readPlugin } from "./read-dependency.ts";
import { blocksOf, isPunctuation, isName, parseScript, type Node } from "./script.ts";

/** Limit of nested `if (a) if (b) …` without braces. */
const MAX_CONTROLS = 10;

/** Reads the facts of a script, or of a source file with constants. Throws SyntaxProblem. */
export function readScript(file: SourceFile): GradleFacts {
  const facts = emptyFacts();
  readStatements(facts, unrollLoops(parseScript(file)), { blocks: [], owner: "", isTest: false });
  return { ...facts, uses: distinct(facts.uses) };
}

/** A use that a loop repeats in every round counts once. */
const distinct = (uses: readonly Use[]): Use[] => [
  ...new Map(
    uses.map((use) => [
      JSON.stringify([use.rule, use.line, use.coordinates, use.version, use.role, use.of]),
      use,
    ]),
  ).values(),
];

function readStatements(facts: GradleFacts, statements: readonly Node[][], place: Place): void {
  if (place.blocks.includes("publications")) readPublication(facts, statements, place);
  for (const statement of statements) readStatement(facts, statement, place);
}

function readStatement(facts: GradleFacts, statement: readonly Node[], place: Place, depth = 0): void {
  const isAssigned = readAssignment(facts, statement, place);
  const call = findCall(statement);
  const name = lastOf(call?.head ?? "");
  const block = place.blocks.at(-1) ?? "";
  if (!isAssigned && (isControl(name) || statement.some(isLoop))) {
    const controlled = name === "else" ? statement.slice(1) : (call?.tail ?? []);
    const [first] = controlled;
    const isStatement = first !== undefined && first.kind !== "block" && !isPunctuation(first, ".");
    if (isStatement && depth < MAX_CONTROLS) readStatement(facts, controlled, place, depth + 1);
    if (isStatement) return;
    for (const { statements } of blocksOf(statement)) readStatements(facts, statements, place);
    return;
  }
  if (!isAssigned && call) {
    if (isDependencies(block) && readDependency(facts, call, statement, place)) return;
    readCall(facts, call, statement, place);
  }
  const blocks = blocksOf(statement);
  if (blocks.length === 0) return;
  const blockName = nameOfBlock(name, statement);
  const inner = {
    blocks: [...place.blocks, blockName],
    owner: ownerOf(statement, place),
    isTest:
      place.isTest ||
      isTestBlock(blockName) ||
      statement.some((node) => node.kind === "name" && isTestBlock(node.text)),
  };
  for (const { statements } of blocks) readStatements(facts, statements, inner);
}

function readCall(facts: GradleFacts, call: Call, statement: readonly Node[], place: Place): void {
  const within = place.blocks.at(-1);
  if (within === "plugins") readPlugin(facts, call, statement, place);
  else if (place.blocks.includes("versionCatalogs")) readCatalogCall(facts, call, statement, place);
  else if (lastOf(call.head) === "apply") readApplied(facts, call, place);
  else if (call.head === "include") readIncluded(facts, call);
  else if (call.head === "coordinates" && within === "mavenPublishing")
    readCoordinates(facts, call, statement, place);
  else readNamedUse(facts, call, place);
  if (call.head === "package") {
    const name = findPath(statement.slice(1)) ?? "";
    facts.assignments.push({ name: "package", value: name, line: statement[0]?.line ?? 1 });
  }
}

/** Whether a block only controls when or how often its statements run. */
const isControl = (name: string): boolean =>
  /^(?:if|else|for|while|when|try|catch|finally|(?:for)?[eE]ach|afterEvaluate|with|run|let|also|configure)$/.test(
    name,
  );

/** `listOf("a").forEach {` */
const isLoop = (node: Node): boolean => isName(node, "each") || isName(node, "forEach");

const isDependencies = (block: string): boolean => block === "dependencies" || block === "constraints";

/** Returns the name of a block: `tools` for `create("tools") { … }`, `:core` for `project(":core") { … }`. */
function nameOfBlock(name: string, statement: readonly Node[]): string {
  const { args } = findCall(statement) ?? {};
  const created = /^(?:create|register|maybeCreate|project)$/.test(name) ? args?.positional[0] : undefined;
  return (created && literalOf(created)) ?? name;
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf(".") + 1);

/** Returns the owner of the members of `object Versions { … }`. Members of a companion belong to its class. */
function ownerOf(statement: readonly Node[], { owner }: Place): string {
  const at = statement.findIndex((node) => isName(node, "object") || isName(node, "class"));
  const name = statement[at + 1];
  if (at === -1 || name?.kind !== "name" || isName(statement[at - 1], "companion")) return owner;
  return owner === "" ? name.text : `${owner}.${name.text}`;
}

/** Reads `apply from: "x.gradle"`, `apply from: rootProject.file("x.gradle")`, `apply plugin: "x"` and `apply(libs.plugins.x.get().pluginId)`. */
function readApplied(facts: GradleFacts, { args }: Call, place: Place): void {
  const plugin = findTemplate(args.named.get("plugin") ?? []);
  if (plugin !== undefined && !place.blocks.includes("subprojects")) facts.plugins.push(plugin);
  const alias = args.positional[0] && /^(.+)\.pluginId$/.exec(findPath(args.positional[0]) ?? "")?.[1];
  if (alias !== undefined) facts.aliasUses.push({ name: alias, of: projectsAt(place) });
  const from = args.named.get("from") ?? [];
  const last = from.at(-1);
  const path = findTemplate(last?.kind === "group" ? last.items : from);
  if (path !== undefined) facts.applied.push(path);
}

function readIncluded(facts: GradleFacts, { args }: Call): void {
  for (const each of args.positional) {
    const path = literalOf(each);
    if (path !== undefined) facts.includes.push(path.replace(/^:/, ""));
  }
}

/** Reads `coordinates("group", "name", "version")` of the Gradle Maven Publish Plugin. */
function readCoordinates(facts: GradleFacts, { args }: Call, statement: readonly Node[], place: Place): void {
  const text = (at: number, key: string): string | null => {
    const value = args.named.get(key) ?? args.positional[at];
    return (value && findTemplate(value)) ?? null;
  };
  facts.publications.push({
    of: publishersAt(place),
    group: text(0, "groupId"),
    name: text(1, "artifactId"),
    version: text(2, "version"),
    line: statement[0]?.line ?? 1,
  });
}

/** Reads a publication that sets a name or a group. */
function readPublication(facts: GradleFacts, statements: readonly Node[][], place: Place): void {
  const valueOf = (key: string): { text: string | null; line: number } | undefined => {
    const statement = statements.find(([first, mark]) => isName(first, key) && !isPunctuation(mark, "."));
    const value = statement?.slice(isPunctuation(statement[1], "=") ? 2 : 1);
    return value && { text: findTemplate(value) ?? null, line: value[0]?.line ?? 1 };
  };
  const [group, name, version] = [valueOf("groupId"), valueOf("artifactId"), valueOf("version")];
  const line = name?.line ?? group?.line;
  if (line === undefined) return;
  facts.publications.push({
    of: publishersAt(place),
    group: group?.text ?? null,
    name: name?.text ?? null,
    version: version?.text ?? null,
    line,
  });
}

/** Returns which projects publish a publication. */
function publishersAt(place: Place): Publication["of"] {
  const of = projectsAt(place);
  return of === "subprojects" || of === "allprojects" ? of : "own";
}
