import {
  coordinatesOf,
  findCall,
  findPath,
  findTemplate,
  argumentsOf,
  literalOf,
  type Arguments,
  type Call,
} from "./expression.ts";
import { projectsAt, type GradleFacts, type UseRule, type Place } from "./facts.ts";
import { roleOfConfiguration } from "./configuration.ts";
import { blocksOf, isPunctuation, isName, type Node } from "./script.ts";

/** Calls inside `dependencies` that declare no dependency. */
const NO_CONFIGURATION =
  /^(?:components|modules|artifactTypes|attributesSchema|registerTransform|exclude|include|relocate|because|print(?:ln|f)?|return|assert|throw|import|def|val|var|project|apply|fun|version|entry)$/;
/** Calls that return local files or other dependencies without a module. */
const LOCAL_CALL =
  /^(?:project|files|file|fileTree|zipTree|npm|devNpm|peerNpm|optionalNpm|gradleApi|gradleTestKit|gradleKotlinDsl|localGroovy|embeddedKotlin|dependency|exclude|buildType|findProject|sourceSets)$/;
/** Objects of Gradle and its plugins: projects, outputs, other configurations. */
const LOCAL_NAME =
  /^\$\{(?:projects?|rootProject|sourceSets|configurations|gradle|compose|layout|tasks|files|it|parent)(?:[.}])/;
/** Calls outside `dependencies` that name a module. */
const NAMED_USES: ReadonlyMap<string, UseRule> = new Map([
  ["force", "forced"],
  ["useModule", "plugin_module"],
  ["mavenBom", "bom"],
]);

interface Found {
  coordinates: string;
  line: number;
  isPlatform: boolean;
}

/** Records the dependencies in a statement of `dependencies`. Returns false if it is another kind of call. */
export function readDependency(
  facts: GradleFacts,
  call: Call,
  statement: readonly Node[],
  place: Place,
): boolean {
  const { head } = call;
  const name = head.replace(/^(?:project\.)?dependencies\./, "");
  if (name === "constraints") return false;
  if (name === "dependencySet") return readSet(facts, call, statement);
  if (NO_CONFIGURATION.test(name)) return true;
  if (name.includes(".")) return false;
  const isAdd = name === "add";
  const args = isAdd ? { ...call.args, positional: call.args.positional.slice(1) } : call.args;
  const configuration = isAdd ? call.args.positional[0] && findTemplate(call.args.positional[0]) : name;
  const version = findRichVersion(statement);
  const found = isAdd
    ? args.positional.flatMap((each) => inExpression(each, 0))
    : inArguments(args, statement[0]?.line ?? 1);
  const at = { role: roleOfConfiguration(configuration ?? "", place), of: projectsAt(place) };
  for (const { coordinates, line, isPlatform } of found) {
    const rule = isPlatform ? "platform" : ruleOf(configuration ?? "", place);
    facts.uses.push({ rule, line, coordinates, version, ...at });
  }
  for (const project of projectsIn(statement)) facts.projectUses.push({ project, ...at });
  return true;
}

/** Records the modules in a call outside `dependencies` that is known to name modules. */
export function readNamedUse(facts: GradleFacts, { head, args }: Call, place: Place): void {
  const direct = /^(?:(?:project|rootProject)\.)?dependencies\.(?<configuration>\w+)$/.exec(head)?.groups?.[
    "configuration"
  ];
  const rule =
    NAMED_USES.get(head.slice(head.lastIndexOf(".") + 1)) ??
    (direct === undefined ? undefined : ruleOf(direct, place));
  if (rule === undefined) return;
  const role = rule === "plugin_module" ? "build" : roleOfConfiguration(direct ?? "", place);
  const at = { role, of: projectsAt(place) } as const;
  const positional = direct === "add" ? args.positional.slice(1) : args.positional;
  for (const { coordinates, line } of inArguments({ ...args, positional }, 1)) {
    if (coordinates.includes(":")) facts.uses.push({ rule, line, coordinates, version: null, ...at });
  }
}

/** Returns the paths in `project(":core")` and `project(path: ":core")`, and the accessors in `projects.core`. */
function projectsIn(nodes: readonly Node[]): string[] {
  return nodes.flatMap((node, at) => {
    const next = nodes[at + 1];
    if (isName(node, "project") && next?.kind === "group") {
      const { positional, named } = argumentsOf(next.items);
      const path = literalOf(named.get("path") ?? positional[0] ?? []);
      return path === undefined ? [] : [path];
    }
    if (isName(node, "projects") && isPunctuation(next, ".") && !isPunctuation(nodes[at - 1], ".")) {
      const accessor = findPath(nodes.slice(at + 2));
      return accessor === undefined ? [] : [accessor];
    }
    return node.kind === "group" ? projectsIn(node.items) : [];
  });
}

function ruleOf(configuration: string, { blocks }: Place): UseRule {
  if (blocks.includes("dependencyManagement")) return "managed_dependency";
  if (blocks.at(-1) === "constraints") return "constraint";
  return configuration === "classpath" ? "buildscript" : "dependency";
}

/** Calls within each other, as in `implementation(platform("…"))`. */
const MAX_CALLS = 16;

function inArguments({ positional, named }: Arguments, line: number, depth = 0): Found[] {
  if (named.has("name")) {
    const coordinates = coordinatesOf(named);
    const at = (named.get("group") ?? named.get("name"))?.[0]?.line ?? line;
    return coordinates === undefined ? [] : [{ coordinates, line: at, isPlatform: false }];
  }
  return inSeparateArguments(positional) ?? positional.flatMap((each) => inExpression(each, depth));
}

/** Kotlin's `implementation("group", "name", "version")`. */
function inSeparateArguments(positional: readonly Node[][]): Found[] | undefined {
  const [first, ...others] = positional.map((each) => (each.length === 1 ? findTemplate(each) : undefined));
  const [node] = positional[0] ?? [];
  if (first === undefined || node?.kind !== "string" || first.includes(":") || others.length === 0)
    return undefined;
  if (others.length > 2 || others.some((each) => each === undefined)) return undefined;
  return [{ coordinates: [first, ...others].join(":"), line: node.line, isPlatform: false }];
}

function inExpression(nodes: readonly Node[], depth: number): Found[] {
  const [first] = nodes;
  if (!first || depth > MAX_CALLS) return [];
  if (first.kind === "group")
    return nodes.length === 1 ? inArguments(argumentsOf(first.items), first.line, depth + 1) : [];
  const call = first.kind === "name" ? findCall(nodes) : undefined;
  const name = call?.head.slice(call.head.lastIndexOf(".") + 1) ?? "";
  const isCall = nodes.some((node) => node.kind === "group");
  if (isCall && LOCAL_CALL.test(name)) return [];
  if (isCall && call && name === "kotlin") return kotlinModule(call, first.line);
  const template = first.kind === "string" || findPath(nodes) !== undefined ? findTemplate(nodes) : undefined;
  if (template !== undefined) {
    const isModule = template.includes(":") || (template.startsWith("${") && !LOCAL_NAME.test(template));
    return isModule ? [{ coordinates: template, line: first.line, isPlatform: false }] : [];
  }
  if (nodes.some((node) => isPunctuation(node, "+"))) {
    const joined = findTemplate(nodes);
    return joined?.includes(":") ? [{ coordinates: joined, line: first.line, isPlatform: false }] : [];
  }
  if (!isCall || !call) return [];
  const isPlatform = /^(?:enforcedP|p)latform$/.test(name);
  return inArguments(call.args, first.line, depth + 1).map((each) => ({
    ...each,
    isPlatform: isPlatform || each.isPlatform,
  }));
}

/** `kotlin("stdlib")`, by default in the version of the Kotlin plugin. */
function kotlinModule({ args }: Call, line: number): Found[] {
  const [module, version] = args.positional.map((each) => findTemplate(each));
  const given = args.named.get("version");
  const text = version ?? (given && findTemplate(given));
  if (module === undefined) return [];
  const coordinates = `org.jetbrains.kotlin:kotlin-${module}${text === undefined ? "" : `:${text}`}`;
  return [{ coordinates, line, isPlatform: false }];
}

/** `dependencySet(group: 'g', version: '1') { entry 'a' }` */
function readSet(facts: GradleFacts, { args }: Call, statement: readonly Node[]): boolean {
  const text = (key: string): string | undefined => {
    const value = args.named.get(key);
    return value && findTemplate(value);
  };
  const [group, version] = [text("group"), text("version")];
  for (const entry of blocksOf(statement).flatMap(({ statements }) => statements)) {
    const name = isName(entry[0], "entry") ? findCall(entry)?.args.positional[0] : undefined;
    const module = name && findTemplate(name);
    if (group === undefined || module === undefined) continue;
    const line = name?.[0]?.line ?? 1;
    facts.uses.push({
      rule: "managed_dependency",
      line,
      coordinates: `${group}:${module}`,
      version: version ?? null,
      role: "runtime",
      of: "own",
    });
  }
  return true;
}

/** Returns `version { strictly("[1,2["); prefer("1.5") }` in Gradle's short notation `[1,2[!!1.5`, or null. */
function findRichVersion(statement: readonly Node[]): string | null {
  const inner = blocksOf(statement).flatMap(({ statements }) => statements);
  const texts = new Map<string, string>();
  for (const each of inner.filter(([first]) => isName(first, "version"))) {
    for (const declared of blocksOf(each).flatMap(({ statements }) => statements)) {
      const { head = "", args } = findCall(declared) ?? {};
      const [value] = args?.positional ?? [];
      const text = value && findTemplate(value);
      if (text !== undefined) texts.set(head, text);
    }
  }
  return richVersion(texts);
}

export function richVersion(texts: ReadonlyMap<string, string>): string | null {
  const strictly = texts.get("strictly");
  if (strictly !== undefined) return `${strictly}!!${texts.get("prefer") ?? ""}`;
  return texts.get("require") ?? texts.get("prefer") ?? null;
}

const KOTLIN_PLUGIN = "org.jetbrains.kotlin.";

/** Reads `id("x") version "1"` and `kotlin("jvm")`. Skips core plugins, whose ID has no dot, and aliases of a catalog. */
export function readPlugin(
  facts: GradleFacts,
  { head, args }: Call,
  statement: readonly Node[],
  place: Place,
): void {
  const of = projectsAt(place);
  const alias = head === "alias" && !hasApply(statement) ? findPath(args.positional[0] ?? []) : undefined;
  if (alias !== undefined) facts.aliasUses.push({ name: alias, of });
  const applied =
    head === "id" ? args.positional[0] && findTemplate(args.positional[0]) : findPath(statement);
  if (applied !== undefined && !hasApply(statement)) facts.plugins.push(applied);
  if (head !== "id" && head !== "kotlin") return;
  const [, written] = statement;
  const first = args.positional[0];
  const id = written?.kind === "group" ? first && findTemplate(first) : written && findTemplate([written]);
  if (id === undefined || !written) return;
  const name = head === "kotlin" ? KOTLIN_PLUGIN + id : id;
  if (!name.includes(".") || name.startsWith("${")) return;
  facts.uses.push({
    rule: "plugin",
    line: (written.kind === "group" ? first?.[0]?.line : undefined) ?? written.line,
    coordinates: name,
    version: findVersion(statement) ?? null,
    role: "build",
    of,
  });
}

/** Whether a plugin is declared but not applied: `apply false`, `.apply(false)`. */
const hasApply = (statement: readonly Node[]): boolean => statement.some((node) => isName(node, "apply"));

/** The version ends before `apply false`. */
function findVersion(statement: readonly Node[]): string | undefined {
  const at = statement.findIndex((node) => isName(node, "version"));
  if (at === -1) return undefined;
  const end = statement.findIndex((node) => isName(node, "apply"));
  const value = statement.slice(at + 1, end === -1 ? undefined : end);
  const isCall = value[0]?.kind === "group" && value.length > 1;
  return findTemplate(isCall ? value.slice(0, 1) : value) ?? "${version}";
}
