import { posix } from "node:path";
import { topScope, type Closure, type Evaluator, type SbtFile } from "./evaluate.ts";
import { roleOfConfiguration, type ModuleRole } from "./modules.ts";
import { isAssignment, lastName, type Node, type Statement } from "./tree.ts";

/** A subproject of a build. */
export interface Project {
  /** The name of its value, by which other projects refer to it. */
  value: string;
  id: string;
  /** Its folder in the repository. */
  folder: string;
  file: string;
  line: number;
  settings: Setting[];
  /** Expressions of `dependsOn`. */
  dependsOn: Closure[];
}

/** `Test / libraryDependencies += …` */
export interface Setting {
  key: string;
  /** The configurations and keys before it: `publish` of `publish / skip`. */
  within: string[];
  value: Closure;
  /** The role of modules in it, if the setting decides it. */
  role: ModuleRole | undefined;
}

interface Draft {
  id: string | undefined;
  base: string | undefined;
  settings: Closure[];
  dependsOn: Closure[];
}

const MAX_DEPTH = 60;

/** Returns the projects of a build, with the settings of their folder's scripts. The build itself is the last setting. */
export function findProjects(
  evaluator: Evaluator,
  files: readonly SbtFile[],
  root: string,
): { projects: Project[]; common: Setting[] } {
  const projects: Project[] = [];
  const byFolder = new Map<string, Project>();
  for (const { path, facts } of files) {
    const values = facts.statements.flatMap((each) =>
      each.kind === "object" && each.body.kind === "block" ? each.body.statements : [each],
    );
    for (const statement of values) {
      if (statement.kind !== "value" || statement.name === "") continue;
      const project = projectOf(evaluator, path, statement, root);
      if (project === undefined) continue;
      projects.push(project);
      if (!byFolder.has(project.folder)) byFolder.set(project.folder, project);
    }
  }
  const common: Setting[] = [];
  for (const { path, facts } of files.filter(({ path: each }) => each.endsWith(".sbt"))) {
    const folder = posix.dirname(path);
    for (const { kind, body, line } of facts.statements) {
      if (kind !== "expression") continue;
      for (const setting of settingsOf(evaluator, { node: body, scope: topScope(path) })) {
        if (setting.within.includes("ThisBuild") || setting.within.includes("Global")) common.push(setting);
        else {
          const project = byFolder.get(folder) ?? implicit(folder, path, line, root);
          if (!byFolder.has(folder)) projects.push(project);
          byFolder.set(folder, project);
          project.settings.push(setting);
        }
      }
    }
  }
  return { projects, common };
}

/** A folder with a script, but without a definition: the root project, or one that another function defines. */
const implicit = (folder: string, file: string, line: number, root: string): Project => {
  const id = folder === root ? "root" : posix.basename(folder);
  return { value: id, id, folder, file, line, settings: [], dependsOn: [] };
};

function projectOf(
  evaluator: Evaluator,
  file: string,
  { name, body, line }: Statement,
  root: string,
): Project | undefined {
  if (body.kind === "name" && body.name !== "project") return undefined;
  const draft = draftOf(evaluator, { node: body, scope: topScope(file) }, 0);
  if (draft === undefined) return undefined;
  const id = draft.id ?? name;
  const folder = posix.normalize(posix.join(root, draft.base ?? id));
  if (folder.startsWith("..")) return undefined;
  const settings = draft.settings.flatMap((each) => [...settingsOf(evaluator, each)]);
  return {
    value: name,
    id,
    folder: folder.replace(/\/$/, ""),
    file,
    line,
    settings,
    dependsOn: draft.dependsOn,
  };
}

/** Returns what an expression says of a project, or undefined if it is not a project. */
function draftOf(evaluator: Evaluator, closure: Closure, depth: number): Draft | undefined {
  const { node, scope } = closure;
  if (depth > MAX_DEPTH) return undefined;
  const again = (each: Node): Draft | undefined => draftOf(evaluator, { node: each, scope }, depth + 1);
  switch (node.kind) {
    case "name": {
      if (node.name === "project") return emptyDraft();
      const local = scope.locals.get(node.name);
      return local && draftOf(evaluator, local, depth + 1);
    }
    case "infix": {
      const draft = node.operator === "in" ? again(node.left) : undefined;
      return draft && { ...draft, base: folderOf(evaluator, { node: node.right, scope }) ?? draft.base };
    }
    case "block": {
      const result = evaluator.resultOf(closure);
      return result && draftOf(evaluator, result, depth + 1);
    }
    case "several":
      return node.nodes.map(again).find((draft) => draft !== undefined);
    case "call":
      return draftOfCall(evaluator, closure, depth);
    case "member":
    case "text":
    case "function":
    default:
      return undefined;
  }
}

function draftOfCall(evaluator: Evaluator, closure: Closure, depth: number): Draft | undefined {
  const { node, scope } = closure;
  if (node.kind !== "call") return undefined;
  const entered = evaluator.enter(closure);
  if (entered) return draftOf(evaluator, entered, depth + 1);
  const { of, arguments: given } = node;
  const closures = given.map((each) => ({ node: each, scope }));
  if (of.kind === "name" && of.name === "Project") {
    const [id, base] = ["id", "base"].map((name, index) => argument(given, name, index));
    return {
      ...emptyDraft(),
      id: id && evaluator.text({ node: id, scope }),
      base: base && folderOf(evaluator, { node: base, scope }),
    };
  }
  if (lastName(of) === "crossProject") return emptyDraft();
  const receiver = of.kind === "member" ? of.of : of;
  const draft =
    receiver.kind === "name" && of.kind === "name"
      ? undefined
      : draftOf(evaluator, { node: receiver, scope }, depth + 1);
  // `library.fold(base)(base.dependsOn(_))`
  if (draft === undefined)
    return closures.map((each) => draftOf(evaluator, each, depth + 1)).find((each) => each !== undefined);
  if (of.kind !== "member") return draft;
  if (of.name === "settings") return { ...draft, settings: [...draft.settings, ...closures] };
  if (of.name === "dependsOn") return { ...draft, dependsOn: [...draft.dependsOn, ...closures] };
  const [first] = closures;
  if (of.name === "in" && first) return { ...draft, base: folderOf(evaluator, first) ?? draft.base };
  return draft;
}

const emptyDraft = (): Draft => ({ id: undefined, base: undefined, settings: [], dependsOn: [] });

/** Returns an argument by name, or else by position. */
function argument(given: readonly Node[], name: string, index: number): Node | undefined {
  for (const each of given)
    if (each.kind === "infix" && each.operator === "=" && lastName(each.left) === name) return each.right;
  const positional = given[index];
  return positional?.kind === "infix" && positional.operator === "=" ? undefined : positional;
}

/** Returns the path of `file("x")` and `file("x") / "y"`. */
function folderOf(evaluator: Evaluator, closure: Closure): string | undefined {
  const { node, scope } = evaluator.reduce(closure);
  if (node.kind === "call" && lastName(node.of) === "file" && node.arguments[0])
    return evaluator.text({ node: node.arguments[0], scope });
  if (node.kind !== "infix" || node.operator !== "/") return undefined;
  const above = folderOf(evaluator, { node: node.left, scope });
  const below = evaluator.text({ node: node.right, scope });
  return above === undefined || below === undefined ? undefined : `${above}/${below}`;
}

/** Returns the settings of an expression: of lists, values and functions that return some. */
export function* settingsOf(evaluator: Evaluator, closure: Closure, depth = 0): Generator<Setting> {
  const { node, scope } = closure;
  if (depth > MAX_DEPTH) return;
  const within = (each: Node): Generator<Setting> => settingsOf(evaluator, { node: each, scope }, depth + 1);
  if (node.kind === "infix") {
    if (isAssignment(node.operator)) yield settingOf(node.left, { node: node.right, scope });
    else if (/^[+:]/.test(node.operator)) {
      yield* within(node.left);
      yield* within(node.right);
    }
    return;
  }
  if (node.kind === "several") for (const each of node.nodes) yield* within(each);
  if (node.kind === "block") {
    const result = evaluator.resultOf(closure);
    if (result) yield* settingsOf(evaluator, result, depth + 1);
  }
  if (node.kind === "name" || node.kind === "member") {
    const reduced = evaluator.reduce(closure);
    if (reduced.node !== node) yield* settingsOf(evaluator, reduced, depth + 1);
  }
  if (node.kind !== "call") return;
  const entered = evaluator.enter(closure);
  if (entered) {
    yield* settingsOf(evaluator, entered, depth + 1);
    return;
  }
  const name = lastName(node.of);
  if (name === "addSbtPlugin" || name === "addCompilerPlugin") {
    yield { key: name, within: [], value: closure, role: "build" };
    return;
  }
  const [configuration] = name === "inConfig" ? node.arguments : [];
  const outer = name === "inThisBuild" ? ["ThisBuild"] : configuration ? [lastName(configuration)] : [];
  for (const each of node.arguments) {
    for (const setting of within(each)) {
      const role = roleWithin(outer) ?? setting.role;
      yield { ...setting, within: [...outer, ...setting.within], role };
    }
  }
}

function settingOf(left: Node, value: Closure): Setting {
  const names = keysOf(left);
  const key = names.at(-1) ?? "";
  const within = names.slice(0, -1);
  return { key, within, value, role: key.startsWith("scalafix") ? "dev" : roleWithin(within) };
}

/** Returns the names of `Test / key` and `key in Test`, with the key as the last one. */
function keysOf(node: Node): string[] {
  if (node.kind === "infix" && node.operator === "/") return [...keysOf(node.left), ...keysOf(node.right)];
  if (node.kind === "infix" && node.operator === "in") return [...keysOf(node.right), ...keysOf(node.left)];
  if (node.kind === "several") return node.nodes.flatMap(keysOf);
  return [lastName(node)];
}

const roleWithin = (names: readonly string[]): ModuleRole | undefined =>
  names.map(roleOfConfiguration).find((role) => role !== "runtime");
