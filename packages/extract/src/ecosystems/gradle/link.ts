import { posix } from "node:path";
import { invalidSyntax, type Declaration, type LinkInput, type LinkResult } from "../../ecosystem.ts";
import { imageDeclaration } from "../../image-reference.ts";
import { leadsElsewhere, mavenLookups } from "../../name.ts";
import { producedArtifacts } from "./artifacts.ts";
import { binder, type Binder, type BoundText, type GradleFile } from "./bind.ts";
import { isBuildSrc } from "./projects.ts";
import { moduleName, parseModule } from "./module.ts";
import type { GradleFacts, Use, UseRule } from "./facts.ts";
import { projectNames } from "./projects.ts";

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

const isPlugin = (rule: UseRule): boolean => rule === "plugin" || rule === "catalog_plugin";

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
        const module = parseModule(text, isPlugin(use.rule));
        if (!module) return [];
        const stated = use.version ?? module.version;
        const version = stated === null ? undefined : binding.bind(stated, path);
        const constraint = version ?? managed(path, use.rule, moduleName(module));
        return [declaration(path, use, { ...module, name: moduleName(module), version, constraint })];
      });
    });
}

/** All of it is one name that nothing binds. */
const isReference = (text: string): boolean => /^\$\{[^{}]*\}$/.test(text);

interface Named {
  /** The artifact, or the name that nothing binds. */
  name: string;
  unbound?: string | null;
  /** As Gradle writes it, where it is not the artifact's name: a plugin's id. */
  id?: string | null;
  /** Which of the module's files is asked for. */
  file?: string;
  /** What the use states. */
  version?: BoundText | undefined;
  /** What the use states, or what is managed for it. */
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

/** The version that the repository states elsewhere for a use that states none; undefined where it states none. */
type ManagedVersion = (path: string, rule: UseRule, name: string) => BoundText | undefined;

const GIVES: Partial<Record<UseRule, "module" | "plugin">> = {
  constraint: "module",
  managed_dependency: "module",
  plugin: "plugin",
};
const TAKES: Partial<Record<UseRule, "module" | "plugin">> = {
  dependency: "module",
  plugin: "plugin",
};

/** By constraints and plugins of the scripts that a script sees, nearest first. */
function managedVersions({ bind, scopeOf }: Binder): ManagedVersion {
  const indexes = new Map<string, Map<string, string>>();
  const indexOf = ({ path, facts }: GradleFile): Map<string, string> => {
    const known = indexes.get(path);
    if (known) return known;
    const index = new Map<string, string>();
    indexes.set(path, index);
    for (const use of facts.uses) {
      const kind = GIVES[use.rule];
      const module = kind && parseModule(bind(use.coordinates, path).text, kind === "plugin");
      const version = use.version ?? module?.version;
      if (kind && module && version != null) index.set(`${kind} ${moduleName(module)}`, version);
    }
    return index;
  };
  return (path, rule, name) => {
    const kind = TAKES[rule];
    for (const file of kind === undefined ? [] : scopeOf(path)) {
      const version = indexOf(file).get(`${kind} ${name}`);
      if (version !== undefined) return bind(version, file.path);
    }
    return undefined;
  };
}
