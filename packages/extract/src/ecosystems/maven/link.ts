import {
  invalidSyntax,
  type Declaration,
  type Facts,
  type LinkInput,
  type LinkResult,
  type ProducedArtifact,
  type RepositoryIdentity,
} from "../../ecosystem.ts";
import { artifactName, leadsElsewhere, mavenLookups } from "../../name.ts";
import { isTestInput } from "../../repository-path.ts";
import { createBinder, type Bind, type BoundText } from "./bind.ts";
import { createManagement, type FindManaged } from "./management.ts";
import type { MavenFacts, Use } from "./read.ts";
import {
  isManagement,
  managedRoles,
  moduleCompositions,
  parentCompositions,
  projectScopes,
  roleOfUse,
  type BoundUse,
} from "./roles.ts";
import { createLineages, projectOf, type Lineage, type Project } from "./project.ts";

/** Test projects of the Maven Invoker Plugin, and archetypes. */
const NOT_BUILT = /(?:^|\/)src\/it\/|\/archetype-resources\//;

const isTestOrTemplate = (path: string): boolean => isTestInput(path) || NOT_BUILT.test(path);

/** A project in a test folder is part of the build if one of its parents is. */
const isBuilt = (project: Project, lineageOf: Lineage): boolean =>
  !NOT_BUILT.test(project.path) && lineageOf(project).some(({ path }) => !isTestOrTemplate(path));

export function link({ repository, files }: LinkInput<MavenFacts>): LinkResult {
  const projects = files.flatMap(projectOf);
  const lineageOf = createLineages(projects);
  const bind = createBinder(lineageOf);
  const built = projects.filter((project) => isBuilt(project, lineageOf));
  const isOwn = ownArtifacts(projects, built, bind, repository);
  const byPath = new Map(projects.map((project) => [project.path, project]));
  const byName = new Map(projects.map((project) => [nameOf(project, bind).text, project]));
  const managed = createManagement(bind, lineageOf, (name) => byName.get(name));
  const bound = files.map((file) => ({
    path: file.path,
    uses: usesOf(file).map((use) => bindUse(byPath.get(file.path) ?? EXTENSIONS, use, bind, managed)),
  }));
  const artifacts = built.flatMap((project) => findArtifact(project, bind, lineageOf) ?? []);
  const scopeOf = projectScopes(artifacts);
  const roleOfManaged = managedRoles(bound.flatMap(({ uses }) => uses));

  return {
    declarations: bound.flatMap(({ path, uses }) =>
      uses
        .map((use) => ({
          ...declarationOf(path, use),
          ...(isManagement(use) ? roleOfManaged(use) : { role: use.role }),
        }))
        .map((each) => ("scope" in each ? each : { ...each, scope: scopeOf(path) }))
        .filter((declaration) => !isOwn(declaration)),
    ),
    artifacts,
    compositions: [
      ...parentCompositions(projects, lineageOf, scopeOf),
      ...moduleCompositions(bound, {
        scopeOf,
        findOwn: (name) => byName.get(name)?.path,
        isParent: new Set(
          projects.flatMap((each) =>
            lineageOf(each)
              .slice(1)
              .map(({ path }) => path),
          ),
        ),
      }),
    ],
    problems: files.flatMap(({ path, facts }) =>
      facts.problems.map((each) => invalidSyntax("maven", path, each)),
    ),
  };
}

/** The scope of `.mvn/extensions.xml`, which belongs to no project and has no properties. */
const EXTENSIONS: Project = {
  path: "",
  pom: {
    groupId: null,
    artifactId: null,
    version: null,
    line: 1,
    parent: null,
    properties: [],
    profiles: [],
    registryUrl: null,
  },
  uses: [],
  active: new Map(),
  profiles: new Map(),
  inactive: new Map(),
  isActive: () => true,
};

/** Includes the parent, unless it has no coordinates: Maven 4 then uses the POM at `relativePath`. */
function usesOf({ facts }: Facts<MavenFacts>): Use[] {
  const parent = facts.pom?.parent;
  if (!parent?.groupId || !parent.artifactId) return facts.uses;
  const { groupId, artifactId, version, line } = parent;
  const use: Use = {
    rule: "parent",
    line,
    groupId,
    artifactId,
    version,
    variant: "pom:",
    scope: null,
    profile: null,
  };
  return [use, ...facts.uses].toSorted((a, b) => a.line - b.line);
}

function bindUse(project: Project, use: Use, bind: Bind, findManaged: FindManaged): BoundUse {
  const scope = { project, profile: use.profile };
  const version = use.version === null ? undefined : bind(use.version, scope);
  const managed = findManaged(project, use);
  return {
    use,
    group: bind(use.groupId, scope),
    artifact: bind(use.artifactId, scope),
    version,
    constraint: version ?? managed?.version,
    role: roleOfUse(use.rule, use.scope ?? managed?.scope ?? null),
  };
}

function declarationOf(
  sourceFile: string,
  { use, group, artifact, version, constraint }: BoundUse,
): Declaration {
  const name = `${group.text}:${artifact.text}`;
  const unboundName = group.unbound ?? artifact.unbound;
  return {
    ecosystem: "maven",
    dependencyType: "maven_artifact",
    sourceFile,
    sourceLine: use.line,
    rawReference: version ? `${name}:${version.text}` : name,
    artifact: name,
    versionConstraint: constraint?.text ?? null,
    versioning: "maven",
    unbound: unboundName ?? constraint?.unbound ?? null,
    versionComment: null,
    lookups: unboundName === null ? mavenLookups(group.text, artifact.text) : [],
    evidence: { class: "manifest", rule: `maven.${use.rule}` },
  };
}

function nameOf(project: Project, bind: Bind): BoundText {
  return bind("${project.groupId}:${project.artifactId}", { project, profile: null });
}

/** Returns whether a declaration refers to the repository's own modules. Test projects are known to tests only. */
function ownArtifacts(
  projects: readonly Project[],
  built: readonly Project[],
  bind: Bind,
  repository: RepositoryIdentity,
): (declaration: Declaration) => boolean {
  const namesOf = (some: readonly Project[]): Set<string> =>
    new Set(some.map((each) => nameOf(each, bind).text));
  const [all, published] = [namesOf(projects), namesOf(built)];
  const isForeign = leadsElsewhere(repository);
  return (each) =>
    (isTestOrTemplate(each.sourceFile) ? all : published).has(each.artifact) || !isForeign(each);
}

function findArtifact(project: Project, bind: Bind, lineageOf: Lineage): ProducedArtifact | undefined {
  const scope = { project, profile: null };
  const name = nameOf(project, bind);
  if (name.unbound !== null) return undefined;
  const version = bind("${project.version}", scope);
  const url = lineageOf(project).find(({ pom }) => pom.registryUrl !== null)?.pom.registryUrl;
  const registryUrl = url == null ? undefined : bind(url, scope);
  return {
    ecosystem: "maven",
    artifactType: "maven_artifact",
    name: name.text,
    version: version.unbound === null ? version.text : null,
    registryUrl: registryUrl?.unbound === null ? registryUrl.text : null,
    sourceFile: project.path,
    sourceLine: project.pom.line,
    announces: [artifactName("maven_artifact", name.text)],
    evidence: { class: "manifest", rule: "maven.project" },
  };
}
