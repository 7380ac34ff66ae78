import { posix } from "node:path";
import { invalidSyntax, type Declaration, type LinkInput, type LinkResult } from "../../ecosystem.ts";
import { imageDeclaration } from "../../image-reference.ts";
import { leadsElsewhere, mavenLookups } from "../../name.ts";
import { producedArtifacts } from "./artifacts.ts";
import { binder, type Binder, type BoundText, type GradleFile } from "./bind.ts";
import type { GradleFacts, Use, UseRule } from "./facts.ts";
import { isBuildSrc, projectNames } from "./projects.ts";

export function link({ repository, files }: LinkInput<GradleFacts>): LinkResult {
  const repositoryName = repository.fullPath.slice(repository.fullPath.lastIndexOf("/") + 1);
  const names = projectNames(files, repositoryName);
  const binding = binder(files, (name, path) => {
    if (name === "project.name") return names.of(posix.dirname(path)).name;
    return name === "rootProject.name" ? names.rootOf(posix.dirname(path)).name : undefined;
  });
  const managed = managedVersions(binding);
  const produced = producedArtifacts(files, binding, names);
  const own = new Set(produced.map(({ name }) => name));
  const isForeign = leadsElsewhere(repository);
  return {
    declarations: files
      .flatMap((file) => [...declarationsOf(file, binding, managed), ...baseImagesOf(file, binding)])
      .filter((each) => !own.has(each.artifact) && isForeign(each)),
    artifacts: produced.filter(({ sourceFile }) => !isBuildSrc(sourceFile)),
    problems: files.flatMap(({ path, facts }) =>
      facts.problems.map((each) => invalidSyntax("gradle", path, each)),
    ),
  };
}

const isPluginRule = (rule: UseRule): boolean => rule === "plugin" || rule === "catalog_plugin";

function declarationsOf(file: GradleFile, binding: Binder, managed: ManagedVersion): Declaration[] {
  const { path, facts } = file;
  return facts.uses
    .toSorted((a, b) => a.line - b.line)
    .flatMap((use) => {
      const bound = binding.bind(use.coordinates, path);
      return bound.text.split("\n").flatMap((text) => {
        const reference = isReference(text) ? text.slice(2, -1) : undefined;
        if (reference !== undefined)
          return binding.isCatalogName(reference.split(".", 1)[0] ?? "")
            ? []
            : [declaration(path, use, { name: reference, unbound: text })];
        const module = parseModule(text, isPluginRule(use.rule));
        if (!module) return [];
        const stated = use.version ?? module.version;
        const version = stated === null ? undefined : binding.bind(stated, path);
        const constraint = version ?? managed(path, use.rule, moduleName(module));
        return [declaration(path, use, { ...module, name: moduleName(module), version, constraint })];
      });
    });
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
