import { posix } from "node:path";
import {
  invalidSyntax,
  type Composition,
  type Declaration,
  type LinkInput,
  type LinkResult,
  type TreeEntry,
} from "../../ecosystem.ts";
import { imageDeclaration } from "../../image-reference.ts";
import { leadsElsewhere, mavenLookups } from "../../name.ts";
import { scopeOf as scopeOfArtifact } from "../../scope.ts";
import { producedArtifacts } from "./artifacts.ts";
import { binder, type Binder, type BoundText, type GradleFile } from "./bind.ts";
import { catalogScope, catalogUsers, strongestRole } from "./catalog-uses.ts";
import type { GradleFacts, Use, UsedRole, UseRule } from "./facts.ts";
import { createLocks } from "./lock.ts";
import { placement, type Placement } from "./placement.ts";
import { findPluginBuild, isBuildScript, isBuildSrc, isSettings, projectNames } from "./projects.ts";

export function link({ repository, files, tree }: LinkInput<GradleFacts>): LinkResult {
  const repositoryName = repository.fullPath.slice(repository.fullPath.lastIndexOf("/") + 1);
  const names = projectNames(files, repositoryName);
  const binding = binder(files, (name, path) => {
    if (name === "project.name") return names.of(posix.dirname(path)).name;
    return name === "rootProject.name" ? names.rootOf(posix.dirname(path)).name : undefined;
  });
  const produced = producedArtifacts(files, binding, names);
  const artifacts = produced.filter(({ sourceFile }) => !isBuildSrc(sourceFile));
  const places = placement(files, artifacts, binding);
  const scopeOfOwn = new Map(
    produced.map((each) => [
      each.name,
      isBuildSrc(each.sourceFile) ? places.scopeOf(each.sourceFile, "own") : scopeOfArtifact(each),
    ]),
  );
  const bound = files.map((file) => bindUses(file, binding));
  const place = createPlacer(files, tree, { bound, binding, places });
  const isForeign = leadsElsewhere(repository);
  const declarations: Declaration[] = [];
  const compositions = places.compositions();
  const managed = managedVersions(binding);
  for (const [index, file] of files.entries()) {
    for (const { use, texts } of bound[index] ?? []) {
      for (const each of texts.flatMap(
        (text) => findDeclaration(file, use, { text, binding, managed }) ?? [],
      )) {
        const own = scopeOfOwn.get(each.artifact);
        const placed = place(file, use, each);
        const { scope, role } = placed.declaration;
        if (own === undefined && isForeign(each)) {
          declarations.push(placed.declaration);
          compositions.push(...placed.compositions);
        } else if (own !== undefined && scope != null && (role === "runtime" || role === "build")) {
          compositions.push(...placed.compositions, { outer: scope, inner: own });
        }
      }
    }
    const scope = places.scopeOf(file.path, "own");
    declarations.push(...baseImagesOf(file, binding).map((each) => ({ ...each, scope })));
  }
  return {
    declarations,
    artifacts,
    compositions,
    problems: files.flatMap(({ path, facts }) =>
      facts.problems.map((each) => invalidSyntax("gradle", path, each)),
    ),
  };
}

const isPluginRule = (rule: UseRule): boolean => rule === "plugin" || rule === "catalog_plugin";

/** A use and its coordinates with variables interpolated: several for a list. */
interface BoundUse {
  use: Use;
  texts: string[];
}

const bindUses = ({ path, facts }: GradleFile, { bind }: Binder): BoundUse[] =>
  facts.uses
    .toSorted((a, b) => a.line - b.line)
    .map((use) => ({ use, texts: bind(use.coordinates, path).text.split("\n") }));

/** Returns a function that adds role, scope and lock to a declaration, and returns what its scope is built into. */
function createPlacer(
  files: readonly GradleFile[],
  tree: readonly TreeEntry[],
  { bound, binding, places }: { bound: readonly BoundUse[][]; binding: Binder; places: Placement },
) {
  const users = files.flatMap((file, index) => [
    ...referencesIn(bound[index] ?? [], binding).map(({ use, name }) => ({
      path: file.path,
      of: use.of,
      role: roleIn(file.path, use.role),
      name,
    })),
    ...file.facts.aliasUses.map((each) => ({ path: file.path, role: "build" as const, ...each })),
  ]);
  const findUsers = catalogUsers(files, users, binding);
  const findLock = createLocks(files, tree);
  return (
    file: GradleFile,
    use: Use,
    each: Declaration,
  ): { declaration: Declaration; compositions: Composition[] } => {
    const { path } = file;
    const by = findUsers(file, use);
    const projects = by.length > 0 ? by : [{ path, of: use.of }];
    const folders = new Set(projects.flatMap((user) => places.projectsOf(user.path, user.of)));
    const role = use.alias === undefined ? roleIn(path, use.role) : strongestRole(by, use.role);
    const { scope, compositions } =
      use.alias === undefined
        ? { scope: places.scopeOf(path, use.of), compositions: [] }
        : catalogScope(path, use, by, places);
    return {
      declaration: {
        ...each,
        role,
        ...(scope === undefined ? {} : { scope }),
        locked: findLock(folders, use.rule, each.artifact),
      },
      compositions,
    };
  };
}

/** Returns the entries of catalogs to which uses refer. */
const referencesIn = (uses: readonly BoundUse[], { isCatalogName }: Binder): { use: Use; name: string }[] =>
  uses.flatMap(({ use, texts }) =>
    texts.flatMap((text) => {
      const name = isReference(text) ? text.slice(2, -1) : undefined;
      return name !== undefined && isCatalogName(name.split(".", 1)[0] ?? "") ? [{ use, name }] : [];
    }),
  );

/** The projects of a build of plugins take part in the build of all others. */
const roleIn = (path: string, role: UsedRole): UsedRole =>
  role === "runtime" && findPluginBuild(path) !== undefined && (isBuildScript(path) || isSettings(path))
    ? "build"
    : role;

function findDeclaration(
  { path }: GradleFile,
  use: Use,
  { text, binding, managed }: { text: string; binding: Binder; managed: ManagedVersion },
): Declaration | undefined {
  const reference = isReference(text) ? text.slice(2, -1) : undefined;
  if (reference !== undefined)
    return binding.isCatalogName(reference.split(".", 1)[0] ?? "")
      ? undefined
      : declaration(path, use, { name: reference, unbound: text });
  const module = parseModule(text, isPluginRule(use.rule));
  if (!module) return undefined;
  const stated = use.version ?? module.version;
  const version = stated === null ? undefined : binding.bind(stated, path);
  const constraint = version ?? managed(path, use.rule, moduleName(module));
  return declaration(path, use, { ...module, name: moduleName(module), version, constraint });
}

/** Whether a text is only an unbound variable. */
const isReference = (text: string): boolean => /^\$\{[^{}]*\}$/.test(text);

interface Named {
  /** The artifact, or the unbound name. */
  name: string;
  unbound?: string | null;
  /** The ID of a plugin. */
  id?: string | null;
  /** `:classifier@extension`, or empty. */
  file?: string;
  /** The version that the use states. */
  version?: BoundText | undefined;
  /** The version that the use states, or the managed one. */
  constraint?: BoundText | undefined;
}

function declaration(
  sourceFile: string,
  use: Use,
  { name, unbound, id, version, file = "", constraint }: Named,
): Declaration {
  const unnamed = unbound ?? /\$\{[^{}]*\}/.exec(name)?.[0] ?? null;
  const written = id ?? name;
  const stated = version?.text ?? "";
  const [group = "", artifact = ""] = name.split(":");
  return {
    ecosystem: "gradle",
    dependencyType: "maven_artifact",
    sourceFile,
    sourceLine: use.line,
    rawReference: (version || file.startsWith(":") ? `${written}:${stated}` : written) + file,
    artifact: name,
    versionConstraint: constraint?.text || null,
    versioning: "gradle",
    unbound: unnamed ?? constraint?.unbound ?? null,
    versionComment: null,
    lookups: unnamed === null ? mavenLookups(group, artifact) : [],
    evidence: { class: "manifest", rule: `gradle.${use.rule}` },
  };
}

const baseImagesOf = ({ path, facts }: GradleFile, { bind }: Binder): Declaration[] =>
  facts.baseImages.flatMap(({ text, line }) => {
    const place = {
      ecosystem: "gradle",
      sourceFile: path,
      sourceLine: line,
      rule: "gradle.jib_image",
    } as const;
    return imageDeclaration(place, bind(text, path).text) ?? [];
  });

/** A module in Gradle's notation. A plugin is its marker module. */
interface Module {
  group: string;
  artifact: string;
  version: string | null;
  /** `:classifier@extension` as written, or empty. */
  file: string;
  /** The ID of a plugin, or null. */
  id: string | null;
}

/** `group:name:version:classifier@extension` */
const MODULE =
  /^(?<group>[^\s:@]+):(?<artifact>[^\s:@]+)(?::(?<version>[^:@]*))?(?<file>(?::[^:@]*)?(?:@[\w.-]*)?)$/;
const PLUGIN = /^(?<id>[^\s:@]+)(?::(?<version>[^:@]*))?$/;
const MAX_LENGTH = 512;

function parseModule(text: string, isPlugin: boolean): Module | undefined {
  const written = text.trim();
  if (written.length > MAX_LENGTH) return undefined;
  const {
    group,
    artifact,
    id,
    version,
    file = "",
  } = (isPlugin ? PLUGIN : MODULE).exec(withoutBlanks(written))?.groups ?? {};
  const stated = { version: version || null, file };
  if (id !== undefined) return { group: id, artifact: `${id}.gradle.plugin`, id, ...stated };
  if (group === undefined || artifact === undefined) return undefined;
  return { group, artifact, id: null, ...stated };
}

/** Replaces blanks in interpolated code, which stands for a name. */
const withoutBlanks = (text: string): string =>
  text.replace(/\$\{[^{}]*\}/g, (code) => code.replace(/\s+/g, "_"));

const moduleName = ({ group, artifact }: Module): string => `${group}:${artifact}`;

/** Returns the version that other scripts manage for a module or plugin, or undefined. */
type ManagedVersion = (path: string, rule: UseRule, name: string) => BoundText | undefined;

const MANAGING: Partial<Record<UseRule, "module" | "plugin">> = {
  constraint: "module",
  managed_dependency: "module",
  plugin: "plugin",
};
const MANAGED: Partial<Record<UseRule, "module" | "plugin">> = {
  dependency: "module",
  plugin: "plugin",
};

/** Looks up versions in the constraints and plugins of the scripts in scope, nearest first. */
function managedVersions({ bind, scopeOf }: Binder): ManagedVersion {
  const indexes = new Map<string, Map<string, string>>();
  const indexOf = ({ path, facts }: GradleFile): Map<string, string> => {
    const known = indexes.get(path);
    if (known) return known;
    const index = new Map<string, string>();
    indexes.set(path, index);
    for (const use of facts.uses) {
      const kind = MANAGING[use.rule];
      const module = kind && parseModule(bind(use.coordinates, path).text, kind === "plugin");
      const version = use.version ?? module?.version;
      if (kind && module && version != null) index.set(`${kind} ${moduleName(module)}`, version);
    }
    return index;
  };
  return (path, rule, name) => {
    const kind = MANAGED[rule];
    for (const file of kind === undefined ? [] : scopeOf(path)) {
      const version = indexOf(file).get(`${kind} ${name}`);
      if (version !== undefined) return bind(version, file.path);
    }
    return undefined;
  };
}
