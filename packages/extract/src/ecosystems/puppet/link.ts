import { posix } from "node:path";
import type { Role } from "@knockon/contract/vocabulary/role";
import { LocalCompositions } from "../../composition.ts";
import { findPlaceholder } from "../../document/templated-yaml.ts";
import {
  invalidSyntax,
  type Declaration,
  type Facts,
  type LinkInput,
  type LinkResult,
  type ProducedArtifact,
} from "../../ecosystem.ts";
import { parseGitUrl } from "../../git-url.ts";
import { artifactName, gitLookups, leadsElsewhere } from "../../name.ts";
import { isTestInput } from "../../repository-path.ts";
import { scopeOf, unitScope } from "../../scope.ts";
import { parseModuleName } from "./module-name.ts";
import type { ModuleUse, PuppetFacts } from "./read.ts";

/** Skips the repository's own modules, which are built into those that depend on them. */
export function linkModules({ repository, files }: LinkInput<PuppetFacts>): LinkResult {
  const artifacts = files.flatMap((file) => findArtifact(file) ?? []);
  const scopes = new Map(artifacts.map((artifact) => [artifact.name, scopeOf(artifact)]));
  const folders = new Set(artifacts.map(({ sourceFile }) => posix.dirname(sourceFile)));
  const isElsewhere = leadsElsewhere(repository);
  const compositions = new LocalCompositions(artifacts);
  const declarations = files.flatMap(({ path, facts }) =>
    facts.uses.flatMap((use) => {
      const declaration = declarationOf(path, use, folders);
      const inner = use.git === null ? scopes.get(declaration.artifact) : undefined;
      if (inner !== undefined) compositions.add(declaration, inner);
      return inner === undefined && isElsewhere(declaration) ? [declaration] : [];
    }),
  );
  return {
    declarations,
    artifacts,
    compositions: compositions.list(),
    problems: files.flatMap(({ path, facts }) =>
      facts.problems.map((each) => invalidSyntax("puppet", path, each)),
    ),
    readLines: files.flatMap(({ path, facts }) => facts.readLines.map((line) => ({ file: path, line }))),
  };
}

function declarationOf(path: string, use: ModuleUse, folders: ReadonlySet<string>): Declaration {
  const { rule, line, name, constraint, git } = use;
  const folder = posix.dirname(path);
  return {
    ecosystem: "puppet",
    ...targetOf(use),
    sourceFile: path,
    sourceLine: line,
    rawReference: [name, git, constraint].filter((each) => each !== null).join(" "),
    versionConstraint: constraint,
    versionComment: null,
    evidence: { class: rule === "acceptance" ? "build_file" : "manifest", rule: `puppet.${rule}` },
    role: roleOf(use, folders.has(folder)),
    ...(rule === "dependency" ? {} : { scope: unitScope("puppet", folder) }),
    ...(rule === "acceptance" ? { requiresProducer: true as const } : {}),
  };
}

type Target = Pick<Declaration, "dependencyType" | "artifact" | "versioning" | "unbound" | "lookups">;

/** A module from a repository is declared as the repository, because its name there has no owner. */
function targetOf({ name, constraint, git }: ModuleUse): Target {
  const unboundVersion = findPlaceholder(constraint ?? "");
  if (git === null) {
    const unbound = findPlaceholder(name);
    const artifact = parseModuleName(name) ?? name;
    const lookups = unbound === null ? [artifactName("puppet_module", artifact)] : [];
    return {
      dependencyType: "puppet_module",
      artifact,
      versioning: "puppet",
      unbound: unbound ?? unboundVersion,
      lookups,
    };
  }
  const url = parseGitUrl(git);
  return {
    dependencyType: "git_repository",
    artifact: url ? `${url.location.slice(0, -url.path.length)}${url.path}` : name,
    versioning: "git",
    unbound: (url ? null : findPlaceholder(git)) ?? unboundVersion,
    lookups: gitLookups(git),
  };
}

/** The Puppetfile next to a module installs what its developers need. */
function roleOf({ rule }: ModuleUse, isModule: boolean): Role {
  if (rule === "fixture" || rule === "acceptance") return "test";
  return rule === "puppetfile" && isModule ? "dev" : "runtime";
}

function findArtifact({ path, facts }: Facts<PuppetFacts>): ProducedArtifact | undefined {
  if (!facts.module || isTestInput(path)) return undefined;
  const { name, version, line } = facts.module;
  return {
    ecosystem: "puppet",
    artifactType: "puppet_module",
    name,
    version,
    registryUrl: null,
    sourceFile: path,
    sourceLine: line,
    announces: [artifactName("puppet_module", name)],
    evidence: { class: "manifest", rule: "puppet.name" },
  };
}
