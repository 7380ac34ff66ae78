import type { Evaluator, Closure } from "./evaluate.ts";
import { isAssignment, lastName, type Node } from "./tree.ts";

export type ModuleRole = "runtime" | "build" | "dev" | "test";

export const STRENGTH: readonly ModuleRole[] = ["runtime", "build", "dev", "test"];

/** `group % artifact % version % configuration`, with its operands where they are written. */
export interface Module {
  /** The expression that names the artifact. */
  node: Node;
  file: string;
  line: number;
  group: string;
  artifact: string;
  /** The artifact's name ends with the version of Scala (`%%`, `%%%`). */
  isCross: boolean;
  version: string | null;
  /** The expression of an unknown version. */
  unbound: string | null;
  role: ModuleRole;
}

const COORDINATES = new Set(["%", "%%", "%%%"]);
const MAX_DEPTH = 80;

const MODULE_SETTING =
  /^(?:\w*[dD]ependencies|dependencyOverrides|addSbtPlugin|addCompilerPlugin|\w*[mM]odules?|\w*[dD]eps)$/;
/** Settings whose modules are not dependencies. */
const OTHER_SETTING = /^(?:excludeDependencies|allExcludeDependencies|mima\w+|\w*[iI]gnored?\w*)$/;

/** Whether the modules of a setting are dependencies. */
export const hasModules = (key: string): boolean => MODULE_SETTING.test(key) && !OTHER_SETTING.test(key);

/** Methods whose arguments are names, filters or other projects. */
const WITHOUT_MODULES =
  /^(?:exclude\w*|cross|classifier|from|filter\w*|dependsOn|aggregate|enablePlugins|disablePlugins|configs)$/;

/** Returns the modules of an expression: of lists, values, functions, and both branches of conditions. */
export function* modulesOf(
  evaluator: Evaluator,
  closure: Closure,
  role: ModuleRole,
  depth = 0,
): Generator<Module> {
  const { node, scope } = closure;
  if (depth > MAX_DEPTH) return;
  const within = (each: Node, as = role): Generator<Module> =>
    modulesOf(evaluator, { node: each, scope }, as, depth + 1);
  switch (node.kind) {
    case "infix":
      if (COORDINATES.has(node.operator)) {
        const module = findModule(evaluator, closure, role);
        if (module) yield module;
      } else {
        if (isAssignment(node.operator) || node.operator === "=") {
          if (node.operator === "=" || hasModules(lastName(node.left))) yield* within(node.right);
          return;
        }
        yield* within(node.left);
        if (/^[+:]/.test(node.operator)) yield* within(node.right);
      }
      return;
    case "call": {
      const entered = evaluator.enter(closure);
      if (entered) {
        yield* expanded(evaluator, entered, role, depth);
        return;
      }
      const { of, arguments: given } = node;
      const name = lastName(of);
      if (of.kind === "member" && /^(?:map|flatMap)$/.test(name) && given[0]) {
        yield* mapped(evaluator, { node: of.of, scope }, { node: given[0], scope }, role, depth);
        return;
      }
      const as = /^(?:addSbtPlugin|addCompilerPlugin|compilerPlugin)$/.test(name) ? "build" : role;
      if (of.kind === "member") yield* within(of.of, as);
      if (!WITHOUT_MODULES.test(name)) for (const each of given) yield* within(each, as);
      return;
    }
    case "name":
    case "member": {
      const reduced = evaluator.reduce(closure);
      if (reduced.node !== node) yield* expanded(evaluator, reduced, role, depth);
      else if (node.kind === "member") yield* within(node.of);
      return;
    }
    case "block": {
      const { scope: inner } = evaluator.resultOf(closure) ?? closure;
      for (const { kind, body } of node.statements)
        if (kind === "expression") yield* modulesOf(evaluator, { node: body, scope: inner }, role, depth + 1);
      return;
    }
    case "several":
      for (const each of node.nodes) yield* within(each);
      return;
    case "function":
      yield* within(node.body);
      return;
    case "text":
    default:
  }
}

/** The modules of a value or function, unless they are being read: a project can refer to itself in its settings. */
function* expanded(
  evaluator: Evaluator,
  closure: Closure,
  role: ModuleRole,
  depth: number,
): Generator<Module> {
  const { node } = closure;
  if (evaluator.active.has(node)) return;
  evaluator.active.add(node);
  yield* modulesOf(evaluator, closure, role, depth + 1);
  evaluator.active.delete(node);
}

/** `dependencies.map(_ % Test)` and `names.map(name => group %% name % version)`. */
function* mapped(
  evaluator: Evaluator,
  list: Closure,
  by: Closure,
  role: ModuleRole,
  depth: number,
): Generator<Module> {
  const { node } = by;
  const parameter = node.kind === "function" ? node.parameters[0] : "_";
  const body = node.kind === "function" ? node.body : node;
  for (const element of elementsOf(evaluator, list, depth)) {
    const locals = new Map(by.scope.locals);
    locals.set(parameter ?? "_", element);
    const found = [...modulesOf(evaluator, { node: body, scope: { ...by.scope, locals } }, role, depth + 1)];
    yield* found.length > 0 ? found : modulesOf(evaluator, element, role, depth + 1);
  }
}

function* elementsOf(evaluator: Evaluator, closure: Closure, depth: number): Generator<Closure> {
  const { node, scope } = evaluator.reduce(closure);
  if (depth > MAX_DEPTH) return;
  if (node.kind === "infix" && /^[+:]/.test(node.operator)) {
    yield* elementsOf(evaluator, { node: node.left, scope }, depth + 1);
    yield* elementsOf(evaluator, { node: node.right, scope }, depth + 1);
  } else if (node.kind === "call" && /^(?:Seq|List|Set|Vector)$/.test(lastName(node.of)))
    for (const each of node.arguments) yield* elementsOf(evaluator, { node: each, scope }, depth + 1);
  else yield { node, scope };
}

function findModule(evaluator: Evaluator, closure: Closure, role: ModuleRole): Module | undefined {
  const operands = operandsOf(evaluator, closure, 0);
  const [group, artifact, version, ...configurations] = operands;
  if (group === undefined || artifact === undefined) return undefined;
  const named = {
    group: evaluator.text(group.closure),
    artifact: evaluator.text(artifact.closure),
    version: version && evaluator.text(version.closure),
  };
  if (named.group === undefined || named.artifact === undefined) return undefined;
  if (!isName(named.group) || !isName(named.artifact)) return undefined;
  const isText = named.version !== undefined && isVersion(named.version);
  const { node, scope } = evaluator.reduce(artifact.closure);
  return {
    node,
    file: scope.file,
    line: node.line,
    group: named.group,
    artifact: named.artifact,
    isCross: artifact.operator !== "%",
    version: isText ? (named.version ?? null) : null,
    unbound: version === undefined || isText ? null : writtenAs(version.closure.node),
    role: configurations.reduce<ModuleRole>(
      (before, each) => roleOf(evaluator, each.closure) ?? before,
      role,
    ),
  };
}

const isName = (text: string): boolean => /^(?=.*[a-z])[\w.-]{1,200}$/i.test(text);
const isVersion = (text: string): boolean => /^[^\s:%]{1,200}$/.test(text);

/** The last name of an expression, as `${name}`. */
const writtenAs = (node: Node): string => `\${${lastName(node) || "version"}}`;

interface Operand {
  operator: string;
  closure: Closure;
}

/** Returns the operands of a chain. The first one may stand for another chain: `kit % Test`. */
function operandsOf(evaluator: Evaluator, closure: Closure, depth: number): Operand[] {
  const { node, scope } = closure;
  if (depth > MAX_DEPTH) return [];
  if (node.kind === "infix" && COORDINATES.has(node.operator)) {
    const right = { operator: node.operator, closure: { node: node.right, scope } };
    return [...operandsOf(evaluator, { node: node.left, scope }, depth + 1), right];
  }
  const reduced = evaluator.reduce(closure);
  const isChain = reduced.node.kind === "infix" && COORDINATES.has(reduced.node.operator);
  if (isChain) return operandsOf(evaluator, reduced, depth + 1);
  // `("io.acme" %% "kit" % "1").exclude(…) % Test`
  const { node: inner, scope: innerScope } = reduced;
  if (inner.kind === "call" && inner.of.kind === "member")
    return operandsOf(evaluator, { node: inner.of.of, scope: innerScope }, depth + 1);
  if (inner.kind === "infix" && !isAssignment(inner.operator) && inner.operator !== "+")
    return operandsOf(evaluator, { node: inner.left, scope: innerScope }, depth + 1);
  return [{ operator: "", closure }];
}

function roleOf(evaluator: Evaluator, configuration: Closure): ModuleRole | undefined {
  const name = evaluator.text(configuration) ?? lastName(configuration.node);
  const roles = new Set(
    name.split(/[,;]/).map((each) => roleOfConfiguration(each.split("->", 1)[0]?.trim() ?? "")),
  );
  return STRENGTH.find((role) => roles.has(role));
}

export function roleOfConfiguration(name: string): ModuleRole {
  if (/^(?:plugin|compilerPlugin|CompilerPlugin|scala-tool|ScalaTool)$/.test(name)) return "build";
  if (/test|^it$|e2e|bench|^jmh$|^gatling/i.test(name)) return "test";
  return /^(?:scalafix|docs?$)/i.test(name) ? "dev" : "runtime";
}
