import { posix } from "node:path";
import type {
  Composition,
  Declaration,
  LinkInput,
  LinkResult,
  ProducedArtifact,
  RepositoryIdentity,
  TreeEntry,
} from "../../ecosystem.ts";
import { artifactName, conventionName, leadsElsewhere, mavenLookups } from "../../name.ts";
import { isTestInput } from "../../repository-path.ts";
import { scopeOf as scopeOfArtifact, unitScope } from "../../scope.ts";
import { Evaluator, topScope, type SbtFile } from "./evaluate.ts";
import { hasModules, modulesOf, STRENGTH, type Module, type ModuleRole } from "./modules.ts";
import { findProjects, type Project, type Setting } from "./projects.ts";
import { lastName, pathOf, type Node, type SbtFacts } from "./tree.ts";

export function link({ repository, files, tree }: LinkInput<SbtFacts>): LinkResult {
  const builds = [...buildsOf(files, tree)].map(([root, some]) => linkBuild(root, some, repository));
  const isForeign = leadsElsewhere(repository);
  const artifacts = builds.flatMap((build) => build.artifacts);
  const scopes = new Map(
    artifacts
      .filter(({ assumed }) => !assumed)
      .flatMap((each) => each.announces.map((name) => [name, scopeOfArtifact(each)])),
  );
  const assumed = new Set(artifacts.filter((each) => each.assumed).flatMap(({ announces }) => announces));
  const compositions = builds.flatMap((build) => build.compositions);
  const declarations: Declaration[] = [];
  for (const declaration of builds.flatMap((build) => build.declarations)) {
    const { scope, role, lookups } = declaration;
    const inner = lookups.map((name) => scopes.get(name)).find((each) => each !== undefined);
    const isOwn = inner !== undefined || lookups.some((name) => assumed.has(name));
    if (!isOwn && isForeign(declaration)) declarations.push(declaration);
    else if (inner !== undefined && scope != null && (role === "runtime" || role === "build"))
      compositions.push({ outer: scope, inner });
  }
  return {
    declarations: declarations.toSorted(
      (a, b) => a.sourceFile.localeCompare(b.sourceFile, "en") || a.sourceLine - b.sourceLine,
    ),
    artifacts,
    compositions: compositions.filter(({ outer, inner }) => outer !== inner),
    problems: [],
  };
}

/** Groups the files by build: the nearest folder above with a folder `project`, or else the topmost with a script. */
function buildsOf(files: readonly SbtFile[], tree: readonly TreeEntry[]): Map<string, SbtFile[]> {
  const roots = new Set(
    [...tree, ...files].flatMap(({ path }) => PROJECT_FILE.exec(path)?.groups?.["root"] ?? []),
  );
  const folders = new Set(
    files.filter(({ path }) => path.endsWith(".sbt")).map(({ path }) => posix.dirname(path)),
  );
  const builds = new Map<string, SbtFile[]>();
  for (const file of files) {
    const own = ownerOf(file.path);
    const above = [...foldersAbove(own)];
    const root =
      above.find((folder) => roots.has(folder === "." ? "" : `${folder}/`)) ??
      above.findLast((folder) => folders.has(folder)) ??
      own;
    const known = builds.get(root);
    if (known) known.push(file);
    else builds.set(root, [file]);
  }
  return builds;
}

const PROJECT_FILE = /^(?<root>(?:.*\/)?)project\/(?:build\.properties|[^/]+\.(?:sbt|scala))$/;
const IN_PROJECT = /(?:^|\/)project(?:\/.*)?$/;

/** Returns the folder of a file, or the one above `project`. */
const ownerOf = (path: string): string => posix.normalize(posix.dirname(path).replace(IN_PROJECT, "") || ".");

/** Whether a script configures the build instead of a project. */
const isPluginScript = (path: string): boolean =>
  path.endsWith(".sbt") && IN_PROJECT.test(posix.dirname(path));

function* foldersAbove(folder: string): Generator<string> {
  for (let at = folder; ; at = posix.dirname(at)) {
    yield at;
    if (at === ".") return;
  }
}

/** A module with everything that uses it. */
interface UsedModule {
  module: Module;
  roles: Set<ModuleRole>;
  /** The scopes of the projects that are built with it. */
  scopes: Set<string>;
}

function linkBuild(
  root: string,
  all: readonly SbtFile[],
  { fullPath }: RepositoryIdentity,
): Pick<LinkResult, "declarations" | "artifacts"> & { compositions: Composition[] } {
  const plugins = all.filter(({ path }) => isPluginScript(path));
  const files = all.filter(({ path }) => !isPluginScript(path));
  const evaluator = new Evaluator(files);
  const { projects, common } = findProjects(evaluator, files, root);
  const owner = fullPath.slice(0, fullPath.indexOf("/"));
  const rootName = posix.basename(root === "." ? fullPath : root);
  const described = projects.map((project) =>
    describe(evaluator, project, { common, root, rootName, owner }),
  );
  const artifacts = described.flatMap(({ artifact }) => artifact ?? []);
  const scopeOf = new Map(described.map(({ project, scope }) => [project, scope]));
  const compositions: Composition[] = [];
  const used = new Map<string, UsedModule>();
  const seen = new Set<Node>();
  const use = (module: Module, role: ModuleRole, scope: string | undefined): void => {
    const { file, line, group, artifact, version } = module;
    const key = [file, line, group, artifact, version].join("\0");
    const known = used.get(key) ?? { module, roles: new Set(), scopes: new Set() };
    used.set(key, known);
    seen.add(module.node);
    known.roles.add(role);
    if (scope !== undefined && (role === "runtime" || role === "build")) known.scopes.add(scope);
  };
  const useAll = (settings: readonly Setting[], scopes: readonly string[]): void => {
    for (const { value, role: byKey, key } of settings) {
      if (!hasModules(key)) continue;
      for (const module of modulesOf(evaluator, value, "runtime")) {
        const role = module.role === "runtime" ? (byKey ?? "runtime") : module.role;
        use(module, role, undefined);
        for (const scope of scopes) use(module, role, scope);
      }
    }
  };
  const scopes = described.map(({ scope }) => scope);
  useAll(common, scopes);
  for (const { project, scope } of described) {
    useAll(project.settings, [scope]);
    for (const inner of dependenciesOf(evaluator, project, projects))
      compositions.push({ outer: scope, inner: scopeOf.get(inner) ?? scope });
  }
  const buildScope = unitScope("sbt", posix.join(root, "project"));
  const unused = new Set<string>();
  for (const file of files) {
    for (const module of allModules(evaluator, file)) {
      if (seen.has(module.node)) continue;
      const unit = unitScope("sbt", file.path);
      if (module.role === "runtime" || module.role === "build") unused.add(unit);
      use(module, module.role, unit);
    }
  }
  const ofPlugins = new Evaluator(plugins);
  for (const file of plugins)
    for (const module of allModules(ofPlugins, file))
      use(module, module.role === "runtime" ? "build" : module.role, buildScope);
  for (const outer of scopes)
    compositions.push(...[buildScope, ...unused].map((inner) => ({ outer, inner })));
  const declarations = [...used.values()].map((each) => declarationOf(each, compositions));
  return { declarations, artifacts, compositions };
}

/** Returns every module that a file writes, wherever it is used. */
function* allModules(evaluator: Evaluator, { path, facts }: SbtFile): Generator<Module> {
  const scope = topScope(path);
  const pending = [...facts.statements];
  for (let statement = pending.pop(); statement !== undefined; statement = pending.pop()) {
    const { body, kind } = statement;
    if ((kind === "object" || kind === "class") && body.kind === "block") pending.push(...body.statements);
    else yield* modulesOf(evaluator, { node: body, scope }, "runtime");
  }
}

/** A module of several projects is a unit that is built into each of them. */
function declarationOf({ module, roles, scopes }: UsedModule, compositions: Composition[]): Declaration {
  const { group, artifact, version, unbound, file, line, isCross } = module;
  const name = `${group}:${artifact}`;
  const role = STRENGTH.find((each) => roles.has(each)) ?? "runtime";
  const [only] = scopes;
  const unit = unitScope("sbt", `${file}#${name}`);
  if (scopes.size > 1) compositions.push(...[...scopes].map((outer) => ({ outer, inner: unit })));
  return {
    ecosystem: "sbt",
    dependencyType: "maven_artifact",
    sourceFile: file,
    sourceLine: line,
    rawReference: version === null && unbound === null ? name : `${name}:${version ?? unbound}`,
    artifact: name,
    versionConstraint: version ?? unbound,
    versioning: "gradle",
    unbound,
    versionComment: null,
    lookups: [
      ...mavenLookups(group, artifact),
      ...(isCross ? crossNames(name) : []),
      ...group
        .split(".")
        .slice(1, 4)
        .map((label) => assumedName(label, artifact)),
    ],
    evidence: { class: "manifest", rule: role === "build" ? "sbt.plugin" : "sbt.dependency" },
    role,
    scope: scopes.size > 1 ? unit : (only ?? null),
  };
}

/** The names under which other tools know an artifact for several versions of Scala. */
const crossNames = (name: string): string[] =>
  ["2.13", "3", "2.12"].map((scala) => artifactName("maven_artifact", `${name}_${scala}`));

/**
 * The name of a project whose organization is unknown, because a plugin sets it. It is assumed to contain the account of the
 * repository: `uk.gov.hmrc` for `hmrc`.
 */
const assumedName = (owner: string, module: string): string =>
  conventionName("maven_artifact", `${owner.toLowerCase()}/${module}`);

interface Described {
  project: Project;
  scope: string;
  artifact: ProducedArtifact | undefined;
}

function describe(
  evaluator: Evaluator,
  project: Project,
  {
    common,
    root,
    rootName,
    owner,
  }: { common: readonly Setting[]; root: string; rootName: string; owner: string },
): Described {
  const find = (key: string, within: readonly string[] = []): string | undefined => {
    const matches = (each: Setting): boolean =>
      each.key === key &&
      within.every((one) => each.within.includes(one)) &&
      (within.length > 0 || isOwn(each));
    const setting = project.settings.findLast(matches) ?? common.findLast(matches);
    return setting && valueOf(evaluator, setting);
  };
  const isRoot = project.folder === root;
  const id = project.id === "root" && isRoot && find("name") === undefined ? rootName : project.id;
  const module = find("moduleName") ?? normalize(find("name") ?? id);
  const organization = find("organization");
  const isPublished =
    find("skip", ["publish"]) !== "true" && find("publishArtifact") !== "false" && !isTestInput(project.file);
  const isPlugin = find("sbtPlugin") === "true";
  const unit = unitScope("sbt", project.folder);
  if (!isPublished || isTestFolder(project.file)) return { project, scope: unit, artifact: undefined };
  const place = { sourceFile: project.file, sourceLine: project.line };
  if (organization === undefined)
    return { project, scope: unit, artifact: { ...assumedArtifact(owner, module), ...place } };
  const name = `${organization}:${module}`;
  const others = isPlugin
    ? [artifactName("maven_artifact", `${name}_2.12_1.0`)]
    : find("crossPaths") === "false"
      ? []
      : crossNames(name);
  const artifact: ProducedArtifact = {
    ecosystem: "sbt",
    artifactType: "maven_artifact",
    name,
    version: find("version") ?? null,
    registryUrl: null,
    ...place,
    announces: [artifactName("maven_artifact", name), ...others],
    evidence: { class: "manifest", rule: "sbt.project" },
  };
  return { project, scope: scopeOfArtifact(artifact), artifact };
}

const assumedArtifact = (
  owner: string,
  module: string,
): Omit<ProducedArtifact, "sourceFile" | "sourceLine"> => ({
  ecosystem: "sbt",
  artifactType: "maven_artifact",
  name: `${owner.toLowerCase()}:${module}`,
  version: null,
  registryUrl: null,
  announces: [assumedName(owner, module)],
  assumed: true,
  evidence: { class: "manifest", rule: "sbt.assumed_project" },
});

/** Whether a setting is of the project itself, not of one of its configurations or tasks. */
const isOwn = ({ within }: Setting): boolean =>
  within.every((each) => each === "ThisBuild" || each === "Global");

/** Builds that scripted tests of plugins run. */
const isTestFolder = (path: string): boolean => /(?:^|\/)sbt-test\//.test(path);

function valueOf(evaluator: Evaluator, { value }: Setting): string | undefined {
  const { node } = evaluator.reduce(value);
  return node.kind === "name" ? node.name : evaluator.text(value);
}

/** https://www.scala-sbt.org/1.x/docs/Name-Index.html: `moduleName` is the normalized `name`. */
const normalize = (name: string): string => name.toLowerCase().replaceAll(/\W+/g, "-");

/** Returns the projects of the build that a project is compiled with. */
function* dependenciesOf(
  evaluator: Evaluator,
  { dependsOn }: Project,
  projects: readonly Project[],
): Generator<Project> {
  const pending = [...dependsOn];
  for (let closure = pending.pop(); closure !== undefined; closure = pending.pop()) {
    const { node, scope } = closure;
    if (node.kind === "infix" && node.operator === "%") {
      const configuration = evaluator.text({ node: node.right, scope }) ?? lastName(node.right);
      if (!/^(?:test|it|Test|IntegrationTest)(?:->[\w,]*)?$/.test(configuration))
        pending.push({ node: node.left, scope });
      continue;
    }
    if (node.kind === "call") pending.push(...node.arguments.map((each) => ({ node: each, scope })));
    if (node.kind === "infix") pending.push({ node: node.left, scope }, { node: node.right, scope });
    const path = pathOf(node);
    if (path === undefined) continue;
    const local = path.length === 1 ? scope.locals.get(path[0] ?? "") : undefined;
    if (local) pending.push(local);
    else yield* projects.filter(({ value }) => value === path.at(-1));
  }
}
